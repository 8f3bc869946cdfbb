import { expect, test } from 'vitest'
import { startSniping } from '../../test/sniping.ts'
import { systemClock } from '../platform/clock.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { openMetrics } from './open-metrics.ts'

/** A heartbeat counts for five seconds; the rest is for a busy machine. */
const SHOWN_WITHIN_MS = 60_000

test('Metrics show an engine with its lateness while it runs, and soon that it was killed', async () => {
  await using sniping = await startSniping()
  const metrics = openMetrics({ ...sniping.ctx, db: sniping.openAs('api').db, clock: systemClock }, () => 0)
  const shows = (pattern: RegExp) =>
    pollUntil(systemClock, async () => (pattern.test(await metrics.text()) ? true : null), {
      everyMs: 100,
      forMs: SHOWN_WITHIN_MS,
    })
  const engine = await sniping.spawnEngine()
  // A busy machine makes it unfit.
  expect(await shows(/^bidwell_engines\{state="(fit|unfit)"\} 1$/m)).toBe(true)
  expect(await shows(/^bidwell_engine_timer_delay_seconds \d/m)).toBe(true)
  await sniping.snipe({ endsInSeconds: 32 })
  expect(await shows(/^bidwell_bids_armed 1$/m)).toBe(true)
  expect(await shows(/^bidwell_engine_bid_delay_seconds \d/m)).toBe(true)
  await sniping.kill(engine)
  expect(await shows(/^bidwell_engines\{state="silent"\} 1$/m)).toBe(true)
  expect(await metrics.text()).toMatch(/^bidwell_engines\{state="fit"\} 0$/m)
})
