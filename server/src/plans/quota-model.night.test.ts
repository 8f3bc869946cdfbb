import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx } from '../../test/a-ctx.ts'
import { addAccount, addListing } from '../../test/add-rows.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { endSubscription, PLANS, subscribe } from '../../test/planning.ts'
import { type ModelBid, type ModelAuction, QuotaModel } from '../../test/quota-model.ts'
import { quotaOperation, type QuotaOperation } from '../../test/quota-operations.ts'
import { settableClock } from '../../test/settable-clock.ts'
import { removeAuction } from '../auctions/remove-auction.ts'
import { restoreAuction } from '../auctions/restore-auction.ts'
import { trackAuction } from '../auctions/track-auction.ts'
import { cancelBid, cancelBidOn } from '../bidding/cancel-bid.ts'
import { changeBid } from '../bidding/change-bid.ts'
import { deleteHistoricalBid } from '../bidding/deleted/delete-bids.ts'
import { scheduleBid } from '../bidding/schedule-bid.ts'
import { readConfig } from '../config/config.ts'
import { createPersonHasher } from '../identity/trial/hash-person.ts'
import { startTrial } from '../identity/trial/start-trial.ts'
import { shopgoodwill } from '../marketplace/shopgoodwill/shopgoodwill.ts'
import { AppError } from '../platform/errors.ts'
import type { Plans } from './load-plans.ts'
import { readFeatureLimits } from './read-feature-limits.ts'

/*
 * Random operations, played against the real verbs and against a model that knows nothing of the database. They have to
 * agree on what is accepted, and on every count.
 */

const OPERATIONS = 10_000
const LENGTH = 250
/** Small, so that stories reach the limits. */
const SMALL: Plans = {
  trial: { name: 'Trial', days: 5, auctions: 3, snipes: 3 },
  free: { name: 'Free', auctions: 2, snipes: 1 },
  paid: PLANS.paid.map((plan) => (plan.id === 'ten' ? { ...plan, auctions: 5, snipes: 6 } : plan)),
}
const HOUR_MS = 3_600_000
const BEGIN = Date.UTC(2027, 0, 31, 9, 30)

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

test('The verbs and a model of the limits agree on 10,000 random operations', async () => {
  let left = OPERATIONS
  // A run without operations is quick: the number of runs is only a bound.
  await fc.assert(
    fc.asyncProperty(fc.array(quotaOperation, { minLength: LENGTH / 2, maxLength: LENGTH }), async (operations) => {
      const next = operations.slice(0, Math.max(0, left))
      left -= next.length
      if (next.length === 0) return
      const story = await openStory()
      for (const each of next) await story.play(each)
      await story.compare()
    }),
    { numRuns: OPERATIONS / (LENGTH / 2) },
  )
  expect(left).toBe(0)
})

async function openStory() {
  const { db } = database
  const clock = settableClock(BEGIN)
  const model = new QuotaModel(SMALL, BEGIN)
  const marketplace = shopgoodwill(clock, readConfig({}).site)
  const ctx = {
    ...aCtx({ db, clock, plans: SMALL, marketplace, readsPerSecond: 1 }),
    hashPerson: createPersonHasher([]),
  }
  const caller = await addAccount(db, marketplace.id, BEGIN)
  const { accountId } = caller
  const listings: { id: number; auctionId: string; trackedId: number | null }[] = []
  for (let count = 1; count <= 6; count += 1) await addAuction(count - 1)

  async function addAuction(at: number) {
    listings[at] = { ...(await addListing(db, marketplace.id, BEGIN)), trackedId: null }
    model.auctions.push(...(model.auctions.length <= at ? [newAuction()] : []))
  }

  /** The auction at a place, on both sides. */
  function auctionAt(at: number) {
    const [listing, known] = [listings[at], model.auctions[at]]
    if (!listing || !known) throw new Error('There is no such auction')
    const bid = known.bids.findLast(({ deleted }) => !deleted)
    const live = known.bids.find(({ state }) => state === 'pending' || state === 'locked')
    return { listing, known, bid, live }
  }

  const bidColumns = (id: number, columns: object) => db.updateTable('bids').set(columns).where('id', '=', id).execute()

  const plays: { [Kind in QuotaOperation['do']]: (operation: Extract<QuotaOperation, { do: Kind }>) => Promise<void> } =
    {
      async track({ auction }) {
        const { listing, known } = auctionAt(auction)
        const isNew = known.state !== 'tracked'
        const fault = known.closed ? 'auction_over' : model.auctionsLeft() === 0 ? 'plan_limit_reached' : 'ok'
        const tracked = await attempt(() => trackAuction(ctx, { accountId }, { auction_id: listing.auctionId }))
        expect(tracked.outcome).toBe(isNew ? fault : 'ok')
        if (tracked.value) [known.state, listing.trackedId] = ['tracked', tracked.value.auction.id]
      },
      async remove({ auction }) {
        const { listing, known, live } = auctionAt(auction)
        const removing = () =>
          removeAuction(
            { ...ctx, cancelBidOn: (acting, id) => cancelBidOn(ctx, acting, id) },
            { accountId },
            listing.trackedId ?? 0,
          )
        const expected = known.state !== 'tracked' ? 'not_found' : live?.state === 'locked' ? 'too_late' : 'ok'
        expect((await attempt(removing)).outcome).toBe(expected)
        if (expected !== 'ok') return
        known.state = 'removed'
        if (live) live.state = 'cancelled'
      },
      async restore({ auction }) {
        const { listing, known } = auctionAt(auction)
        const isOver = known.state === 'removed' && !known.closed && model.auctionsLeft() === 0
        const expected = known.state === 'never' ? 'not_found' : isOver ? 'plan_limit_reached' : 'ok'
        expect((await attempt(() => restoreAuction(ctx, { accountId }, listing.trackedId ?? 0))).outcome).toBe(expected)
        if (expected === 'ok') known.state = 'tracked'
      },
      async schedule({ auction: chosen }) {
        // Most of the time, an auction on which a bid is possible.
        const open = model.auctions.flatMap(({ state, closed }, at) => (state === 'tracked' && !closed ? [at] : []))
        const auction = open[chosen] ?? chosen
        const expected = scheduleOutcome(auctionAt(auction).known)
        const scheduled = await attempt(() => schedule(auction))
        expect(scheduled.outcome).toBe(expected)
        if (scheduled.value) note(auction, scheduled.value.id)
      },
      async 'schedule all at once'() {
        const outcomes = model.auctions.map(scheduleOutcome)
        const isNew = model.auctions.map((_, at) => !auctionAt(at).live)
        const left = model.snipesLeft()
        const results = await Promise.all(model.auctions.map((_, at) => attempt(() => schedule(at))))
        const inserted = results.filter(({ outcome }, at) => outcome === 'ok' && isNew[at])
        const possible = outcomes.filter((outcome, at) => isNew[at] && ['ok', 'plan_limit_reached'].includes(outcome))
        expect(inserted.length).toBe(Math.min(left, possible.length))
        results.forEach(({ value }, at) => value && note(at, value.id))
      },
      async change({ auction }) {
        const { known, bid } = auctionAt(auction)
        if (!bid || known.closed) return
        const { outcome } = await attempt(() => changeBid(ctx, caller, bid.id, { maxBid: 26, confirmMaxBid: 26 }))
        expect(outcome).toBe(bid.state === 'pending' ? 'ok' : bid.state === 'locked' ? 'too_late' : 'conflict')
      },
      async cancel({ auction }) {
        const { bid } = auctionAt(auction)
        if (!bid) return
        const isStopped = bid.state === 'pending' || bid.state === 'cancelled'
        const { outcome } = await attempt(() => cancelBid(ctx, { accountId }, bid.id))
        expect(outcome).toBe(isStopped ? 'ok' : bid.state === 'locked' ? 'too_late' : 'conflict')
        if (isStopped) bid.state = 'cancelled'
      },
      async lock({ auction }) {
        const { live } = auctionAt(auction)
        if (!live) return
        await bidColumns(live.id, { locked_in_at: new Date(model.now) })
        live.state = 'locked'
      },
      async end({ auction, how }) {
        const { live } = auctionAt(auction)
        if (!live) return
        await bidColumns(live.id, ENDS[how](new Date(model.now)))
        live.state = how
      },
      async delete({ auction }) {
        const { bid } = auctionAt(auction)
        if (!bid) return
        const isFinished = !['pending', 'locked', 'at-site'].includes(bid.state)
        const { outcome } = await attempt(() => deleteHistoricalBid(ctx, accountId, bid.id))
        expect(outcome).toBe(isFinished ? 'ok' : 'conflict')
        bid.deleted = isFinished
      },
      async close({ auction }) {
        const { listing, known } = auctionAt(auction)
        await db
          .updateTable('listings')
          .set({ closed_at: new Date(model.now), closed_reason: 'ended' })
          .where('id', '=', listing.id)
          .execute()
        known.closed = true
      },
      async replace({ auction }) {
        // The old auction stays, and goes on to count.
        const { known } = auctionAt(auction)
        model.auctions[auction] = newAuction()
        model.auctions.push(known)
        listings.push(...listings.slice(auction, auction + 1))
        await addAuction(auction)
      },
      async wait({ hours }) {
        setNow(model.now + hours * HOUR_MS)
      },
      async 'wait for the end'({ ms }) {
        setNow(Math.max(model.now, model.holding().end + ms))
      },
      async trial() {
        const isRunning = model.holding().tier === 'trial'
        const isPossible = model.trialAt === null && model.holding().tier === 'free'
        const { outcome } = await attempt(() => startTrial(ctx, accountId))
        expect(outcome).toBe(isRunning || isPossible ? 'ok' : 'conflict')
        if (isPossible) model.trialAt = model.now
      },
      async buy({ plan }) {
        await subscribe(db, { accountId, plan, startedAt: model.now })
        model.subscription = { plan, startedAt: model.now, pastDueSince: null }
      },
      async 'fail to pay'() {
        if (!model.subscription) return
        const { plan, startedAt } = model.subscription
        await subscribe(db, { accountId, plan, startedAt, pastDueSince: model.now })
        model.subscription.pastDueSince = model.now
      },
      async 'end the subscription'() {
        await endSubscription(db, accountId)
        model.subscription = null
      },
    }

  const schedule = (at: number) => {
    const auctionId = auctionAt(at).listing.auctionId
    return scheduleBid(ctx, caller, { auctionId, maxBid: 25, confirmMaxBid: 25, secondsBeforeEnd: 5 })
  }

  function scheduleOutcome(known: ModelAuction): string {
    if (known.state !== 'tracked') return 'not_found'
    if (known.closed) return 'auction_over'
    if (known.bids.some(({ state }) => state === 'at-site')) return 'conflict'
    if (known.bids.some(({ state }) => state === 'locked')) return 'too_late'
    if (known.bids.some(({ state }) => state === 'pending')) return 'ok'
    return model.snipesLeft() === 0 ? 'plan_limit_reached' : 'ok'
  }

  /** Notes a bid that was scheduled, unless it is the pending one, which was changed. */
  function note(at: number, id: number) {
    const { bids } = auctionAt(at).known
    const bid: ModelBid = { id, countedAt: model.now, state: 'pending', deleted: false }
    if (!bids.some((known) => known.id === id)) bids.push(bid)
  }

  function setNow(instant: number) {
    model.now = instant
    clock.set(instant)
  }

  let steps = 0
  async function compare() {
    const limits = await readFeatureLimits(ctx, accountId)
    const { tier, snipes, auctions } = model.holding()
    expect(limits).toMatchObject({
      subscription_tier: tier,
      snipe_limit: snipes,
      snipe_current: model.snipesUsed(),
      auction_limit: auctions,
      auction_current: model.auctionsUsed(),
    })
  }

  return {
    compare,
    async play(operation: QuotaOperation) {
      // The operation's kind selects the function that takes it.
      await (plays[operation.do] as (operation: QuotaOperation) => Promise<void>)(operation)
      steps += 1
      if (steps % 12 === 0) await compare()
    },
  }
}

const newAuction = (): ModelAuction => ({ state: 'never', closed: false, bids: [] })

/** The columns of a bid that has ended, as engines write them. */
const ENDS = {
  'at-site': (at: Date) => ({ status: 'executed', executed_at: at, locked_in_at: at }),
  lost: (at: Date) => ({ status: 'lost', outcome: 'lost', executed_at: at, settled_at: at }),
  ours: (at: Date) => ({ status: 'failed', outcome: 'database_down', settled_at: at }),
  theirs: (at: Date) => ({ status: 'failed', outcome: 'login_refused', settled_at: at }),
} as const

/** What a verb did: `ok` with its answer, or the code of its refusal. */
async function attempt<T>(verb: () => Promise<T>): Promise<{ outcome: string; value: T | null }> {
  try {
    return { outcome: 'ok', value: await verb() }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { outcome: error.code, value: null }
  }
}
