import { openTask } from './task.ts'

/* A timer for each moment: the best that a process can do that keeps nothing and survives nothing. */
const { now, dueAt, called, finish } = openTask()
for (const [index, instant] of dueAt.entries()) setTimeout(called, instant - now(), index)
await finish()
