import { expect, test } from 'vitest'
import { always, aStory, first, kindsOf, last, MINUTE, openStory, rivalBids } from '../../../simulation/a-story.ts'

test('a snipe is armed, re-read, locked in, sent once at its moment, and settled', async () => {
  const { it, item, bid, toTheEnd } = aStory()
  await toTheEnd()
  expect(bid).toMatchObject({ status: 'won', engineId: null })
  expect(kindsOf(bid)).toEqual(['armed', 'reread', 'locked_in', 'sent', 'answered', 'settled'])
  const [placed] = item.bids
  expect(placed).toMatchObject({ amountCents: 2_500 })
  expect(Math.abs(placed!.at - (item.endsAt - bid.leadMs))).toBeLessThan(50)
  expect(it.violations).toEqual([])
})

test('a price above the maximum at the re-read sends nothing', async () => {
  const { it, bid, firesAt, to, toTheEnd } = aStory()
  await to(firesAt - 20_000)
  rivalBids(it, 9_000)
  it.site.place('another', '1', 8_000)
  await toTheEnd()
  expect(it.sendings).toEqual([])
  expect(bid).toMatchObject({ status: 'outbid', outcome: 'price_past_maximum' })
})

test('a next acceptable bid above the maximum sends nothing, and one equal to it is sent', async () => {
  const story = aStory({ maxBidCents: 1_099 })
  rivalBids(story.it, 1_050)
  await story.toTheEnd()
  expect(story.it.sendings).toEqual([])
  expect(story.bid).toMatchObject({ status: 'outbid', outcome: 'below_next_bid' })

  const equal = aStory({ maxBidCents: 1_100 })
  rivalBids(equal.it, 1_050)
  await equal.toTheEnd()
  expect(equal.it.sendings).toHaveLength(1)
})

test('an end that moves moves the shot with it', async () => {
  const { it, item, bid, firesAt, to, toTheEnd } = aStory()
  await to(firesAt - 20_000)
  it.site.moveEnd(item, 5 * MINUTE)
  await toTheEnd()
  expect(it.sendings).toEqual([])
  await to(12 * MINUTE)
  expect(kindsOf(bid).filter((kind) => kind === 'end_moved')).toHaveLength(1)
  expect(Math.abs(item.bids[0]!.at - (item.endsAt - bid.leadMs))).toBeLessThan(50)
})

test('an end that moves after the last re-read is noticed by the light reads', async () => {
  const { it, item, bid, firesAt, to } = aStory()
  await to(firesAt - 6_000)
  it.site.moveEnd(item, MINUTE)
  await to(4 * MINUTE)
  expect(Math.abs(item.bids[0]!.at - (item.endsAt - bid.leadMs))).toBeLessThan(50)
  expect(it.sendings).toHaveLength(1)
})

test('an end that moves between the first look and the first light read of a snipe that came late is noticed', async () => {
  const it = openStory({ seed: 7 })
  const { item, bid } = it.snipe({ endsInMs: 14_000, leadMs: 5_000 })
  const { endsAt } = item
  it.overrides.call = (call) => {
    if (call === 'site.warm' && item.endsAt === endsAt) it.site.moveEnd(item, 30_000)
    return null
  }
  it.start('east')
  await it.time.runTo(MINUTE)
  expect(it.sendings).toHaveLength(1)
  expect(Math.abs(item.bids[0]!.at - (item.endsAt - bid.leadMs))).toBeLessThan(50)
})

test('an auction that closed ahead of its time is said to have', async () => {
  const { it, item, bid, firesAt, to, toTheEnd } = aStory()
  await to(firesAt - 30_000)
  item.closedEarlyAt = it.site.siteTime()
  await toTheEnd()
  expect(bid).toMatchObject({ status: 'auction_ended', outcome: 'ended_early' })
})

test('an item that the site no longer knows is bid on, and withdrawn by what the site says to that', async () => {
  const { it, item, bid, firesAt, to, toTheEnd } = aStory()
  await to(firesAt - 30_000)
  item.withdrawn = true
  await toTheEnd()
  expect(it.sendings).toHaveLength(1)
  expect(bid).toMatchObject({ status: 'auction_ended', outcome: 'withdrawn' })
})

test('an item that was taken down after the bid is withdrawn when the site has long known nothing of it', async () => {
  const { item, bid, firesAt, to } = aStory()
  await to(firesAt + 2_000)
  item.withdrawn = true
  await to(3 * MINUTE)
  expect(bid.status).toBe('executed')
  await to(6 * MINUTE)
  expect(bid).toMatchObject({ status: 'auction_ended', outcome: 'withdrawn' })
})

test('a page that is missing for a while costs nobody a bid', async () => {
  const { it, item, bid, firesAt, to, toTheEnd } = aStory()
  await to(firesAt - 20_000)
  item.missingUntil = firesAt + 1_000
  await toTheEnd()
  expect(it.sendings).toHaveLength(1)
  expect(Math.abs(item.bids[0]!.at - (item.endsAt - bid.leadMs))).toBeLessThan(50)
  expect(bid.status).toBe('won')
})

test('a site that shows no page at all is sent the bid all the same', async () => {
  const { it, item, bid, firesAt, to, toTheEnd } = aStory()
  it.overrides.call = (call) =>
    ['site.readItem', 'site.warm'].includes(call) && it.time.now() < firesAt + 2_000
      ? { kind: 'hangs', outMs: 40, backMs: 40 }
      : null
  await to(firesAt + 1_000)
  expect(it.sendings).toHaveLength(1)
  expect(Math.abs(item.bids[0]!.at - (item.endsAt - bid.leadMs))).toBeLessThan(100)
  await toTheEnd()
  expect(bid.status).toBe('won')
})

test.each([
  ['nearer', -3_000, -3_000],
  ['later, which the item alone would prove', 9_000, 0],
])('an end that only the light reads show to be %s costs nobody a bid', async (_, movedMs, firesMovedMs) => {
  const { it, item, firesAt, to } = aStory()
  await to(firesAt - 9_000)
  it.site.moveEnd(item, movedMs)
  it.overrides.call = (call) => (call === 'site.readItem' ? { kind: 'fails', outMs: 40, backMs: 40 } : null)
  await to(firesAt + 1_000)
  expect(it.sendings).toMatchObject([{ accepted: true }])
  expect(Math.abs(item.bids[0]!.at - (firesAt + firesMovedMs + it.site.siteTime() - it.time.now()))).toBeLessThan(100)
})

test('an end that moves twice while the page fails is followed by the light reads', async () => {
  const { it, item, firesAt, to } = aStory({ leadMs: 30_000 })
  await to(firesAt - 11_500)
  it.overrides.call = (call) => (call === 'site.readItem' ? { kind: 'fails', outMs: 40, backMs: 40 } : null)
  it.site.moveEnd(item, -1_000)
  await to(firesAt - 9_000)
  it.site.moveEnd(item, -500)
  await to(firesAt + 1_000)
  expect(it.sendings).toMatchObject([{ accepted: true }])
  expect(Math.abs(item.bids[0]!.at - (firesAt - 1_500 + it.site.siteTime() - it.time.now()))).toBeLessThan(100)
})

test('a line that breaks at the shot is opened again until the close', async () => {
  const { it, bid, toTheEnd } = aStory()
  it.overrides.bid = (attempt) => ({ kind: attempt <= 5 ? 'not_sent' : 'fine', outMs: 1, backMs: 1 })
  await toTheEnd()
  expect(it.sendings).toHaveLength(6)
  expect(bid.status).toBe('won')
})

test('a snipe that comes to an engine late is sent at once, while the auction is open', async () => {
  const it = openStory({ seed: 7 })
  const { bid } = it.snipe({ endsInMs: 10_000, leadMs: 9_000 })
  await it.time.runTo(3_000)
  it.start('east')
  await it.time.runTo(MINUTE)
  expect(it.sendings).toHaveLength(1)
  expect(bid.status).toBe('won')
})

test('a snipe that comes to an engine after the close is too late', async () => {
  const it = openStory({ seed: 7 })
  const { bid } = it.snipe({ endsInMs: 1_000 })
  await it.time.runTo(5_000)
  it.start('east')
  await it.time.runTo(MINUTE)
  expect(it.sendings).toEqual([])
  expect(bid).toMatchObject({ status: 'auction_ended', outcome: 'too_late' })
})

test('a light read that took seconds does not send the bid ahead of its moment', async () => {
  const { it, item, bid, toTheEnd } = aStory()
  it.overrides.call = (call) => (call === 'site.warm' ? { kind: 'fine', outMs: 40, backMs: 2_000 } : null)
  await toTheEnd()
  expect(it.violations).toEqual([])
  expect(item.bids[0]!.at).toBeGreaterThan(item.endsAt - bid.leadMs - 250)
  expect(bid.status).toBe('won')
})

test('an answer of outbid ends the snipe at once', async () => {
  const { it, bid, firesAt, to } = aStory()
  rivalBids(it, 2_600)
  await to(firesAt + 1_000)
  expect(bid).toMatchObject({ status: 'outbid', outcome: 'outbid_on_arrival' })
  expect(last(bid)).toMatchObject({ kind: 'settled' })
})

test('a bid beaten after it was taken is lost, once the close is known', async () => {
  const { it, bid, firesAt, to, toTheEnd } = aStory()
  await to(firesAt + 1_000)
  expect(bid.status).toBe('executed')
  rivalBids(it, 9_000)
  await to(2 * MINUTE + 1_000)
  expect(bid.status).toBe('executed')
  await toTheEnd()
  expect(bid).toMatchObject({ status: 'lost', outcome: 'lost' })
})

test.each(['blocked', 'rate_limited', 'not_sent'] as const)(
  'a bid that was %s is sent again, and wins',
  async (kind) => {
    const { it, bid, toTheEnd } = aStory()
    it.overrides.bid = first(kind)
    await toTheEnd()
    expect(it.sendings).toHaveLength(2)
    expect(bid.status).toBe('won')
  },
)

test('a bid that the site asks to wait beyond the close is sent again when that has moved away', async () => {
  const { it, item, bid, firesAt, to } = aStory()
  it.overrides.bid = (attempt) =>
    attempt === 1
      ? { kind: 'rate_limited', outMs: 40, backMs: 40, retryAfterMs: 60_000 }
      : { kind: 'fine', outMs: 40, backMs: 40 }
  await to(firesAt + 1_000)
  it.site.moveEnd(item, 2 * MINUTE)
  await to(5 * MINUTE)
  expect(it.sendings).toHaveLength(2)
  expect(bid.status).toBe('won')
})

test('a bid that is refused over and over is sent four times at most', async () => {
  const { it, bid, toTheEnd } = aStory({ leadMs: 60_000 })
  it.overrides.bid = always('blocked')
  await toTheEnd()
  expect(it.sendings).toHaveLength(4)
  expect(bid).toMatchObject({ status: 'failed', outcome: 'site_down' })
})

test('a bid taken without an answer is found by reading, and not sent again', async () => {
  const { it, bid, toTheEnd } = aStory({ leadMs: 30_000, statusLagMs: 3_000 })
  it.overrides.bid = first('answer_lost')
  await toTheEnd()
  expect(it.sendings).toHaveLength(1)
  expect(kindsOf(bid)).toContain('checking')
  expect(bid.status).toBe('won')
})

test('a bid that never arrived is sent again, once the page has had time to show it', async () => {
  const { it, bid, toTheEnd } = aStory({ leadMs: 30_000, statusLagMs: 3_000 })
  it.overrides.bid = first('lost')
  await toTheEnd()
  expect(it.sendings).toHaveLength(2)
  expect(bid.status).toBe('won')
  expect(it.violations).toEqual([])
})

test('a bid of which nothing is known at the close has failed only once the site shows that it is not there', async () => {
  const { it, bid, to, toTheEnd } = aStory({ leadMs: 2_000 })
  it.overrides.bid = always('lost')
  await to(2 * MINUTE + 1_000)
  expect(bid.status).toBe('pending')
  await toTheEnd()
  expect(bid).toMatchObject({ status: 'failed', outcome: 'site_down' })
})

test('while the site does not answer after the close, nothing is said to be lost', async () => {
  const { it, bid, firesAt, to } = aStory()
  await to(firesAt + 1_000)
  it.overrides.call = (call) => (call.startsWith('site.') ? { outMs: 30, backMs: 30, kind: 'fails' } : null)
  await to(20 * MINUTE)
  expect(bid.status).toBe('executed')
  it.overrides.call = () => null
  await to(30 * MINUTE)
  expect(bid.status).toBe('won')
})

test('a snipe cancelled at any moment before its lock-in never fires; from then on it cannot be', async () => {
  for (let beforeMs = 100_000; beforeMs > -2_000; beforeMs -= 3_777) {
    const { it, bid, firesAt, to, toTheEnd } = aStory()
    await to(firesAt - beforeMs)
    it.requestChange(bid, { kind: 'cancel' })
    it.notifyEngines()
    await toTheEnd()
    expect(it.violations).toEqual([])
    expect([bid.status, it.sendings.length]).toEqual(beforeMs > 1_100 ? ['cancelled', 0] : ['won', 1])
  }
})

test('steps of the wall clock move nothing', async () => {
  const { it, item, bid, firesAt, first, to, toTheEnd } = aStory()
  for (const [beforeMs, stepMs] of [
    [80_000, 3_600_000],
    [30_000, -7_200_000],
    [500, 86_400_000],
  ] as const) {
    await to(firesAt - beforeMs)
    first.process.stepWall(stepMs)
  }
  await toTheEnd()
  expect(Math.abs(item.bids[0]!.at - (item.endsAt - bid.leadMs))).toBeLessThan(50)
  expect(it.sendings).toHaveLength(1)
})
