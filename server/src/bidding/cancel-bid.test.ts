import { api, messages } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { type PretendEngine, pretendEngine } from '../../test/pretend-engine.ts'
import { pendingTerms } from '../bids/terms.ts'
import { systemClock } from '../platform/clock.ts'
import { pollUntil } from '../platform/poll-until.ts'

let bidding: Bidding
let engine: PretendEngine

beforeAll(async () => {
  bidding = await startBidding()
  engine = await pretendEngine(bidding.db)
})
afterAll(() => bidding[Symbol.asyncDispose]())

const cancel = ({ token }: Person, id: number) => bidding.api.call(api.cancelBid, { token, params: { id } })
const change = ({ token }: Person, id: number, maxBid: number) =>
  bidding.api.call(api.changeBid, { token, params: { id }, body: { maxBid, confirmMaxBid: maxBid } })
const rowOf = (id: number) => bidding.db.selectFrom('bids').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Why a raise is refused that meets a cancel or another raise. */
const BESIDE_A_CANCEL: readonly string[] = [
  messages.bid.beingCancelled,
  messages.bid.cannotChangeCancelled,
  messages.bid.changeReplaced,
]

/** Resolves once the bid has a pending change. */
async function untilChangePending(id: number) {
  const change = await pollUntil(systemClock, async () => (await rowOf(id)).pending, {
    everyMs: 5,
    forMs: 60_000,
  })
  expect(change).not.toBeNull()
}

test('A bid that no engine holds is cancelled at once, and is no longer scheduled', async () => {
  const { person, bid, auction } = await bidding.scheduledBid()
  const { status, body } = await cancel(person, bid.id)
  expect(status).toBe(200)
  expect(body.data.bid).toMatchObject({ status: 'cancelled', outcome: 'cancelled', phase: 'settled' })
  const left = await bidding.api.call(api.listScheduledBids, { token: person.token, params: { id: auction.id } })
  expect(left.body.data.bids).toEqual([])
})

test('Cancelling a cancelled bid answers the same, and logs nothing', async () => {
  const { person, bid } = await bidding.scheduledBid()
  await cancel(person, bid.id)
  expect((await cancel(person, bid.id)).body.data.bid.status).toBe('cancelled')
  const receipt = await bidding.api.call(api.readReceipt, { token: person.token, params: { id: bid.id } })
  expect(receipt.body.data.events.map(({ kind }) => kind)).toEqual(['scheduled', 'cancelled'])
})

test('Cancelling waits until the engine that holds the bid has released it', async () => {
  const { person, bid } = await bidding.scheduledBid()
  const fence = await engine.claim(bid.id)
  let answered = false
  const answer = cancel(person, bid.id).finally(() => {
    answered = true
  })
  await untilChangePending(bid.id)
  expect(answered).toBe(false)
  expect(await engine.lockIn(bid.id, fence)).toBe(false)

  expect(await engine.release(bid.id, fence)).toBe('cancelled')
  expect((await answer).body.data.bid.status).toBe('cancelled')
})

test('Changing waits until the engine has released the bid with its new terms', async () => {
  const { person, bid } = await bidding.scheduledBid({ maxBid: 25 })
  const fence = await engine.claim(bid.id)
  const answer = change(person, bid.id, 60)
  await untilChangePending(bid.id)
  expect((await rowOf(bid.id)).max_bid_cents).toBe(2_500)

  expect(await engine.release(bid.id, fence)).toBe('changed')
  expect((await answer).body.data.bid.max_bid).toBe(60)
  expect(await rowOf(bid.id)).toMatchObject({
    engine_id: null,
    pending: null,
    max_bid_cents: 6_000,
    status: 'pending',
  })
})

test('A locked-in bid can be neither cancelled nor changed', async () => {
  const { person, bid } = await bidding.scheduledBid()
  const fence = await engine.claim(bid.id)
  expect(await engine.lockIn(bid.id, fence)).toBe(true)

  const cancelled = await cancel(person, bid.id)
  expect([cancelled.status, cancelled.failure.code, cancelled.failure.message]).toEqual([
    409,
    'too_late',
    messages.bid.cannotCancel,
  ])
  expect(cancelled.failure.details).toEqual([{ path: 'id', message: messages.bid.cannotCancelLockedIn }])
  const changed = await change(person, bid.id, 60)
  expect([changed.status, changed.failure.code, changed.failure.message]).toEqual([
    409,
    'too_late',
    messages.bid.cannotChange,
  ])
  expect(await rowOf(bid.id)).toMatchObject({ status: 'pending', pending: null, max_bid_cents: 2_500 })
})

test('Of a cancel and a lock-in at the same moment, exactly one succeeds', async () => {
  for (let round = 0; round < 10; round++) {
    const { person, bid } = await bidding.scheduledBid()
    const fence = await engine.claim(bid.id)
    const engineRun = async () => {
      const fires = await engine.lockIn(bid.id, fence)
      if (!fires) await engine.release(bid.id, fence)
      return fires
    }
    const [fires, answer] = await Promise.all([
      round % 2 === 0 ? engineRun() : untilChangePending(bid.id).then(engineRun),
      cancel(person, bid.id),
    ])
    expect([fires, answer.status]).toEqual(fires ? [true, 409] : [false, 200])
    expect((await rowOf(bid.id)).status).toBe(fires ? 'pending' : 'cancelled')
  }
})

test('An engine with a stale fence can neither lock a bid in nor release it', async () => {
  const { bid } = await bidding.scheduledBid()
  const late = await engine.claim(bid.id)
  const other = await pretendEngine(bidding.db)
  await other.claim(bid.id)
  expect(await engine.lockIn(bid.id, late)).toBe(false)
  expect(await engine.release(bid.id, late)).toBe('stale_fence')
  expect((await rowOf(bid.id)).engine_id).not.toBeNull()
})

test('A cancel is dropped when the bid was sent while the database was unreachable', async () => {
  const { person, bid } = await bidding.scheduledBid()
  const fence = await engine.claim(bid.id)
  const answer = cancel(person, bid.id)
  await untilChangePending(bid.id)
  // What the engine writes once the database is back.
  const sent = { status: 'executed' as const, locked_in_at: new Date(systemClock.now()) }
  await bidding.db.updateTable('bids').set(sent).where('id', '=', bid.id).execute()

  expect(await engine.release(bid.id, fence)).toBe('released')
  expect((await answer).failure.code).toBe('too_late')
  expect(await rowOf(bid.id)).toMatchObject({ status: 'executed', pending: null, outcome: null })
})

test('A change is refused while a cancel waits for the engine, and the bid is cancelled', async () => {
  const { person, bid, auctionId } = await bidding.scheduledBid()
  const fence = await engine.claim(bid.id)
  const cancelled = cancel(person, bid.id)
  await untilChangePending(bid.id)

  const changed = await change(person, bid.id, 70)
  const scheduledAgain = await bidding.schedule(person, auctionId, 70)
  for (const { status, failure } of [changed, scheduledAgain]) {
    expect([status, failure.code, failure.message]).toEqual([409, 'conflict', messages.bid.beingCancelled])
  }
  expect(await engine.lockIn(bid.id, fence)).toBe(false)
  expect(await engine.release(bid.id, fence)).toBe('cancelled')
  expect((await cancelled).body.data.bid.status).toBe('cancelled')
  expect((await change(person, bid.id, 70)).failure.message).toBe(messages.bid.cannotChangeCancelled)
})

test('Of four cancels and four raises at once, every cancel succeeds and the bid can no longer be locked in', async () => {
  const bystander = await bidding.scheduledBid()
  for (let round = 0; round < 10; round++) {
    const { person, bid } = await bidding.scheduledBid()
    await engine.claim(bid.id)
    const cancelAll = () => [1, 2, 3, 4].map(() => cancel(person, bid.id))
    const raiseAll = () => [1, 2, 3, 4].map((each) => change(person, bid.id, 30 + each))
    const isCancelFirst = round % 2 === 0
    const first = isCancelFirst ? cancelAll() : raiseAll()
    const second = isCancelFirst ? raiseAll() : cancelAll()
    const [cancels, raises] = isCancelFirst ? [first, second] : [second, first]
    let isAnswered = false
    const answered = Promise.all([...cancels, ...raises]).finally(() => {
      isAnswered = true
    })
    // The engine that holds the bid releases it whenever a change is pending, and claims it again if it is not cancelled.
    await pollUntil(
      systemClock,
      async () => {
        const { pending, status, fence } = await rowOf(bid.id)
        if (pending !== null) await engine.release(bid.id, fence)
        else if (status === 'pending') await engine.claim(bid.id)
        return isAnswered ? true : null
      },
      { everyMs: 5, forMs: 60_000 },
    )
    await answered
    expect((await Promise.all(cancels)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (const { status, failure } of await Promise.all(raises)) {
      if (status !== 200) expect(BESIDE_A_CANCEL).toContain(failure.message)
    }
    const { status, fence } = await rowOf(bid.id)
    expect([status, await engine.lockIn(bid.id, fence)]).toEqual(['cancelled', false])
  }
  expect(await rowOf(bystander.bid.id)).toMatchObject({ status: 'pending', max_bid_cents: 2_500 })
})

test('A change that a later change replaced says so', async () => {
  const { person, bid } = await bidding.scheduledBid()
  const fence = await engine.claim(bid.id)
  const earlier = change(person, bid.id, 30)
  await untilChangePending(bid.id)
  const later = change(person, bid.id, 40)
  await pollUntil(systemClock, async () => (pendingTerms(await rowOf(bid.id)).maxBidCents === 4_000 ? true : null), {
    everyMs: 5,
    forMs: 60_000,
  })
  await engine.release(bid.id, fence)
  expect((await later).body.data.bid.max_bid).toBe(40)
  const { status, failure } = await earlier
  expect([status, failure.code, failure.message]).toEqual([409, 'conflict', messages.bid.changeReplaced])
})

test('A bid that is finished can be neither cancelled nor changed', async () => {
  const { person, bid } = await bidding.scheduledBid()
  await bidding.db.updateTable('bids').set({ status: 'won' }).where('id', '=', bid.id).execute()
  const cancelled = await cancel(person, bid.id)
  expect([cancelled.status, cancelled.failure.message]).toEqual([409, messages.bid.cannotCancel])
  expect(cancelled.failure.details).toBeUndefined()
  const changed = await change(person, bid.id, 70)
  expect([changed.status, changed.failure.message]).toEqual([409, messages.bid.cannotChangeFinished])
})

test('A bid of another account cannot be cancelled', async () => {
  const { bid } = await bidding.scheduledBid()
  const stranger = await bidding.bidder()
  const { status, failure } = await cancel(stranger, bid.id)
  expect([status, failure.message]).toEqual([404, messages.bid.nothingToCancel])
  expect((await rowOf(bid.id)).status).toBe('pending')
})

test('A cancel that the engine has not confirmed in time stays pending until the bid is released', async () => {
  using _timeout = bidding.withConfirmTimeout(50)
  const { person, bid } = await bidding.scheduledBid()
  const fence = await engine.claim(bid.id)
  const { token } = person

  const answer = await bidding.api.call(api.cancelBid, { token, params: { id: bid.id } })
  expect([answer.status, answer.failure.code, answer.failure.message]).toEqual([
    503,
    'not_confirmed_yet',
    messages.bid.notConfirmedYet,
  ])
  expect(await engine.lockIn(bid.id, fence)).toBe(false)
  expect(await engine.release(bid.id, fence)).toBe('cancelled')
  const again = await bidding.api.call(api.cancelBid, { token, params: { id: bid.id } })
  expect(again.body.data.bid.status).toBe('cancelled')
})

test('Removing an auction cancels its pending bid first', async () => {
  const { person, bid, auction } = await bidding.scheduledBid()
  const params = { id: auction.id }
  expect((await bidding.api.call(api.removeAuction, { token: person.token, params })).status).toBe(200)
  expect((await rowOf(bid.id)).status).toBe('cancelled')
})

test('An auction whose bid is locked in cannot be removed', async () => {
  const { person, bid, auction } = await bidding.scheduledBid()
  await engine.lockIn(bid.id, await engine.claim(bid.id))
  const { status, failure } = await bidding.api.call(api.removeAuction, {
    token: person.token,
    params: { id: auction.id },
  })
  expect([status, failure.code, failure.message]).toEqual([409, 'too_late', messages.auction.bidOnItsWay])
})

test('A pending bid cannot be deleted from the history', async () => {
  const { person, bid } = await bidding.scheduledBid()
  const { status, failure } = await bidding.api.call(api.deleteHistoricalBid, {
    token: person.token,
    params: { id: bid.id },
  })
  expect([status, failure.message]).toEqual([409, messages.bidRefusal.pendingNotDeletable])
})
