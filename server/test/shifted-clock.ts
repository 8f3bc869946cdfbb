import { readFileSync } from 'node:fs'

/*
 * Loaded before a program (`--import`) that is to run on a machine whose wall clock somebody sets: the file that
 * SHIFTED_CLOCK names says by how many ms, and in which zone. Nothing but the wall clock is touched.
 */
const file = process.env['SHIFTED_CLOCK']
const EVERY_MS = 10
const Real = Date
let shiftMs = 0
let lookedAt = -Infinity

function now(): number {
  const at = performance.now()
  if (file !== undefined && at - lookedAt > EVERY_MS) {
    lookedAt = at
    const [ms = '', zone = ''] = readFileSync(file, 'utf8').split(' ')
    shiftMs = Number(ms)
    if (process.env['TZ'] !== zone) process.env['TZ'] = zone
  }
  return Real.now() + shiftMs
}

globalThis.Date = new Proxy(Real, {
  construct: (target, given, asked) => Reflect.construct(target, given.length > 0 ? given : [now()], asked),
  apply: () => new Real(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
