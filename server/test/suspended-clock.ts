import { readFileSync } from 'node:fs'

/*
 * Loaded into a program with `--import`. Its monotonic clock stands behind by the milliseconds in the file that
 * SUSPENDED_CLOCK names, as after a suspension of the machine; the wall clock and the uptime go on. At the instant in the
 * file that STOP_AT names, epoch ms, the program is stopped, as by SIGSTOP: from then on it reads no clock, so it does
 * nothing that is due later, however late its timers are.
 */
const file = process.env['SUSPENDED_CLOCK']
const stopFile = process.env['STOP_AT']
const READ_INTERVAL_MS = 10
const real = performance.now.bind(performance)
let suspendedMs = 0
let stopAt = Infinity
let wasStopped = false
let readAt = -Infinity

function now(): number {
  const at = real()
  if (file !== undefined && at - readAt > READ_INTERVAL_MS) {
    readAt = at
    suspendedMs = Number(readFileSync(file, 'utf8'))
    if (stopFile !== undefined) stopAt = Number(readFileSync(stopFile, 'utf8'))
  }
  if (stopFile !== undefined && !wasStopped && Date.now() >= stopAt) {
    wasStopped = true
    process.kill(process.pid, 'SIGSTOP')
  }
  return at - suspendedMs
}

Object.defineProperty(performance, 'now', { value: now })
