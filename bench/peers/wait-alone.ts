import { preciseClock } from '../../server/src/engine/precise-clock.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { raisePriority } from '../../server/src/platform/priority.ts'
import { openTask } from './task.ts'

/* The engine's clock in an otherwise idle process: the best that this machine allows. */
await raisePriority()
const { now, dueAt, called, finish } = openTask()
const clock = preciseClock(systemClock)
const behindMs = now() - clock.monotonic()
for (const [index, instant] of dueAt.entries())
  void clock.sleepUntilPrecise(instant - behindMs).then(() => called(index))
await finish()
