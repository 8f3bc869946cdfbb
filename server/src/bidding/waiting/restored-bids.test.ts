import { api, type Body, messages } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../../test/api.ts'
import { type Bidding, startBidding } from '../../../test/bidding.ts'
import { newBidEvent } from '../../bids/log/bid-event.ts'
import { recordBidEvents } from '../../bids/log/record-bid-events.ts'
import { systemClock } from '../../platform/clock.ts'
import { holdRestored } from './hold-restored.ts'

let bidding: Bidding

beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

const TAKEN_AT = Date.UTC(2026, 10, 20, 14, 2)

/** Scheduled bids, as a restore leaves them. */
async function restored(count = 1) {
  const bids: Awaited<ReturnType<Bidding['scheduledBid']>>[] = []
  for (let made = 0; made < count; made++) bids.push(await bidding.scheduledBid({ maxBid: 40 }))
  await bidding.db.transaction().execute((tx) => holdRestored(tx, { takenAt: TAKEN_AT, at: systemClock.now() }))
  return bids
}

const bodyOf = (ids: number[]) => ({ waiting: ids.map((id) => ({ kind: 'restored' as const, id })) })
const keep = ({ token }: Person, ids: number[]) => bidding.api.call(api.keepWaitingBids, { token, body: bodyOf(ids) })
const listedFor = async ({ token }: Person) =>
  (await bidding.api.call(api.listWaitingBids, { token })).body.data.waiting
const rowOf = (id: number) => bidding.db.selectFrom('bids').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const pass = (id: number) =>
  bidding.db
    .updateTable('bids')
    .set({ fire_at: new Date(systemClock.now() - 1_000) })
    .where('id', '=', id)
    .execute()

test('A restored bid says from when the backup is, and is scheduled as before once its owner keeps it', async () => {
  const [one, bystander] = await restored(2)
  if (!one || !bystander) throw new Error('two bids')
  const { person, bid } = one
  const listed = await bidding.api.call(api.listBids, { token: person.token })
  expect(listed.body.data.bids).toMatchObject([
    { id: bid.id, phase: 'restored', restored: { taken_at: new Date(TAKEN_AT).toISOString(), is_not_at_site: false } },
  ])
  expect(await listedFor(person)).toMatchObject([
    { kind: 'restored', id: bid.id, taken_at: new Date(TAKEN_AT).toISOString(), max_bid: 40, until: bid.fire_at },
  ])
  const { body } = await keep(person, [bid.id])
  expect(body.data).toMatchObject({ bids: [{ id: bid.id, phase: 'waiting', restored: null }], refused: [] })
  expect((await keep(person, [bid.id])).body.data).toMatchObject({ bids: [{ id: bid.id }], refused: [] })
  const receipt = await bidding.api.call(api.readReceipt, { token: person.token, params: { id: bid.id } })
  expect(receipt.body.data.events.map(({ message }) => message)).toEqual([
    'Scheduled: at most $40.00, 5 s before the end.',
    'Restored from a backup: it is not sent unless you keep it.',
    'Kept by you after the restore: at most $40.00, 5 s before the end.',
  ])
  expect((await rowOf(bystander.bid.id)).restored_from).not.toBeNull()
})

test("Nobody keeps another's bid, a cancelled one, or one that is not there", async () => {
  const [one, other] = await restored(2)
  if (!one || !other) throw new Error('two bids')
  await bidding.api.call(api.cancelBid, { token: one.person.token, params: { id: one.bid.id } })
  const ids = [one.bid.id, other.bid.id, 99_999_999]
  expect((await keep(one.person, ids)).body.data).toEqual({
    bids: [],
    refused: [
      { kind: 'restored', id: one.bid.id, message: 'This bid is cancelled, so it can no longer be changed.' },
      { kind: 'restored', id: other.bid.id, message: 'Bid not found' },
      { kind: 'restored', id: 99_999_999, message: 'Bid not found' },
    ],
  })
  expect((await rowOf(other.bid.id)).restored_from).not.toBeNull()
  expect((await keep(one.person, [])).status).toBe(400)
})

test('Dropping restored bids cancels the own ones, and no other', async () => {
  const [one, other] = await restored(2)
  if (!one || !other) throw new Error('two bids')
  const { token } = one.person
  const drop = () => bidding.api.call(api.dropWaitingBids, { token, body: bodyOf([one.bid.id, other.bid.id]) })
  const refused = [{ kind: 'restored', id: other.bid.id, message: messages.bid.nothingToCancel }]
  expect((await drop()).body.data).toMatchObject({ bids: [{ id: one.bid.id, status: 'cancelled' }], refused })
  expect(await listedFor(one.person)).toEqual([])
  expect(await listedFor(other.person)).toMatchObject([{ id: other.bid.id }])
})

test('A restored bid is changed by nobody before its owner has kept it', async () => {
  const [one] = await restored()
  if (!one) throw new Error('a bid')
  const { token } = one.person
  const params = { id: one.bid.id }
  const change = (body: Body<typeof api.changeBid>) => bidding.api.call(api.changeBid, { token, params, body })
  const schedule = () =>
    bidding.api.call(api.scheduleBid, { token, body: { auctionId: one.auctionId, secondsBeforeEnd: 5, maxBid: 38 } })
  for (const { failure } of [await change({ secondsBeforeEnd: 9 }), await change({ maxBid: 38 }), await schedule()])
    expect(failure).toMatchObject({ code: 'conflict', message: messages.waiting.answerFirst })
  expect(await rowOf(one.bid.id)).toMatchObject({ max_bid_cents: 4_000, restored_from: new Date(TAKEN_AT) })
  await keep(one.person, [one.bid.id])
  expect((await change({ secondsBeforeEnd: 9 })).body.data.bid).toMatchObject({ max_bid: 40, seconds_before_end: 9 })
})

test('Without a stored login, after the close, or over the day limit a restored bid is not kept', async () => {
  const [noLogin, closed, limited] = await restored(3)
  if (!noLogin || !closed || !limited) throw new Error('three bids')
  await bidding.db.deleteFrom('connections').where('account_id', '=', noLogin.person.accountId).execute()
  await bidding.db
    .updateTable('listings')
    .set({ closed_at: new Date(systemClock.now()), closed_reason: 'ended' })
    .where('auction_id', '=', closed.auctionId)
    .execute()
  await bidding.db
    .updateTable('accounts')
    .set({ day_limit_cents: 3_900 })
    .where('id', '=', limited.person.accountId)
    .execute()
  const refusal = async ({ person, bid }: typeof noLogin) =>
    (await keep(person, [bid.id])).body.data.refused[0]?.message
  expect(await refusal(noLogin)).toContain('credentials')
  expect(await refusal(closed)).toBe('That auction has already ended.')
  expect(await refusal(limited)).toContain('over your limit of $39.00 a day')
  for (const { bid } of [noLogin, closed, limited]) expect((await rowOf(bid.id)).restored_from).not.toBeNull()
})

test('After its moment, a restored bid is kept only once the site was read and does not show it, and never changed', async () => {
  const [one] = await restored()
  if (!one) throw new Error('a bid')
  const { person, bid } = one
  await pass(bid.id)
  expect((await keep(person, [bid.id])).body.data.refused[0]?.message).toContain(
    'is being asked whether this bid was sent',
  )
  expect(await listedFor(person)).toEqual([])
  const cancelled = await bidding.api.call(api.cancelBid, { token: person.token, params: { id: bid.id } })
  expect(cancelled.status).toBe(409)
  const seen = { kind: 'verified', ownBidSeen: false, leads: false, priceCents: 1_000 } as const
  await recordBidEvents(bidding.db, [newBidEvent(bid.id, systemClock.now(), seen)])
  const { fence, seconds_before_end } = await rowOf(bid.id)
  expect(await listedFor(person)).toMatchObject([{ id: bid.id, seconds_before_end }])
  expect((await keep(person, [bid.id])).body.data.bids).toMatchObject([{ id: bid.id, restored: null }])
  // The claim of an engine that only reads is void.
  expect(await rowOf(bid.id)).toMatchObject({ fence: fence + 1, engine_id: null })
})
