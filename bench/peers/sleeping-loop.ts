import { setTimeout as sleep } from 'node:timers/promises'
import { openTask } from './task.ts'

/* The loop of many scripts: check the time, run what is due, sleep for a second. */
const { now, dueAt, called, finish } = openTask()
async function loop() {
  const waiting = new Set(dueAt.keys())
  while (waiting.size > 0) {
    for (const index of waiting) {
      if ((dueAt[index] ?? 0) > now()) continue
      called(index)
      waiting.delete(index)
    }
    await sleep(1_000)
  }
}
void loop()
await finish()
