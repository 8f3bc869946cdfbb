import { openTask } from './task.ts'

/* One timer for each due time: the best that a process without persistence can do. */
const { now, dueAt, called, finish } = openTask()
for (const [index, instant] of dueAt.entries()) setTimeout(called, instant - now(), index)
await finish()
