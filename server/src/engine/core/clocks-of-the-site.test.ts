import { expect, test } from 'vitest'
import { always, MINUTE, openStory } from '../../../simulation/a-story.ts'
import type { ModelBid } from '../../../simulation/store/model-database.ts'

const LEAD_MS = 2_000
const FIRES_AT = 2 * MINUTE - LEAD_MS

/** One engine and one snipe in a world whose site has these clocks. */
function storyWith(options: Omit<Parameters<typeof openStory>[0], 'deathIsSeen'>) {
  const it = openStory(options)
  const { item, bid } = it.snipe({ endsInMs: 2 * MINUTE, leadMs: LEAD_MS })
  it.start('east')
  return { it, item, bid, toTheEnd: () => it.time.runTo(3 * MINUTE) }
}

function nextStampIsOff({ site }: ReturnType<typeof openStory>, ms: number) {
  const stamp = site.stamp.bind(site)
  site.stamp = () => {
    site.stamp = stamp
    return { ...stamp(), siteTime: site.siteTime() + ms }
  }
}

const sentOf = (bid: ModelBid) => [...bid.events.values()].find(({ detail }) => detail.kind === 'sent')!

test.each([2_500, -2_500])(
  'With a second server %i ms ahead of the one that judges the close, a bid arrives by the faster clock',
  async (aheadMs) => {
    for (let seed = 1; seed <= 10; seed++) {
      const { it, item, bid, toTheEnd } = storyWith({ seed, clocks: { second: { aheadMs, share: 0.5 } } })
      await toTheEnd()
      expect(it.violations).toEqual([])
      expect([bid.status, it.sendings.length]).toEqual(['won', 1])
      const beforeCloseMs = item.endsAt - item.bids[0]!.at
      const byTheFasterMs = beforeCloseMs - Math.max(0, aheadMs)
      expect(byTheFasterMs).toBeGreaterThan(LEAD_MS - 50)
      expect(byTheFasterMs).toBeLessThan(LEAD_MS + 700)

      const { at, uncertaintyMs } = sentOf(bid)
      expect(Math.abs(at - it.sendings[0]!.siteTime)).toBeLessThanOrEqual(uncertaintyMs!)
      expect(uncertaintyMs).toBeLessThan(2_000)
    }
  },
)

test('A bid that arrives after the close by the faster of two clocks came too late, and the auction did not end early', async () => {
  const { it, bid, toTheEnd } = storyWith({ seed: 7, clocks: { second: { aheadMs: -6_000, share: 0.5 } } })
  it.overrides.bid = () => ({ kind: 'fine', outMs: LEAD_MS + 300, backMs: 40 })
  await toTheEnd()
  expect(it.sendings).toHaveLength(1)
  expect(bid).toMatchObject({ status: 'auction_ended', outcome: 'too_late' })
})

test.each([2_000, -2_000])(
  'A step of the clock by %i ms before the last two readings never makes the bid late',
  async (stepMs) => {
    const { it, item, bid, toTheEnd } = storyWith({ seed: 3 })
    await it.time.runTo(FIRES_AT - 5_500)
    it.site.stepClock(stepMs)
    await toTheEnd()
    const earlyMs = item.endsAt - LEAD_MS - item.bids[0]!.at
    expect(earlyMs).toBeGreaterThan(-50)
    expect(earlyMs).toBeLessThan(Math.max(0, -stepMs) + 150)
    const { at, uncertaintyMs } = sentOf(bid)
    expect(Math.abs(at - it.sendings[0]!.siteTime)).toBeLessThanOrEqual(uncertaintyMs!)
  },
)

test.each([-3_000_000, -6_000, 3_600_000])(
  'One page whose time is wrong by %i ms does not move the shot',
  async (ms) => {
    for (const beforeMs of [10_500, 4_500, 2_500]) {
      const { it, item, bid, toTheEnd } = storyWith({ seed: 3 })
      await it.time.runTo(FIRES_AT - beforeMs)
      nextStampIsOff(it, ms)
      await toTheEnd()
      expect(bid.status).toBe('won')
      expect(Math.abs(item.endsAt - LEAD_MS - item.bids[0]!.at)).toBeLessThan(50)
    }
  },
)

test('An auction is not ended early because the page of its close carries an old time', async () => {
  const { it, item, bid } = storyWith({ seed: 3 })
  it.overrides.bid = always('lost')
  await it.time.runTo(2 * MINUTE)
  nextStampIsOff(it, -3_000_000)
  await it.time.runTo(5 * MINUTE)
  expect(item.bids).toEqual([])
  expect(bid.status).toBe('failed')
})

test.each([-3_000_000, 3_600_000])(
  'An engine whose second sample of the clock is wrong by %i ms sends its bid',
  async (ms) => {
    for (const beforeMs of [80_000, 40_000, 25_000, 8_000]) {
      const it = openStory({ seed: 3 })
      const { item, bid } = it.snipe({ endsInMs: 2 * MINUTE, leadMs: LEAD_MS })
      await it.time.runTo(FIRES_AT - beforeMs)
      it.start('east')
      await it.time.runTo(FIRES_AT - beforeMs + 150)
      nextStampIsOff(it, ms)
      await it.time.runTo(3 * MINUTE)
      expect([bid.status, it.sendings.length]).toEqual(['won', 1])
      expect(Math.abs(item.endsAt - LEAD_MS - item.bids[0]!.at)).toBeLessThan(50)
    }
  },
)
