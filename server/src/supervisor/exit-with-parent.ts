import { setTimeout as delay } from 'node:timers/promises'
import { endProcess } from '../platform/end-process.ts'

/*
 * Loaded into every process that the supervisor starts. When the supervisor dies, the process receives SIGTERM, and
 * exits after ten seconds in any case: the next supervisor may be waiting for its port.
 */
const EXIT_TIMEOUT_MS = 10_000

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  void delay(EXIT_TIMEOUT_MS, undefined, { ref: false }).then(() => endProcess(1))
})
// The listener for `disconnect` must not itself keep the process alive.
process.channel?.unref()
