import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as SiteClockModule from './site-clock.ts'

const START = Date.parse('2026-11-20T20:00:00Z')
const AHEAD_MS = 5_000

let siteClock: typeof SiteClockModule.siteClock
let stop: () => void
let answers: boolean

/** The site's clock is five seconds ahead of this computer's. Each test loads the clock anew, as a page does. */
beforeEach(async () => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('window', new EventTarget())
  vi.useFakeTimers({ now: START, toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] })
  answers = true
  const siteNow = () => new Date(START + AHEAD_MS + performance.now()).toISOString()
  vi.resetModules()
  const loaded = await import('./site-clock.ts')
  siteClock = loaded.siteClock
  stop = loaded.startSiteClock(async () => (answers ? { now: siteNow(), uncertainty_ms: 10 } : null))
  await siteClock.sync()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("The time is the site's, and goes on with the computer's monotonic clock", () => {
  expect([siteClock.now(), siteClock.isTrusted(), siteClock.uncertaintyMs()]).toEqual([START + AHEAD_MS, true, 10])
  vi.advanceTimersByTime(60_000)
  expect(siteClock.now()).toBe(START + AHEAD_MS + 60_000)
})

test.each([3_600_000, -3_600_000])(
  'After the wall clock has moved by %d ms alone, as in a sleep, the time is not trusted until the server answers',
  async (jumpMs) => {
    siteClock.now()
    answers = false
    vi.setSystemTime(START + jumpMs)
    expect(siteClock.now()).toBe(START + jumpMs)
    expect(siteClock.isTrusted()).toBe(false)
    await siteClock.sync()
    expect(siteClock.isTrusted()).toBe(false)
    answers = true
    await siteClock.sync()
    expect([siteClock.now(), siteClock.isTrusted()]).toEqual([START + AHEAD_MS, true])
  },
)

const pushed = (laterMs: number) => ({
  now: new Date(START + AHEAD_MS + laterMs).toISOString(),
  uncertainty_ms: 10,
})

test('A pushed time that is later than possible ends the trust, and an earlier one only came late', async () => {
  siteClock.observe(pushed(-2_000))
  expect(siteClock.isTrusted()).toBe(true)
  siteClock.observe(pushed(2_000))
  expect(siteClock.isTrusted()).toBe(false)
  await siteClock.sync()
  expect(siteClock.isTrusted()).toBe(true)
})

test('A server that does not answer leaves the estimate as it is', async () => {
  answers = false
  await siteClock.sync()
  expect([siteClock.now(), siteClock.isTrusted()]).toEqual([START + AHEAD_MS, true])
})
