import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countdownText } from './countdown-rules.ts'
import type * as TickerModule from './ticker.ts'

const START = Date.parse('2026-11-20T20:00:00Z') + 0.3
const DRAWING_MS = 1

let now: number
let due: { at: number; act: () => void } | undefined
let tick: typeof TickerModule.tick

/** Timers as a browser has them: it cuts off a fraction of a millisecond, and waits for one at least. */
beforeEach(async () => {
  now = START
  due = undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      unobserve() {}
    },
  )
  vi.stubGlobal('setTimeout', <A extends unknown[]>(act: (...given: A) => void, ms: number, ...given: A) => {
    due = { at: now + Math.max(1, Math.trunc(ms)), act: () => act(...given) }
  })
  vi.stubGlobal('clearTimeout', () => {
    due = undefined
  })
  vi.resetModules()
  const { deviceClock } = await import('./device-clock.ts')
  vi.spyOn(deviceClock, 'now').mockImplementation(() => now)
  vi.spyOn(deviceClock, 'monotonic').mockImplementation(() => now)
  tick = (await import('./ticker.ts')).tick
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Lets a time pass. Returns what a row, which shows seconds, has drawn; beside it, the last minute may draw tenths. */
function watch(forMs: number, endsOn: number, withLastMinute: boolean) {
  let shown = ''
  const seen: string[] = []
  const element = { closest: () => null } as unknown as Element
  const draw = (everyTenth: boolean, show: (leftMs: number) => void) =>
    tick(element, (at) => {
      show(endsOn - at)
      now += DRAWING_MS
      return everyTenth
    })
  const stop = [draw(false, (leftMs) => void (shown = countdownText(leftMs, 'seconds')))]
  if (withLastMinute) stop.push(draw(true, () => {}))
  seen.push(shown)
  for (let next = due; next !== undefined && next.at < START + forMs; next = due) {
    now = Math.max(now, next.at)
    next.act()
    seen.push(shown)
  }
  for (const end of stop) end()
  return seen
}

test.each([true, false])(
  'Each whole second is drawn, although timers fire a fraction early and drawing takes a millisecond (tenths run: %s)',
  (withLastMinute) => {
    const rows = watch(36_000, START - 0.3 + 50_000, withLastMinute)
    const expected = Array.from({ length: 36 }, (_, second) => `0:${49 - second}`)
    expect([...new Set(rows)].filter((text) => expected.includes(text)).toSorted()).toEqual(expected.toSorted())
  },
)
