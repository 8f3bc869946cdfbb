/**
 * Options for the job queue. Only with batches does the library wait, when it is stopped, until ended jobs are recorded,
 * and stop when one cannot be recorded; otherwise that error would end the process.
 */
export const RECORDING = { preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } } }
