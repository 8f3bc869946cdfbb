import { expect, test } from 'vitest'
import { always, aStory, first, kindsOf, last, MINUTE, openStory, rivalBids } from '../../../simulation/a-story.ts'

test('A snipe is armed, read again, locked in, sent once at its moment, and settled', async () => {
  const { it, item, bid, toTheEnd } = aStory()
  await toTheEnd()
  expect(bid).toMatchObject({ status: 'won', engineId: null })
  expect(kindsOf(bid)).toEqual(['armed', 'reread', 'locked_in', 'sent', 'answered', 'settled'])
  const [placed] = item.bids
  expect(placed).toMatchObject({ amountCents: 2_500 })
  expect(Math.abs(placed!.at - (item.endsAt - bid.leadMs))).toBeLessThan(50)
  expect(it.violations).toEqual([])
})

test('Nothing is sent when the price is above the maximum at the re-reading', async () => {
  const { it, bid, firesAt, to, toTheEnd } = aStory()
  await to(firesAt - 20_000)
  rivalBids(it, 9_000)
  it.site.place('another', '1', 8_000)
  await toTheEnd()
  expect(it.sendings).toEqual([])
  expect(bid).toMatchObject({ status: 'outbid', outcome: 'price_past_maximum' })
})

/** Two rivals bid the price up to $90, and take their bids back after a while. */
async function mistypedBids(
  { it, item, to }: Pick<ReturnType<typeof aStory>, 'it' | 'item' | 'to'>,
  { from, until }: { from: number; until: number },
) {
  await to(from)
  rivalBids(it, 9_000)
  it.site.place('another', '1', 8_900)
  await to(until)
  item.bids.splice(0)
}

test('A price that passed the maximum and fell again before the moment does not keep a bid from being sent', async () => {
  const { it, item, bid, firesAt, to, toTheEnd } = aStory()
  await mistypedBids({ it, item, to }, { from: firesAt - 85_000, until: firesAt - 8_000 })
  expect(bid.status).toBe('pending')
  await toTheEnd()
  expect(Math.abs(item.bids[0]!.at - (item.endsAt - bid.leadMs))).toBeLessThan(50)
  expect(bid.status).toBe('won')
})

test('A bid that is held back at its moment is sent when the price falls before the close', async () => {
  const { it, item, bid, firesAt, to, toTheEnd } = aStory({ leadMs: 8_000 })
  await mistypedBids({ it, item, to }, { from: firesAt - 20_000, until: firesAt + 3_000 })
  expect([bid.status, it.sendings.length]).toEqual(['pending', 0])
  await to(firesAt + 5_000)
  expect(it.sendings).toMatchObject([{ accepted: true }])
  await toTheEnd()
  expect(bid.status).toBe('won')
})

test('A bid that was too low on arrival is sent again when the price falls before the close', async () => {
  const { it, item, bid, firesAt, to, toTheEnd } = aStory({ leadMs: 8_000 })
  await mistypedBids({ it, item, to }, { from: firesAt - 500, until: firesAt + 3_000 })
  expect(it.sendings).toMatchObject([{ accepted: false }])
  await toTheEnd()
  expect(it.sendings).toMatchObject([{ accepted: false }, { accepted: true }])
  expect(bid.status).toBe('won')
})

test.each([1, 2])('%i pages that say wrongly that the auction has closed do not end a bid', async (wrong) => {
  const { it, item, bid, firesAt, to, toTheEnd } = aStory()
  await to(firesAt - 14_000)
  const read = it.site.read.bind(it.site)
  let left = wrong
  it.site.read = (auctionId, bidder) => {
    const page = read(auctionId, bidder)
    return page && left-- > 0 ? { ...page, closed: true } : page
  }
  await toTheEnd()
  expect(left).toBeLessThan(0)
  expect(Math.abs(item.bids[0]!.at - (item.endsAt - bid.leadMs))).toBeLessThan(50)
  expect(bid.status).toBe('won')
})

test.each([60 * MINUTE, 5 * MINUTE, -60 * MINUTE])(
  'One page whose end is wrong by %i ms neither ends a bid nor moves its moment, for the bid or for its listing',
  async (byMs) => {
    for (const beforeMs of [80_000, 25_000, 11_000, 5_000]) {
      const { it, item, bid, firesAt, to, toTheEnd } = aStory()
      await to(firesAt - beforeMs)
      const read = it.site.read.bind(it.site)
      it.site.read = (auctionId, bidder) => {
        const page = read(auctionId, bidder)
        it.site.read = read
        return page && { ...page, endsAt: page.endsAt + byMs }
      }
      await toTheEnd()
      expect(it.sendings).toHaveLength(1)
      expect(Math.abs(item.bids[0]!.at - (item.endsAt - bid.leadMs))).toBeLessThan(50)
      expect(kindsOf(bid)).not.toContain('end_moved')
      expect(bid.status).toBe('won')
    }
  },
)

test('A bid that a price held back is sent when pages fail and no longer show whether the price has fallen', async () => {
  const { it, item, bid, firesAt, to, toTheEnd } = aStory()
  const rivals = ['rival', 'another']
  for (const rival of rivals) it.site.place(rival, '1', 9_000)
  await to(firesAt - 12_000)
  item.missingUntil = firesAt + 6_000
  for (const rival of rivals) it.site.retract(rival, '1')
  await toTheEnd()
  expect(it.sendings).toHaveLength(1)
  expect(bid.status).toBe('won')
})

test('A bid is sent when the next acceptable bid equals the maximum, and not when it is higher', async () => {
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

test('A moved end moves the shot', async () => {
  const { it, item, bid, firesAt, to, toTheEnd } = aStory()
  await to(firesAt - 20_000)
  it.site.moveEnd(item, 5 * MINUTE)
  await toTheEnd()
  expect(it.sendings).toEqual([])
  await to(12 * MINUTE)
  expect(kindsOf(bid).filter((kind) => kind === 'end_moved')).toHaveLength(1)
  expect(Math.abs(item.bids[0]!.at - (item.endsAt - bid.leadMs))).toBeLessThan(50)
})

/** The site is away over the close, and has moved the end by an hour when it is back. */
async function reopenedAnHourLater({ it, item, firesAt, to }: ReturnType<typeof aStory>) {
  await to(firesAt - 500)
  it.lose('site', 20_000)
  await to(firesAt + 19_000)
  it.site.reopen(item, 60 * MINUTE)
}

test.each(['not_sent', 'lost'] as const)(
  'A bid that was locked in and %s can be cancelled again once its end has moved by an hour',
  async (kind) => {
    const story = aStory()
    const { it, bid, to } = story
    const other = it.snipe({ endsInMs: 70 * MINUTE }).bid
    it.overrides.bid = () => always(it.time.now() < 10 * MINUTE ? kind : 'fine')()
    await reopenedAnHourLater(story)
    expect(bid.lockedInAt).not.toBeNull()
    await to(4 * MINUTE)
    expect(bid).toMatchObject({ status: 'pending', lockedInAt: null })
    it.requestChange(bid, { kind: 'cancel' })
    expect(bid.status).toBe('cancelled')
    await to(80 * MINUTE)
    expect(other.status).toBe('won')
    expect(it.violations).toEqual([])
  },
)

test('A bid that was locked in before its end moved by an hour is locked in anew and sent at the new moment', async () => {
  const story = aStory()
  const { it, item, bid, to } = story
  it.overrides.bid = () => always(it.time.now() < 10 * MINUTE ? 'lost' : 'fine')()
  await reopenedAnHourLater(story)
  await to(70 * MINUTE)
  expect(kindsOf(bid).filter((kind) => kind === 'locked_in')).toHaveLength(2)
  expect(Math.abs(item.bids[0]!.at - (item.endsAt - bid.leadMs))).toBeLessThan(50)
  expect(bid.status).toBe('won')
  expect(it.violations).toEqual([])
})

test('A bid whose site is away over the close, and has extended the auction meanwhile, is sent at its new moment', async () => {
  const { it, item, bid, to } = aStory({ leadMs: 8_000 })
  await to(2 * MINUTE - 20_000)
  it.lose('site', 90_000)
  it.overrides.bid = () => always(it.time.now() < 2 * MINUTE + 70_000 ? 'not_sent' : 'fine')()
  it.site.moveEnd(item, 150_000)
  await to(6 * MINUTE)
  expect(Math.abs(item.bids[0]!.at - (item.endsAt - bid.leadMs))).toBeLessThan(50)
  expect(bid.status).toBe('won')
})

test('A bid that the site has taken without an answer stays locked in when its end moves by an hour', async () => {
  const story = aStory()
  const { it, bid, to, firesAt } = story
  it.overrides.bid = always('answer_lost')
  await to(firesAt + 10)
  await reopenedAnHourLater(story)
  await to(4 * MINUTE)
  expect(bid.status).toBe('executed')
  expect(bid.lockedInAt).not.toBeNull()
})

test('An end that moves after the re-reading is noticed', async () => {
  const { it, item, bid, firesAt, to } = aStory()
  await to(firesAt - 6_000)
  it.site.moveEnd(item, MINUTE)
  await to(4 * MINUTE)
  expect(Math.abs(item.bids[0]!.at - (item.endsAt - bid.leadMs))).toBeLessThan(50)
  expect(it.sendings).toHaveLength(1)
})

test('An auction that closes early is recorded as ended early', async () => {
  const { it, item, bid, firesAt, to, toTheEnd } = aStory()
  await to(firesAt - 30_000)
  item.closedEarlyAt = it.site.siteTime()
  await toTheEnd()
  expect(bid).toMatchObject({ status: 'auction_ended', outcome: 'ended_early' })
})

test('A bid on a missing item is sent, and the item counts as withdrawn two minutes later', async () => {
  const { it, item, bid, firesAt, to } = aStory()
  await to(firesAt - 30_000)
  item.withdrawn = true
  await to(firesAt + 500)
  expect(it.sendings.length).toBeGreaterThan(0)
  expect(bid.status).toBe('pending')
  await to(6 * MINUTE)
  expect(bid).toMatchObject({ status: 'auction_ended', outcome: 'withdrawn' })
})

test('A bid that one server of the site calls closed eight seconds before the end is sent again and wins', async () => {
  const { it, item, bid, toTheEnd } = aStory({ leadMs: 8_000 })
  const place = it.site.place.bind(it.site)
  it.site.place = (...bid) => {
    it.site.place = place
    return { kind: 'closed', siteMessage: `Auction ${bid[1]} has closed.` }
  }
  await toTheEnd()
  expect(it.sendings).toHaveLength(2)
  expect(item.bids[0]!.at - (item.endsAt - bid.leadMs)).toBeLessThan(500)
  expect(bid.status).toBe('won')
})

test('A bid that arrives at an auction that has just been ended early is recorded as ended early', async () => {
  const { it, item, bid, firesAt, to, toTheEnd } = aStory({ leadMs: 30_000 })
  await to(firesAt - 500)
  item.closedEarlyAt = it.site.siteTime()
  await toTheEnd()
  expect(it.sendings.length).toBeLessThan(6)
  expect(bid).toMatchObject({ status: 'auction_ended', outcome: 'ended_early' })
})

test('An item that is removed after the bid counts as withdrawn after two minutes', async () => {
  const { item, bid, firesAt, to } = aStory()
  await to(firesAt + 2_000)
  item.withdrawn = true
  await to(3 * MINUTE)
  expect(bid.status).toBe('executed')
  await to(6 * MINUTE)
  expect(bid).toMatchObject({ status: 'auction_ended', outcome: 'withdrawn' })
})

test('A bid is sent although the page is missing for a while', async () => {
  const { it, item, bid, firesAt, to, toTheEnd } = aStory()
  await to(firesAt - 20_000)
  item.missingUntil = firesAt + 1_000
  await toTheEnd()
  expect(it.sendings).toHaveLength(1)
  expect(Math.abs(item.bids[0]!.at - (item.endsAt - bid.leadMs))).toBeLessThan(50)
  expect(bid.status).toBe('won')
})

test('A bid is sent although the site shows no page', async () => {
  const { it, item, bid, firesAt, to, toTheEnd } = aStory()
  it.overrides.call = (call) =>
    call === 'site.readItem' && it.time.now() < firesAt + 2_000 ? { kind: 'hangs', outMs: 40, backMs: 40 } : null
  await to(firesAt + 1_000)
  expect(it.sendings).toHaveLength(1)
  expect(Math.abs(item.bids[0]!.at - (item.endsAt - bid.leadMs))).toBeLessThan(100)
  await toTheEnd()
  expect(bid.status).toBe('won')
})

test('A connection that breaks at the shot is opened again until the bid is sent', async () => {
  const { it, bid, toTheEnd } = aStory()
  it.overrides.bid = (attempt) => ({ kind: attempt <= 5 ? 'not_sent' : 'fine', outMs: 1, backMs: 1 })
  await toTheEnd()
  expect(it.sendings).toHaveLength(6)
  expect(bid.status).toBe('won')
})

test('A snipe that is claimed after its moment is sent at once', async () => {
  const it = openStory({ seed: 7 })
  const { bid } = it.snipe({ endsInMs: 10_000, leadMs: 9_000 })
  await it.time.runTo(3_000)
  it.start('east')
  await it.time.runTo(MINUTE)
  expect(it.sendings).toHaveLength(1)
  expect(bid.status).toBe('won')
})

test('A snipe that is claimed only after the close ends because no engine was running', async () => {
  const it = openStory({ seed: 7 })
  const { bid } = it.snipe({ endsInMs: 1_000 })
  await it.time.runTo(5_000)
  it.start('east')
  await it.time.runTo(MINUTE)
  expect(it.sendings).toEqual([])
  expect(bid).toMatchObject({ status: 'failed', outcome: 'not_running' })
})

test('A snipe that is claimed after the close fails only when the site shows that no other process has sent it', async () => {
  const it = openStory({ seed: 7 })
  const { bid } = it.snipe({ endsInMs: 10_000 })
  it.site.place('user1', '1', bid.maxBidCents)
  await it.time.runTo(12_000)
  it.overrides.call = (call) => (call === 'site.readItem' ? { kind: 'fails', outMs: 40, backMs: 40 } : null)
  it.start('east')
  await it.time.runTo(6 * MINUTE)
  expect(bid.status).toBe('pending')
  it.overrides.call = () => null
  await it.time.runTo(10 * MINUTE)
  expect(bid.status).toBe('won')
})

test('A page that took seconds does not send the bid early', async () => {
  const { it, item, bid, toTheEnd } = aStory()
  it.overrides.call = (call) => (call === 'site.readItem' ? { kind: 'fine', outMs: 40, backMs: 2_000 } : null)
  await toTheEnd()
  expect(it.violations).toEqual([])
  expect(item.bids[0]!.at).toBeGreaterThan(item.endsAt - bid.leadMs - 250)
  expect(bid.status).toBe('won')
})

test('A snipe that is outbid on arrival ends at once', async () => {
  const { it, bid, firesAt, to } = aStory()
  rivalBids(it, 2_600)
  await to(firesAt + 1_000)
  expect(bid).toMatchObject({ status: 'outbid', outcome: 'outbid_on_arrival' })
  expect(last(bid)).toMatchObject({ kind: 'settled' })
})

test('An accepted bid that is outbid later is lost only after the close', async () => {
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
  'A bid with the answer %s is sent again and wins',
  async (kind) => {
    const { it, bid, toTheEnd } = aStory()
    it.overrides.bid = first(kind)
    await toTheEnd()
    expect(it.sendings).toHaveLength(2)
    expect(bid.status).toBe('won')
  },
)

test('A bid whose token has ended, as has the token that another bid obtained since, is sent with a third login', async () => {
  const { it, item, bid, firesAt, to, toTheEnd } = aStory({ leadMs: 1_000 })
  await to(firesAt - 1_500)
  it.site.endSessions(bid.accountId)
  it.site.openSession(bid.accountId, 'user1~1')
  it.site.endSessions(bid.accountId)
  await toTheEnd()
  expect(it.sendings.map(({ token }) => token)).toEqual(['user1~1', 'user1~2', 'user1~3'])
  expect(item.bids).toHaveLength(1)
  expect(bid.status).toBe('won')
})

test('A bid of unknown outcome whose login was removed is sent again as soon as another login is stored', async () => {
  const { it, item, bid, firesAt, to, toTheEnd } = aStory({ leadMs: 30_000 })
  const bystander = it.snipe({ endsInMs: 2 * MINUTE + 3_000, leadMs: 30_000 }).bid
  it.overrides.bid = first('lost')
  await to(firesAt - 500)
  it.removeLogin(bid)
  it.site.endSessions(bid.accountId)
  await to(firesAt + 10_000)
  expect(it.sendings.filter(({ auctionId }) => auctionId === bid.auctionId)).toHaveLength(1)
  it.replaceLogin(bid)
  await to(firesAt + 15_000)
  expect(item.bids).toMatchObject([{ bidder: 'user1', amountCents: bid.maxBidCents }])
  await toTheEnd()
  expect([bid.status, bystander.status]).toEqual(['won', 'won'])
})

test('A bid whose login the site refuses before its moment is sent as soon as another login is stored', async () => {
  const { it, item, bid, firesAt, to, toTheEnd } = aStory({ leadMs: 30_000 })
  const bystander = it.snipe({ endsInMs: 2 * MINUTE + 3_000, leadMs: 30_000 }).bid
  it.site.refusePassword(bid.accountId)
  await to(firesAt + 10_000)
  expect([bid.status, it.sendings.filter(({ auctionId }) => auctionId === bid.auctionId)]).toEqual(['pending', []])
  it.replaceLogin(bid)
  await to(firesAt + 15_000)
  expect(item.bids).toMatchObject([{ bidder: 'user1', amountCents: bid.maxBidCents }])
  await toTheEnd()
  expect([bid.status, bystander.status]).toEqual(['won', 'won'])
})

test('A bid whose login the site refuses until the close fails then for this reason', async () => {
  const { it, bid, to, toTheEnd } = aStory()
  const bystander = it.snipe({ endsInMs: 2 * MINUTE + 3_000 }).bid
  it.site.refusePassword(bid.accountId)
  await to(2 * MINUTE - 100)
  expect(bid.status).toBe('pending')
  await toTheEnd()
  expect(bid).toMatchObject({ status: 'failed', outcome: 'login_refused' })
  expect([it.sendings.length, bystander.status]).toEqual([1, 'won'])
})

test('An armed bid whose login is removed before its lock-in is not sent, and says that it has no login', async () => {
  const { it, bid, firesAt, to, toTheEnd } = aStory()
  const bystander = it.snipe({ endsInMs: 2 * MINUTE }).bid
  await to(firesAt - 1_500)
  it.removeLogin(bid)
  await toTheEnd()
  expect(it.sendings.map(({ auctionId }) => auctionId)).toEqual([bystander.auctionId])
  expect(bid).toMatchObject({ status: 'failed', outcome: 'login_missing' })
  expect(kindsOf(bid)).toContain('released')
})

test('A bid that is asked to wait beyond the close is sent once more before it', async () => {
  const { it, item, bid, toTheEnd } = aStory()
  it.overrides.bid = (attempt) =>
    attempt === 1
      ? { kind: 'rate_limited', outMs: 40, backMs: 40, retryAfterMs: 60_000 }
      : { kind: 'fine', outMs: 40, backMs: 40 }
  await toTheEnd()
  expect(it.sendings).toHaveLength(2)
  expect(item.endsAt - item.bids[0]!.at).toBeGreaterThan(500)
  expect(bid.status).toBe('won')
})

test('A bid whose connection has broken is sent again at once', async () => {
  const { it, item, bid, toTheEnd } = aStory()
  it.overrides.bid = first('not_sent', { backMs: 1 })
  await toTheEnd()
  // The rest is the time that a new connection takes.
  expect(item.bids[0]!.at - (item.endsAt - bid.leadMs)).toBeLessThan(200)
})

test('A bid that must wait beyond the close is sent again when the close moves later', async () => {
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

test('A bid that the site blocks is sent until the close, ever more rarely, and once more shortly before it', async () => {
  const { it, item, bid, toTheEnd } = aStory({ leadMs: 60_000 })
  it.overrides.bid = always('blocked')
  await toTheEnd()
  expect(it.sendings).toHaveLength(7)
  const lastBeforeMs = item.endsAt - it.sendings.at(-1)!.siteTime
  expect(lastBeforeMs).toBeGreaterThan(200)
  expect(lastBeforeMs).toBeLessThan(1_000)
  expect(bid).toMatchObject({ status: 'failed', outcome: 'refused' })
})

test('An engine whose claim the database has lost does not try again for a bid that the site has refused so far', async () => {
  const { it, bid, firesAt, to, toTheEnd } = aStory({ leadMs: 60_000 })
  it.overrides.bid = always('blocked')
  await to(firesAt + 2_000)
  const tries = it.sendings.length
  expect(tries).toBeGreaterThan(1)
  // As a failover leaves it: another engine holds the bid.
  Object.assign(bid, { engineId: 2, fence: bid.fence + 1 })
  await to(firesAt + 4_000)
  it.overrides.bid = always('fine')
  await toTheEnd()
  expect(it.sendings).toHaveLength(tries)
  expect(it.violations).toEqual([])
})

test.each(['blocked', 'rate_limited'] as const)(
  'A bid with the answer %s until three seconds before the close is sent once more in time, and wins',
  async (kind) => {
    const { it, item, bid, toTheEnd } = aStory({ leadMs: 30_000 })
    it.overrides.bid = () => always(it.time.now() < 2 * MINUTE - 3_000 ? kind : 'fine')()
    await toTheEnd()
    expect(item.bids).toHaveLength(1)
    expect(bid.status).toBe('won')
  },
)

test('A bid whose tokens the site refuses for five seconds is sent with a later one, and wins', async () => {
  const { it, item, bid, firesAt, toTheEnd } = aStory({ leadMs: 30_000 })
  const isGood = it.site.isGood
  it.site.isGood = (token) => isGood(token) && (it.time.now() < firesAt - 200 || it.time.now() > firesAt + 5_000)
  await toTheEnd()
  expect(item.bids).toHaveLength(1)
  expect(bid.status).toBe('won')
})

test('An accepted bid without an answer is found by a reading, and not sent again', async () => {
  const { it, bid, toTheEnd } = aStory({ leadMs: 30_000 })
  it.overrides.bid = first('answer_lost')
  await toTheEnd()
  expect(it.sendings).toHaveLength(1)
  expect(kindsOf(bid)).toContain('checking')
  expect(bid.status).toBe('won')
})

test.each(['nothing', 'refused', 'counts_twice'] as const)(
  'An accepted bid that the pages do not show yet is sent again and is won, at a site where an equal bid has the effect: %s',
  async (equalRebid) => {
    const { it, bid, toTheEnd } = aStory({ leadMs: 5_000, statusLagMs: 8_000, equalRebid })
    it.overrides.bid = first('answer_lost')
    await toTheEnd()
    expect(it.sendings).toHaveLength(2)
    expect(it.site.standing('1').priceCents).toBe(1_000)
    expect(bid).toMatchObject({ status: 'won', finalPriceCents: 1_000 })
  },
)

test('A bid that did not arrive is sent again at once', async () => {
  const { it, item, bid, toTheEnd } = aStory({ leadMs: 2_000, statusLagMs: 3_000 })
  it.overrides.bid = first('lost')
  await toTheEnd()
  expect(it.sendings).toHaveLength(2)
  expect(item.bids[0]!.at).toBeLessThan(item.endsAt - 1_000)
  expect(bid.status).toBe('won')
})

test('A bid without an answer is sent again before the close', async () => {
  const { it, item, bid, toTheEnd } = aStory({ leadMs: 5_000 })
  it.overrides.bid = (attempt) =>
    attempt === 1 ? { kind: 'lost', outMs: 40, backMs: 20_000 } : { kind: 'fine', outMs: 40, backMs: 40 }
  await toTheEnd()
  expect(item.bids).toHaveLength(1)
  expect(bid.status).toBe('won')
})

test.each([
  ['before arming', 110_000],
  ['after arming', 60_000],
  ['between the re-reading and the shot', 5_000],
])('A bid made by hand %s does not count as the bid of the snipe', async (_, beforeMs) => {
  const { it, item, bid, firesAt, to, toTheEnd } = aStory({ leadMs: 9_000, maxBidCents: 4_000 })
  await to(firesAt - beforeMs)
  it.site.place('user1', '1', 2_000)
  it.overrides.bid = first('lost')
  await to(firesAt + 6_000)
  rivalBids(it, 2_600)
  await toTheEnd()
  expect(it.sendings).toMatchObject([{ accepted: false }, { accepted: true }])
  expect(item.bids.map(({ amountCents }) => amountCents)).toEqual([2_000, 4_000, 2_600])
  expect(bid).toMatchObject({ status: 'won', finalPriceCents: 2_700 })
})

test('A bid made by hand at the moment of the shot does not count as the bid of the snipe while no list can be read', async () => {
  const { it, item, bid, firesAt, to, toTheEnd } = aStory({ leadMs: 9_000, maxBidCents: 4_000 })
  it.overrides.call = (call) => (call.endsWith('Auctions') ? { kind: 'fails', outMs: 40, backMs: 40 } : null)
  it.overrides.bid = first('lost')
  await to(firesAt)
  it.site.place('user1', '1', 2_000)
  await to(firesAt + 6_000)
  rivalBids(it, 2_600)
  await toTheEnd()
  expect(it.sendings).toMatchObject([{ accepted: false }, { accepted: true }])
  expect(item.bids.map(({ amountCents }) => amountCents)).toEqual([2_000, 4_000, 2_600])
  expect(bid.status).toBe('won')
})

test.each([2_500, 6_000])('Nothing is sent when the owner has bid %i by hand, as much as the snipe', async (cents) => {
  const { it, bid, firesAt, to, toTheEnd } = aStory()
  await to(firesAt - 60_000)
  it.site.place('user1', '1', cents)
  await toTheEnd()
  expect(it.sendings).toEqual([])
  expect(bid).toMatchObject({ status: 'failed', outcome: 'own_maximum' })
  expect(last(bid)).toMatchObject({ kind: 'skipped', outcome: 'own_maximum', ownMaximumCents: cents })
})

test('A bid is sent although the lists of the account cannot be read', async () => {
  const { it, item, bid, toTheEnd } = aStory()
  it.overrides.call = (call) => (call.endsWith('Auctions') ? { kind: 'hangs', outMs: 40, backMs: 40 } : null)
  await toTheEnd()
  expect(it.sendings).toHaveLength(1)
  expect(Math.abs(item.bids[0]!.at - (item.endsAt - bid.leadMs))).toBeLessThan(50)
  expect(bid.status).toBe('won')
})

test('A bid whose record was lost is found at the site and not sent again', async () => {
  const it = openStory({ seed: 7 })
  const { item, bid } = it.snipe({ endsInMs: 20_000, leadMs: 19_000 })
  await it.time.runTo(1_200)
  it.site.place('user1', '1', bid.maxBidCents)
  it.start('east')
  await it.time.runTo(15_000)
  expect([it.sendings.length, bid.status]).toEqual([0, 'executed'])
  await it.time.runTo(MINUTE)
  expect(item.bids).toHaveLength(1)
  expect(bid.status).toBe('won')
})

test('A bid is never lost while the site does not show who leads after the close, and is won by the list', async () => {
  const { it, bid, to } = aStory()
  const read = it.site.read.bind(it.site)
  it.site.read = (auctionId, bidder) => {
    const page = read(auctionId, bidder)
    if (page?.closed && page.standing) Object.assign(page.standing, { leads: false, otherLeads: false })
    return page
  }
  it.overrides.call = (call) => (call === 'site.orders' ? { kind: 'fails', outMs: 40, backMs: 40 } : null)
  await to(60 * MINUTE)
  expect(bid.status).toBe('executed')
  expect(last(bid)).toMatchObject({ kind: 'checking', about: 'result' })
  it.overrides.call = () => null
  await to(100 * MINUTE)
  expect(bid.status).toBe('won')
})

test('A bid whose outcome is unknown at the close fails only when the site shows its absence', async () => {
  const { it, bid, to, toTheEnd } = aStory({ leadMs: 2_000 })
  it.overrides.bid = always('lost')
  await to(2 * MINUTE + 1_000)
  expect(bid.status).toBe('pending')
  await toTheEnd()
  expect(bid).toMatchObject({ status: 'failed', outcome: 'site_down' })
})

test('A bid is not recorded as lost while the site does not answer after the close', async () => {
  const { it, bid, firesAt, to } = aStory()
  await to(firesAt + 1_000)
  it.overrides.call = (call) => (call.startsWith('site.') ? { outMs: 30, backMs: 30, kind: 'fails' } : null)
  await to(20 * MINUTE)
  expect(bid.status).toBe('executed')
  it.overrides.call = () => null
  await to(30 * MINUTE)
  expect(bid.status).toBe('won')
})

test('A snipe that is cancelled before lock-in is never sent, and a later cancellation has no effect', async () => {
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

test.each([2_000, -2_000])(
  "A step of the site's clock by %i ms in the last seconds before the shot is noticed",
  async (stepMs) => {
    const { it, item, bid, firesAt, to, toTheEnd } = aStory()
    await to(firesAt - 11_000)
    it.site.stepClock(stepMs)
    await toTheEnd()
    expect(it.sendings).toHaveLength(1)
    expect(Math.abs(item.bids[0]!.at - (item.endsAt - bid.leadMs))).toBeLessThan(50)
  },
)

test('A step of the wall clock does not move the shot', async () => {
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
