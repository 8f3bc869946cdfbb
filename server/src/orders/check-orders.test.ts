import { messages } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bidByHand } from '../../test/bid-by-hand.ts'
import { startSniping } from '../../test/sniping.ts'
import type { ReadBudget } from '../marketplace/rate-limiting/read-budget.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { neverAborted } from '../platform/with-timeout.ts'
import { checkOrders } from './check-orders.ts'

const MINUTE = 60_000
const CONTEXT = { site: 'Auction House', time: String }

let it: Awaited<ReturnType<typeof startSniping>>
let names = 0
/** So many of the next lists of orders that are read meet a failure of ours. */
let broken = 0
/** So many reads are granted before the budget has none left. */
let readsLeft = Infinity
beforeAll(async () => {
  it = await startSniping({
    marketplace: (client) => ({
      ...client,
      async openOrders(session) {
        if (broken === 0) return client.openOrders(session)
        broken -= 1
        throw new TypeError('a failure of ours')
      },
    }),
  })
})
afterAll(() => it[Symbol.asyncDispose]())

const REFUSED = { kind: 'wait', reason: 'site', waitMs: MINUTE } as const
/** The seconds between two readings that have to agree pass at once. */
const clock: Clock = {
  ...systemClock,
  sleepUntil: async (instant, signal) => {
    if (instant - systemClock.monotonic() > 4_000) await systemClock.sleepUntil(instant, signal)
  },
}
function check() {
  const acquire: ReadBudget['acquire'] = async (request) =>
    (readsLeft -= 1) < 0 ? REFUSED : it.readBudget.acquire(request)
  return checkOrders({ ...it.connecting, clock, readBudget: { ...it.readBudget, acquire } }, neverAborted)
}

type Told = { outcome?: string; status?: 'won' | 'lost' | 'failed'; minutesAgo?: number; accepted?: boolean }

/** A bid of an own account that was sent, and whose result was told some minutes ago, on an auction that is still open. */
async function toldBid({ outcome = 'lost', status = 'lost', minutesAgo = 3, accepted = true }: Told = {}) {
  const userName = `bidder-${(names += 1)}`
  const accountId = await it.addBidderNamed(userName)
  const itemId = it.house.control.createListing({ title: 'Brass lamp', endsInSeconds: 3_600 }).itemId
  const { bidId } = await it.snipeOn(itemId, { accountId, maxBidCents: 3_000 })
  const at = new Date(systemClock.now() - minutesAgo * MINUTE)
  const sent = { locked_in_at: at, executed_at: accepted ? at : null, settled_at: at, error_detail: 'as told' }
  await it.db
    .updateTable('bids')
    .set({ status, outcome, ...sent })
    .where('id', '=', bidId)
    .execute()
  const { tracked_auction_id } = await it.readBid(bidId)
  return {
    userName,
    accountId,
    bidId,
    itemId,
    byHand: (amount: number) => bidByHand(it.house.apiUrl, { userName, itemId, amount }),
    rival: (amount: number) => it.house.control.placeRivalBid({ itemId, amount }),
    close() {
      it.house.control.setOrders({ delaySeconds: 0 })
      it.house.control.closeListing({ itemId })
    },
    read: () => it.readBid(bidId),
    auctionStatus: async () =>
      (await it.db.selectFrom('tracked_auctions').select('status').where('id', '=', tracked_auction_id).execute())[0]
        ?.status,
    sentences: async () =>
      (
        await it.db
          .selectFrom('notifications')
          .selectAll()
          .where('account_id', '=', accountId)
          .where('kind', 'like', 'bid_%')
          .execute()
      ).map(({ kind, values }) => {
        expect(kind).toBe('bid_corrected')
        const { title, text } = messages.notification.KINDS.bid_corrected.textOf(values, CONTEXT)!
        return `${title}. ${text}`
      }),
  }
}

describe('a result that later evidence contradicts', () => {
  test('An order that appears after a loss makes a win of it, and row, log, auction and notification say so', async () => {
    const [bid, bystander] = [await toldBid(), await toldBid()]
    for (const each of [bid, bystander]) await each.byHand(25)
    bystander.rival(90)
    for (const each of [bid, bystander]) each.close()
    await check()
    expect(await bid.read()).toMatchObject({
      status: 'won',
      outcome: 'won',
      final_price_cents: 999,
      error_detail: null,
    })
    expect(await bid.auctionStatus()).toBe('won')
    expect((await it.eventsOf(bid.bidId)).at(-1)).toEqual({
      kind: 'corrected',
      from: 'lost',
      to: 'won',
      finalPriceCents: 999,
    })
    expect(await bid.sentences()).toEqual([
      'Corrected: won for $9.99. Auction House has an order of yours for it. We first told you: “Lost”. Pay on Auction House.',
    ])
    expect(await bystander.read()).toMatchObject({ status: 'lost', error_detail: 'as told' })
    expect(await bystander.sentences()).toEqual([])
  })

  test.each(['not_confirmed', 'cancelled'] as const)(
    'A restored bid that ended as %s has won all the same if an order shows that it was sent before the restore',
    async (outcome) => {
      const [bid, bystander] = [await toldBid({ accepted: false }), await toldBid({ accepted: false })]
      const status = outcome === 'cancelled' ? 'cancelled' : 'failed'
      for (const { bidId } of [bid, bystander]) {
        await it.db.updateTable('bids').set({ status, outcome, locked_in_at: null }).where('id', '=', bidId).execute()
      }
      await it.db
        .updateTable('bids')
        .set({ restored_from: new Date(systemClock.now() - 10 * MINUTE) })
        .where('id', '=', bid.bidId)
        .execute()
      for (const each of [bid, bystander]) await each.byHand(25)
      for (const each of [bid, bystander]) each.close()
      await check()
      expect(await bid.read()).toMatchObject({ status: 'won', outcome: 'won' })
      // Without a restore, a bid that was never locked in was not sent.
      expect(await bystander.read()).toMatchObject({ status, outcome })
    },
  )

  test('A bid that a higher bid of its owner kept from being sent has won if there is an order, whatever its price', async () => {
    const own = await toldBid({ outcome: 'own_maximum', status: 'failed', accepted: false })
    const bystander = await toldBid({ outcome: 'site_down', status: 'failed', accepted: false })
    for (const { bidId } of [own, bystander])
      await it.db.updateTable('bids').set({ locked_in_at: null }).where('id', '=', bidId).execute()
    for (const each of [own, bystander]) {
      each.rival(40)
      await each.byHand(60)
      each.close()
    }
    await check()
    expect(await own.read()).toMatchObject({ status: 'won', final_price_cents: 4_100 })
    expect((await own.sentences())[0]).toContain('Won by a higher bid of yours, made at the site.')
    expect(await bystander.read()).toMatchObject({ status: 'failed', outcome: 'site_down' })
  })

  test('A win that two readings of the page deny, without an order, becomes a loss', async () => {
    const [bid, led] = [
      await toldBid({ outcome: 'won', status: 'won' }),
      await toldBid({ outcome: 'won', status: 'won' }),
    ]
    for (const each of [bid, led]) await each.byHand(25)
    bid.rival(40)
    for (const each of [bid, led]) each.close()
    // Of this win, the page shows no other winner: a paid item may be in neither list.
    it.house.control.payForListing({ itemId: led.itemId })
    const noOrders = { kind: 'page_lag', lagMs: 600_000, endpoint: 'ShippedOrders/GetAll' } as const
    it.house.control.addFault({ ...noOrders, userName: led.userName })
    await check()
    expect(await bid.read()).toMatchObject({ status: 'lost', outcome: 'lost', final_price_cents: 2_600 })
    expect(await bid.sentences()).toEqual([
      'Corrected: lost. Auction House names another bidder as the winner, for $26.00. We first told you: “Won”.',
    ])
    expect(await led.read()).toMatchObject({ status: 'won' })
  })

  test('A win stays while the lists of orders cannot be read, whatever the page shows', async () => {
    const bid = await toldBid({ outcome: 'won', status: 'won' })
    await bid.byHand(25)
    bid.rival(40)
    bid.close()
    it.house.control.addFault({ kind: 'garbage', endpoint: 'OpenOrders/GetOpenOrders', userName: bid.userName })
    await check()
    expect(await bid.read()).toMatchObject({ status: 'won' })
  })

  test('An order above the maximum is not the win of a bid that the site never took, but of one that it took', async () => {
    const refused = await toldBid({ outcome: 'price_past_maximum', status: 'failed', accepted: false })
    const raised = await toldBid()
    for (const each of [refused, raised]) {
      each.rival(40)
      await each.byHand(60)
      each.close()
    }
    await check()
    expect(await refused.read()).toMatchObject({ status: 'failed' })
    expect(await raised.read()).toMatchObject({ status: 'won', final_price_cents: 4_100 })
    expect((await raised.sentences())[0]).toContain('Won by a higher bid of yours, made at the site.')
  })
})

const readsOf = () => it.house.control.readReads().reads['OpenOrders/GetOpenOrders']?.total ?? 0
const readsDuring = async () => {
  const before = readsOf()
  await check()
  return readsOf() - before
}
/** Moves the telling of the result, and the last check after it, into the past. */
const age = (bidId: number, minutesAgo: number) => {
  const settledAt = sql<Date>`${new Date(systemClock.now() - minutesAgo * MINUTE)}::timestamptz`
  const values = {
    settled_at: settledAt,
    orders_checked_at: sql<Date>`${settledAt} + (orders_checked_at - settled_at)`,
  }
  return it.db.updateTable('bids').set(values).where('id', '=', bidId).execute()
}

describe('the checks of a result', () => {
  test('Come 2 and 15 minutes, 2 and 24 hours after it was told, each once, and end after that', async () => {
    const { bidId } = await toldBid({ minutesAgo: 1 })
    expect(await readsDuring()).toBe(0)
    for (const minutesAgo of [2, 15, 121, 24 * 60 + 1]) {
      await age(bidId, minutesAgo)
      expect([minutesAgo, await readsDuring()]).toEqual([minutesAgo, 1])
      expect([minutesAgo, await readsDuring()]).toEqual([minutesAgo, 0])
    }
    await age(bidId, 40 * 60)
    expect(await readsDuring()).toBe(0)
  })

  test('Read the lists once for all bids of an account, and end with an order that proves the win', async () => {
    const won = await toldBid({ outcome: 'won', status: 'won' })
    await won.byHand(25)
    won.close()
    expect(await readsDuring()).toBe(1)
    await age(won.bidId, 16)
    expect(await readsDuring()).toBe(0)
    expect(await won.sentences()).toEqual([])
  })

  test('A site that fails or refuses the login leaves the result as it is, until the next check', async () => {
    const bid = await toldBid()
    await bid.byHand(25)
    bid.close()
    it.house.control.addFault({ kind: 'status', status: 503, userName: bid.userName, times: 2 })
    await check()
    expect(await bid.read()).toMatchObject({ status: 'lost' })
    await it.db.deleteFrom('read_budgets').execute()
    await age(bid.bidId, 16)
    await check()
    expect(await bid.read()).toMatchObject({ status: 'won' })
  })

  test.each([
    [
      'fails',
      ({ itemId }: { itemId: number }) => void it.house.control.addFault({ kind: 'status', status: 503, itemId }),
    ],
    ['may not be read', () => void (readsLeft = 2)],
  ])('After the last one, an item whose page %s is looked at an hour later, and no other', async (_, fail) => {
    const wins = { outcome: 'won', status: 'won', minutesAgo: 1 } as const
    const [bid, bystander] = [await toldBid(wins), await toldBid(wins)]
    for (const each of [bid, bystander]) {
      await each.byHand(25)
      each.rival(40)
      each.close()
    }
    await age(bystander.bidId, 24 * 60 + 1)
    await check()
    expect(await bystander.read()).toMatchObject({ status: 'lost' })
    await age(bid.bidId, 24 * 60 + 1)
    fail(bid)
    await check()
    readsLeft = Infinity
    it.house.control.clearFaults()
    await it.db.deleteFrom('read_budgets').execute()
    expect(await bid.read()).toMatchObject({ status: 'won' })
    expect(await readsDuring()).toBe(0)

    await age(bid.bidId, 25 * 60 + 2)
    await it.db
      .updateTable('order_readings')
      .set({ next_read_at: sql<Date>`next_read_at - interval '61 minutes'` })
      .where('account_id', 'in', [bid.accountId, bystander.accountId])
      .execute()
    expect(await readsDuring()).toBe(1)
    expect(await bid.read()).toMatchObject({ status: 'lost' })
  })

  test.each([
    ['our own', () => void (broken += 1)],
    [
      'the site',
      (userName: string) => void it.house.control.addFault({ kind: 'status', status: 503, userName, times: 2 }),
    ],
  ])('After a failure of %s at the last one, comes another an hour later, until 30 hours', async (_, fail) => {
    const told = { minutesAgo: 1 }
    const [bid, late, bystander] = [await toldBid(told), await toldBid(told), await toldBid(told)]
    for (const each of [bid, late, bystander]) {
      await each.byHand(25)
      each.close()
    }
    for (const each of [bid, late]) {
      // The accounts that fail come first.
      await age(each.bidId, 24 * 60 + 1)
      fail(each.userName)
    }
    await age(bystander.bidId, 20)
    await check()
    await it.db.deleteFrom('read_budgets').execute()
    for (const each of [bid, late]) expect(await each.read()).toMatchObject({ status: 'lost' })
    expect(await bystander.read()).toMatchObject({ status: 'won' })
    expect(await readsDuring()).toBe(0)

    await age(bid.bidId, 25 * 60 + 2)
    await age(late.bidId, 31 * 60)
    await it.db
      .updateTable('order_readings')
      .set({ next_read_at: sql<Date>`next_read_at - interval '61 minutes'` })
      .where('account_id', 'in', [bid.accountId, late.accountId])
      .execute()
    await check()
    expect(await bid.read()).toMatchObject({ status: 'won' })
    expect(await late.read()).toMatchObject({ status: 'lost' })
  })
})
