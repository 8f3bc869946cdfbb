import {
  cancelBid,
  changeBid,
  EVENTS_PATH,
  messages,
  readPause,
  readReceipt,
  ServerEvent,
  setPause,
} from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { type PretendEngine, pretendEngine } from '../../test/pretend-engine.ts'
import { lockInBids } from '../engine/lock-in-bids.ts'
import { systemClock } from '../platform/clock.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { lockBid } from '../bids/bid-queries.ts'
import { endPausedBids } from './end-paused-bids.ts'
import { setOperatorPause } from './set-operator-pause.ts'

let bidding: Bidding
let engine: PretendEngine

beforeAll(async () => {
  bidding = await startBidding()
  engine = await pretendEngine(bidding.db)
})
afterAll(() => bidding[Symbol.asyncDispose]())
beforeEach(() => operator('off'))

const pause = ({ token }: Person) => bidding.api.call(setPause, { token, body: { paused: true } })
const resume = ({ token }: Person) => bidding.api.call(setPause, { token, body: { paused: false } })
const operator = (state: 'off' | 'no_new' | 'all', reason: string | null = null) =>
  setOperatorPause({ ...bidding.deps, confirmTimeoutMs: 300 }, { state, reason, requestedBy: 'operator test' })
async function lockIn(bidId: number, fence: number) {
  const at = systemClock.now()
  const [isLockedIn] = lockInBids(bidding.db, engine.id, [{ bidId, fence, at, notSentBefore: at }])
  return isLockedIn ?? false
}
const rowOf = (id: number) => bidding.db.selectFrom('bids').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const receiptOf = async ({ token }: Person, id: number) =>
  (await bidding.api.call(readReceipt, { token, params: { id } })).body.data
const kindsOf = async (person: Person, id: number) => (await receiptOf(person, id)).events.map(({ kind }) => kind)

async function closed(bidId: number) {
  const { listing_id } = await rowOf(bidId)
  const at = new Date(systemClock.now() - 1_000)
  await bidding.db
    .updateTable('listings')
    .set({ ends_at: at, closed_at: at, closed_reason: 'ended' })
    .where('id', '=', listing_id)
    .execute()
  await bidding.db.updateTable('bids').set({ fire_at: at }).where('id', '=', bidId).execute()
}

test('paused, no bid of the account may be locked in; resumed, it may', async () => {
  const { person, bid } = await bidding.scheduledBid()
  const paused = await pause(person)
  expect([paused.status, paused.body.data.not_stopped]).toEqual([200, []])
  expect(paused.body.data.pause.own).not.toBeNull()
  expect((await receiptOf(person, bid.id)).bid.stage).toBe('paused')
  const fence = await engine.claim(bid.id)
  expect(await lockIn(bid.id, fence)).toBe(false)

  expect((await resume(person)).body.data.pause).toEqual({ own: null, operator: null })
  expect(await lockIn(bid.id, fence)).toBe(true)
})

test("one user's pause leaves others alone", async () => {
  const [one, other] = [await bidding.scheduledBid(), await bidding.scheduledBid()]
  await pause(one.person)
  expect(await lockIn(other.bid.id, await engine.claim(other.bid.id))).toBe(true)
  const { body } = await bidding.api.call(readPause, { token: other.person.token })
  expect(body.data.pause).toEqual({ own: null, operator: null })
})

test('a pause answers once the engine has let go, and names the bids it came too late for', async () => {
  const { person, bid, auctionId } = await bidding.scheduledBid()
  const { auctionId: second } = bidding.lot()
  await bidding.track(person, second)
  const late = (await bidding.schedule(person, second, 20)).body.data.bid
  const fence = await engine.claim(bid.id)
  expect(await lockIn(late.id, await engine.claim(late.id))).toBe(true)

  let answered = false
  const answer = pause(person).finally(() => {
    answered = true
  })
  while (!(await bidding.api.call(readPause, { token: person.token })).body.data.pause.own) continue
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

test('an engine that does not answer in time is told of as such', async () => {
  const { person, bid } = await bidding.scheduledBid()
  await engine.claim(bid.id)
  const { body } = await pause(person)
  expect(body.data.not_stopped).toMatchObject([
    { id: bid.id, because: 'not_confirmed', message: messages.bid.pauseNotConfirmed },
  ])
})

test('pause and lock-in at the same moment: the bid fires, and is told of, or it does not', async () => {
  const { person } = await bidding.scheduledBid()
  const outcomes = new Set<boolean>()
  for (let round = 0; round < 40; round++) {
    const { auctionId } = bidding.lot()
    await bidding.track(person, auctionId)
    const { id } = (await bidding.schedule(person, auctionId, 20)).body.data.bid
    const fence = await engine.claim(id)
    const engineRun = async () => {
      for (let turn = 0; turn < round % 12; turn++) await rowOf(id)
      const fires = await lockIn(id, fence)
      if (!fires) await engine.release(id, fence)
      return fires
    }
    const [fires, { body }] = await Promise.all([engineRun(), pause(person)])
    const told = body.data.not_stopped.filter((bid) => bid.id === id)
    expect(told.map(({ because }) => because)).toEqual(fires ? ['locked_in'] : [])
    expect((await kindsOf(person, id)).includes('paused')).toBe(!fires)
    outcomes.add(fires)
    await resume(person)
    await bidding.db.updateTable('bids').set({ status: 'lost', engine_id: null }).where('id', '=', id).execute()
  }
  expect(outcomes).toEqual(new Set([true, false]))
})

test('a pause that commits while a lock-in waits for its row is seen by it', async () => {
  const { person, bid } = await bidding.scheduledBid()
  const fence = await engine.claim(bid.id)
  const [taken, mayGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const somebodyElse = bidding.db.transaction().execute(async (tx) => {
    await lockBid(tx, person.accountId, bid.id)
    taken.resolve()
    await mayGo.promise
  })
  await taken.promise
  const locking = lockIn(bid.id, fence)
  expect(await pollUntil(systemClock, waitsForALock, { everyMs: 5, forMs: 5_000 })).toBe(true)
  const at = new Date(systemClock.now())
  await bidding.db.updateTable('accounts').set({ bidding_paused_at: at }).where('id', '=', person.accountId).execute()
  mayGo.resolve()
  await somebodyElse
  expect(await locking).toBe(false)
})

async function waitsForALock() {
  const { rows } = await sql`
    select from pg_locks l join pg_stat_activity a using (pid)
     where a.datname = current_database() and not l.granted`.execute(bidding.db)
  return rows.length > 0 || null
}

test('pausing and resuming stand in the log of each bid concerned, once, and in a record of who did it', async () => {
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

test('a bid scheduled while bidding is paused is taken, and says that it is paused', async () => {
  const person = await bidding.bidder()
  const { auctionId } = bidding.lot()
  await bidding.track(person, auctionId)
  await pause(person)
  const { status, body } = await bidding.schedule(person, auctionId, 20)
  expect([status, body.data.bid.stage]).toEqual([200, 'paused'])
  expect(await kindsOf(person, body.data.bid.id)).toEqual(['scheduled', 'paused'])
})

test('a paused bid can still be changed and cancelled, even after its moment', async () => {
  const { person, bid } = await bidding.scheduledBid()
  await pause(person)
  const at = new Date(systemClock.now() - 1_000)
  await bidding.db.updateTable('bids').set({ fire_at: at }).where('id', '=', bid.id).execute()
  const wanted = { token: person.token, params: { id: bid.id } }
  expect((await bidding.api.call(changeBid, { ...wanted, body: { maxBid: 27 } })).status).toBe(200)
  const cancelled = await bidding.api.call(cancelBid, wanted)
  expect(cancelled.body.data.bid).toMatchObject({ status: 'cancelled', outcome: 'cancelled' })
})

test('a bid whose auction closes while it is paused ends so, with nothing sent', async () => {
  const { person, bid } = await bidding.scheduledBid()
  await pause(person)
  await closed(bid.id)
  expect(await endPausedBids(bidding.deps)).toBe(1)
  const receipt = await receiptOf(person, bid.id)
  expect(receipt.bid).toMatchObject({ status: 'cancelled', outcome: 'paused', stage: 'settled' })
  expect(receipt.summary).toBe('Not sent: bidding was paused when the auction closed.')
  expect(receipt.events.at(-1)).toMatchObject({ kind: 'skipped' })
  expect(receipt.sent_at).toBeNull()
})

test('resumed after the close, before anybody has noticed, it has ended all the same', async () => {
  const { person, bid } = await bidding.scheduledBid()
  await pause(person)
  await closed(bid.id)
  await resume(person)
  expect(await rowOf(bid.id)).toMatchObject({ status: 'cancelled', outcome: 'paused' })
})

test('ending paused bids leaves alone what is not paused, still open, locked in, or held by an engine', async () => {
  const [going, open, locked, held] = [
    await bidding.scheduledBid(),
    await bidding.scheduledBid(),
    await bidding.scheduledBid(),
    await bidding.scheduledBid(),
  ]
  await lockIn(locked.bid.id, await engine.claim(locked.bid.id))
  await engine.claim(held.bid.id)
  await Promise.all([open, locked, held].map(({ person }) => pause(person)))
  for (const { bid } of [going, locked, held]) await closed(bid.id)
  expect(await endPausedBids(bidding.deps)).toBe(0)
  for (const { bid } of [going, open, locked, held]) expect((await rowOf(bid.id)).status).toBe('pending')
})

test('the operator stops everybody, with a reason that everybody is told, and lets them go on', async () => {
  const { person, bid } = await bidding.scheduledBid()
  const fence = await engine.claim(bid.id)
  await Promise.all([operator('all', 'The site is being rebuilt'), engine.release(bid.id, fence)])
  const { body } = await bidding.api.call(readPause, { token: person.token })
  expect(body.data.pause).toMatchObject({
    own: null,
    operator: { state: 'all', reason: 'The site is being rebuilt' },
  })
  expect(await lockIn(bid.id, await engine.claim(bid.id))).toBe(false)
  expect((await receiptOf(person, bid.id)).events.at(-1)?.message).toContain('“The site is being rebuilt”')

  await operator('off')
  expect(await kindsOf(person, bid.id)).toEqual(['scheduled', 'paused', 'resumed'])
  expect((await receiptOf(person, bid.id)).bid.stage).toBe('armed')
})

test('told to arm no more, the operator lets bids go on that an engine holds', async () => {
  const [free, held] = [await bidding.scheduledBid(), await bidding.scheduledBid()]
  const fence = await engine.claim(held.bid.id)
  expect(await operator('no_new', 'Winding down')).toEqual([])
  expect((await receiptOf(free.person, free.bid.id)).bid.stage).toBe('paused')
  expect(await kindsOf(held.person, held.bid.id)).toEqual(['scheduled'])
  expect(await lockIn(held.bid.id, fence)).toBe(true)
})

test("the operator's stop names what it came too late for", async () => {
  const { bid } = await bidding.scheduledBid()
  await lockIn(bid.id, await engine.claim(bid.id))
  const left = await operator('all', 'Testing')
  expect(left.map(({ id }) => id)).toContain(bid.id)
})

test('open browsers hear of a pause within a second', async () => {
  const { person } = await bidding.scheduledBid()
  const headers = { Authorization: `Bearer ${person.token}` }
  const leaving = new AbortController()
  const stream = await fetch(`${bidding.api.url}/api${EVENTS_PATH}`, { headers, signal: leaving.signal })
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  const heardPause = async () => {
    for (let heard = ''; ;) {
      const lines = heard.split('\n\n').slice(0, -1)
      for (const line of lines) {
        const event = ServerEvent.parse(JSON.parse(line.replace(/^data: /, '')))
        if (event.type === 'pause_changed') return event.pause
      }
      const { done, value } = await reader.read()
      if (done) throw new Error('The stream ended')
      heard += value
    }
  }
  const begun = systemClock.monotonic()
  const [, heard] = await Promise.all([pause(person), heardPause()])
  leaving.abort()
  expect(heard.own).not.toBeNull()
  expect(systemClock.monotonic() - begun).toBeLessThan(1_000)
})
