import { setTimeout as delay } from 'node:timers/promises'

/*
 * Loaded into every process that the supervisor starts. When the supervisor is gone, however it went, so are they: as
 * if asked to stop, and in any case soon, since another supervisor may be waiting for their ports.
 */
const PATIENCE_MS = 10_000

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  void delay(PATIENCE_MS, undefined, { ref: false }).then(() => process.exit(1))
})
// Listening for the end must not itself keep the process from ending.
process.channel?.unref()
