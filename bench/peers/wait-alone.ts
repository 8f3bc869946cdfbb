import { preciseClock } from '../../server/src/engine/precise-clock.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { goFirst } from '../../server/src/platform/priority.ts'
import { openTask } from './task.ts'

/* The engine's own way to wait, in a process that does nothing else: what this machine lets anybody have. */
await goFirst()
const { now, dueAt, called, finish } = openTask()
const clock = preciseClock(systemClock)
const behindMs = now() - clock.monotonic()
for (const [index, instant] of dueAt.entries())
  void clock.sleepUntilPrecise(instant - behindMs).then(() => called(index))
await finish()
