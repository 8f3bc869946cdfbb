import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import { openTask } from './task.ts'

/* Polls far more often than its default of 2 s. */
const { address, dueAt, called, finish } = openTask()
const settings = { connectionString: address, logger: new Logger(() => () => {}) }
const utils = await makeWorkerUtils(settings)
await utils.migrate()
const runner = await run({
  ...settings,
  concurrency: 50,
  maxPoolSize: 20,
  pollInterval: 100,
  noHandleSignals: true,
  taskList: {
    fire: async (payload) => called((payload as { index: number }).index),
  },
})
await Promise.all(dueAt.map((instant, index) => utils.addJob('fire', { index }, { runAt: new Date(instant) })))
await finish()
await runner.stop()
