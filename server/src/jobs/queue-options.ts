import type { RunnerOptions } from 'graphile-worker'

/**
 * How a process runs the job queue. Only with batches does the library wait, when it is stopped, until ended jobs are
 * recorded, and stop when one cannot be recorded; otherwise that error would end the process.
 */
export const QUEUE_OPTIONS = {
  noHandleSignals: true,
  preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
} satisfies RunnerOptions
