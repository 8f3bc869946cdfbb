import { readFileSync } from 'node:fs'

/*
 * Loaded into a program with `--import`. Its monotonic clock stands behind by the milliseconds in the file that
 * SUSPENDED_CLOCK names, as after a suspension of the machine; the wall clock and the uptime go on.
 */
const file = process.env['SUSPENDED_CLOCK']
const READ_INTERVAL_MS = 10
const real = performance.now.bind(performance)
let suspendedMs = 0
let readAt = -Infinity

function now(): number {
  const at = real()
  if (file !== undefined && at - readAt > READ_INTERVAL_MS) {
    readAt = at
    suspendedMs = Number(readFileSync(file, 'utf8'))
  }
  return at - suspendedMs
}

Object.defineProperty(performance, 'now', { value: now })
