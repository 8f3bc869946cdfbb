import { api, messages, type ServerEvent } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '../../../test/api.ts'
import { type Bidding, startBidding } from '../../../test/bidding.ts'
import { followEvents } from '../../../test/follow-events.ts'
import { type PretendEngine, pretendEngine } from '../../../test/pretend-engine.ts'
import { lockInBids } from '../../engine/lock-in-bids.ts'
import { systemClock } from '../../platform/clock.ts'
import { pollUntil } from '../../platform/poll-until.ts'
import { neverAborted } from '../../platform/with-timeout.ts'
import { lockBid } from '../bid-queries.ts'
import { awaitRelease } from './await-release.ts'
import { endPausedBids } from './end-paused-bids.ts'
import { logOperatorPauses } from './log-operator-pauses.ts'
import { setOperatorPause } from './set-operator-pause.ts'

let bidding: Bidding
let engine: PretendEngine

beforeAll(async () => {
  bidding = await startBidding()
  engine = await pretendEngine(bidding.db)
})
afterAll(() => bidding[Symbol.asyncDispose]())
beforeEach(() => operator('off'))

const pause = ({ token }: Person) => bidding.api.call(api.setPause, { token, body: { paused: true } })
const resume = ({ token }: Person) => bidding.api.call(api.setPause, { token, body: { paused: false } })
async function operator(state: 'off' | 'no_new' | 'all', reason: string | null = null) {
  await setOperatorPause(bidding.ctx, { state, reason, requestedBy: 'operator test' })
  await logOperatorPauses(bidding.ctx, neverAborted)
  return state === 'all' ? awaitRelease({ ...bidding.ctx, confirmTimeoutMs: 300 }, null) : []
}
async function lockIn(bidId: number, fence: number) {
  const at = systemClock.now()
  const [isLockedIn] = lockInBids(bidding.db, engine.id, [{ bidId, fence, at, notSentBefore: at }])
  return isLockedIn ?? false
}
const rowOf = (id: number) => bidding.db.selectFrom('bids').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const readReceiptOf = async ({ token }: Person, id: number) =>
  (await bidding.api.call(api.readReceipt, { token, params: { id } })).body.data
const kindsOf = async (person: Person, id: number) => (await readReceiptOf(person, id)).events.map(({ kind }) => kind)

/** Moves the end of a bid's auction into the past, and closes it. */
async function closeAuctionOf(bidId: number) {
  const { listing_id } = await rowOf(bidId)
  const at = new Date(systemClock.now() - 1_000)
  await bidding.db
    .updateTable('listings')
    .set({ ends_at: at, closed_at: at, closed_reason: 'ended' })
    .where('id', '=', listing_id)
    .execute()
  await bidding.db.updateTable('bids').set({ fire_at: at }).where('id', '=', bidId).execute()
}

test('A pause prevents the bids of an account from being locked in until bidding is resumed', async () => {
  const { person, bid } = await bidding.scheduledBid()
  const paused = await pause(person)
  expect([paused.status, paused.body.data.not_stopped]).toEqual([200, []])
  expect(paused.body.data.pause.own).not.toBeNull()
  expect((await readReceiptOf(person, bid.id)).bid.phase).toBe('paused')
  const fence = await engine.claim(bid.id)
  expect(await lockIn(bid.id, fence)).toBe(false)

  expect((await resume(person)).body.data.pause).toEqual({ own: null, operator: null })
  expect(await lockIn(bid.id, fence)).toBe(true)
})

test("A pause does not affect another account's bids", async () => {
  const [one, other] = [await bidding.scheduledBid(), await bidding.scheduledBid()]
  await pause(one.person)
  expect(await lockIn(other.bid.id, await engine.claim(other.bid.id))).toBe(true)
  const { body } = await bidding.api.call(api.readPause, { token: other.person.token })
  expect(body.data.pause).toEqual({ own: null, operator: null })
})

test('Pausing waits until the engine has released the bid, and names the bids that were locked in before', async () => {
  const { person, bid, auctionId } = await bidding.scheduledBid()
  const { auctionId: second } = bidding.listItem()
  await bidding.track(person, second)
  const late = (await bidding.schedule(person, second, 20)).body.data.bid
  const fence = await engine.claim(bid.id)
  expect(await lockIn(late.id, await engine.claim(late.id))).toBe(true)

  let answered = false
  const answer = pause(person).finally(() => {
    answered = true
  })
  while (!(await bidding.api.call(api.readPause, { token: person.token })).body.data.pause.own) continue
  expect(answered).toBe(false)
  await engine.release(bid.id, fence)
  expect((await answer).body.data.not_stopped).toEqual([
    {
      id: late.id,
      auction_id: second,
      title: 'Brass lamp',
      because: 'locked_in',
      message: messages.bid.lockedInBeforePause,
    },
  ])
  expect(auctionId).not.toBe(second)
  expect(await kindsOf(person, late.id)).not.toContain('paused')
})

test('Pausing names a bid that its engine has not released in time', async () => {
  using _timeout = bidding.withConfirmTimeout(50)
  const { person, bid } = await bidding.scheduledBid()
  await engine.claim(bid.id)
  const { body } = await pause(person)
  expect(body.data.not_stopped).toMatchObject([
    { id: bid.id, because: 'not_confirmed', message: messages.bid.pauseNotConfirmed },
  ])
})

test('Of a pause and a lock-in at the same moment, the lock-in wins and the pause names the bid, or the pause wins', async () => {
  const { person, bid } = await bidding.scheduledBid()
  for (let round = 0; round < 6; round++) {
    const fence = await engine.claim(bid.id)
    const runEngine = async () => {
      for (let turn = 0; turn < 2 * round; turn++) await rowOf(bid.id)
      const isLockedIn = await lockIn(bid.id, fence)
      if (!isLockedIn) await engine.release(bid.id, fence)
      return isLockedIn
    }
    const pausesBefore = await countPauseEvents(bid.id)
    const [isLockedIn, { body }] = await Promise.all([runEngine(), pause(person)])
    expect(body.data.not_stopped.map(({ because }) => because)).toEqual(isLockedIn ? ['locked_in'] : [])
    expect((await countPauseEvents(bid.id)) - pausesBefore).toBe(isLockedIn ? 0 : 1)
    await resume(person)
    await bidding.db.updateTable('bids').set({ locked_in_at: null, engine_id: null }).where('id', '=', bid.id).execute()
  }
})

async function countPauseEvents(bidId: number) {
  const events = await bidding.db
    .selectFrom('bid_events')
    .select('id')
    .where('bid_id', '=', bidId)
    .where('kind', '=', 'paused')
    .execute()
  return events.length
}

test('A pause that commits while a lock-in waits for the row of the bid prevents the lock-in', async () => {
  const { person, bid } = await bidding.scheduledBid()
  const fence = await engine.claim(bid.id)
  const [locked, mayUnlock] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const otherTransaction = bidding.db.transaction().execute(async (tx) => {
    await lockBid(tx, person.accountId, bid.id)
    locked.resolve()
    await mayUnlock.promise
  })
  await locked.promise
  const locking = lockIn(bid.id, fence)
  expect(await pollUntil(systemClock, isAnyQueryWaiting, { everyMs: 5, forMs: 60_000 })).toBe(true)
  const at = new Date(systemClock.now())
  await bidding.db.updateTable('accounts').set({ bidding_paused_at: at }).where('id', '=', person.accountId).execute()
  mayUnlock.resolve()
  await otherTransaction
  expect(await locking).toBe(false)
})

async function isAnyQueryWaiting() {
  const { rows } = await sql`
    select from pg_locks l join pg_stat_activity a using (pid)
     where a.datname = current_database() and not l.granted`.execute(bidding.db)
  return rows.length > 0 || null
}

test('A pause and its end are logged once with each bid, and once with who requested them', async () => {
  const { person, bid } = await bidding.scheduledBid()
  await pause(person)
  await pause(person)
  await resume(person)
  await resume(person)
  expect(await kindsOf(person, bid.id)).toEqual(['scheduled', 'paused', 'resumed'])
  const kept = await bidding.db
    .selectFrom('pauses')
    .select(['state', 'requested_by'])
    .where('account_id', '=', person.accountId)
    .orderBy('id')
    .execute()
  expect(kept).toEqual([
    { state: 'all', requested_by: 'owner' },
    { state: 'off', requested_by: 'owner' },
  ])
  const rewrite = bidding.db.updateTable('pauses').set({ requested_by: 'nobody' }).execute()
  await expect(rewrite).rejects.toThrow()
})

test('A bid that is scheduled during a pause is accepted as paused', async () => {
  const person = await bidding.bidder()
  const { auctionId } = bidding.listItem()
  await bidding.track(person, auctionId)
  await pause(person)
  const { status, body } = await bidding.schedule(person, auctionId, 20)
  expect([status, body.data.bid.phase]).toEqual([200, 'paused'])
  expect(await kindsOf(person, body.data.bid.id)).toEqual(['scheduled', 'paused'])
})

test('A paused bid can be changed and cancelled even after its time to fire', async () => {
  const { person, bid } = await bidding.scheduledBid()
  await pause(person)
  const at = new Date(systemClock.now() - 1_000)
  await bidding.db.updateTable('bids').set({ fire_at: at }).where('id', '=', bid.id).execute()
  const call = { token: person.token, params: { id: bid.id } }
  expect((await bidding.api.call(api.changeBid, { ...call, body: { maxBid: 27 } })).status).toBe(200)
  const cancelled = await bidding.api.call(api.cancelBid, call)
  expect(cancelled.body.data.bid).toMatchObject({ status: 'cancelled', outcome: 'cancelled' })
})

test('A bid whose auction closes during the pause ends without being sent', async () => {
  const { person, bid } = await bidding.scheduledBid()
  await pause(person)
  await closeAuctionOf(bid.id)
  expect(await endPausedBids(bidding.ctx)).toBe(1)
  const receipt = await readReceiptOf(person, bid.id)
  expect(receipt.bid).toMatchObject({ status: 'cancelled', outcome: 'paused', phase: 'settled' })
  expect(receipt.summary).toBe('Not sent: bidding was paused when the auction closed.')
  expect(receipt.events.at(-1)).toMatchObject({ kind: 'skipped' })
  expect(receipt.sent_at).toBeNull()
})

test('Resuming after the close ends the paused bid of the closed auction', async () => {
  const { person, bid } = await bidding.scheduledBid()
  await pause(person)
  await closeAuctionOf(bid.id)
  await resume(person)
  expect(await rowOf(bid.id)).toMatchObject({ status: 'cancelled', outcome: 'paused' })
})

test('Bids that are not paused, open, locked in or held by an engine are not ended', async () => {
  using _timeout = bidding.withConfirmTimeout(50)
  const [going, open, locked, held] = [
    await bidding.scheduledBid(),
    await bidding.scheduledBid(),
    await bidding.scheduledBid(),
    await bidding.scheduledBid(),
  ]
  await lockIn(locked.bid.id, await engine.claim(locked.bid.id))
  await engine.claim(held.bid.id)
  await Promise.all([open, locked, held].map(({ person }) => pause(person)))
  for (const { bid } of [going, locked, held]) await closeAuctionOf(bid.id)
  expect(await endPausedBids(bidding.ctx)).toBe(0)
  for (const { bid } of [going, open, locked, held]) expect((await rowOf(bid.id)).status).toBe('pending')
})

test('The operator can pause and resume bidding for all accounts, with a reason that every user sees', async () => {
  const { person, bid } = await bidding.scheduledBid()
  const fence = await engine.claim(bid.id)
  await Promise.all([operator('all', 'The site is being rebuilt'), engine.release(bid.id, fence)])
  const { body } = await bidding.api.call(api.readPause, { token: person.token })
  expect(body.data.pause).toMatchObject({
    own: null,
    operator: { state: 'all', reason: 'The site is being rebuilt' },
  })
  expect(await lockIn(bid.id, await engine.claim(bid.id))).toBe(false)
  expect((await readReceiptOf(person, bid.id)).events.at(-1)?.message).toContain('“The site is being rebuilt”')

  await operator('off')
  expect(await kindsOf(person, bid.id)).toEqual(['scheduled', 'paused', 'resumed'])
  expect((await readReceiptOf(person, bid.id)).bid.phase).toBe('armed')
})

test('With the state no_new, the operator pauses only bids that no engine holds', async () => {
  const [free, held] = [await bidding.scheduledBid(), await bidding.scheduledBid()]
  const fence = await engine.claim(held.bid.id)
  expect(await operator('no_new', 'Winding down')).toEqual([])
  expect((await readReceiptOf(free.person, free.bid.id)).bid.phase).toBe('paused')
  expect(await kindsOf(held.person, held.bid.id)).toEqual(['scheduled'])
  expect(await lockIn(held.bid.id, fence)).toBe(true)
})

test("The operator's pause names the bids that were locked in before", async () => {
  const { bid } = await bidding.scheduledBid()
  await lockIn(bid.id, await engine.claim(bid.id))
  const left = await operator('all', 'Testing')
  expect(left.map(({ id }) => id)).toContain(bid.id)
})

test('The event streams of the account receive its pause, and those of other accounts do not', async () => {
  const [one, other] = [await bidding.scheduledBid(), await bidding.scheduledBid()]
  await using events = await followEvents(bidding.api.url, one.person.token)
  await using bystander = await followEvents(bidding.api.url, other.person.token)
  await pause(one.person)
  expect(await events.next(isPauseChange)).toMatchObject({ pause: { own: { since: expect.any(String) } } })

  await pause(other.person)
  const first = await bystander.next(isPauseChange)
  const { body } = await bidding.api.call(api.readPause, { token: other.person.token })
  expect(first).toMatchObject({ pause: body.data.pause })
})

const isPauseChange = (event: ServerEvent) => event.type === 'pause_changed'
