import { PgBoss } from 'pg-boss'
import { openTask } from './task.ts'

/* Polls every half second, its minimum interval, for all due jobs. */
const { address, dueAt, called, finish } = openTask()
const boss = new PgBoss(address)
await boss.start()
await boss.createQueue('fire')
const jobs = dueAt.map((instant, index) => ({ data: { index }, startAfter: new Date(instant) }))
await boss.insert('fire', jobs)
await boss.work<{ index: number }>('fire', { pollingIntervalSeconds: 0.5, batchSize: 1_000 }, async (due) => {
  for (const { data } of due) called(data.index)
})
await finish()
