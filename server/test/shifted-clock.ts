import { readFileSync } from 'node:fs'

/*
 * Loaded into a program with `--import`. Shifts the program's wall clock by the milliseconds in the file that
 * SHIFTED_CLOCK names, and sets its time zone to the one in the same file. Leaves the monotonic clock alone.
 */
const file = process.env['SHIFTED_CLOCK']
const READ_INTERVAL_MS = 10
const Real = Date
let shiftMs = 0
let readAt = -Infinity

function now(): number {
  const at = performance.now()
  if (file !== undefined && at - readAt > READ_INTERVAL_MS) {
    readAt = at
    const [ms = '', zone = ''] = readFileSync(file, 'utf8').split(' ')
    shiftMs = Number(ms)
    if (process.env['TZ'] !== zone) process.env['TZ'] = zone
  }
  return Real.now() + shiftMs
}

globalThis.Date = new Proxy(Real, {
  construct: (target, values, newTarget) => Reflect.construct(target, values.length > 0 ? values : [now()], newTarget),
  apply: () => new Real(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
