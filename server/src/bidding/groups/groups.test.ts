import { api, messages, type WireBidGroup } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../../test/api.ts'
import { awaitBlocked } from '../../../test/await-blocked.ts'
import { type Bidding, startBidding } from '../../../test/bidding.ts'
import { writeReading } from '../../auctions/listings/write-readings.ts'
import { movesTo } from '../../bids/terms.ts'
import { systemClock } from '../../platform/clock.ts'
import { neverAborted } from '../../platform/with-timeout.ts'
import { releaseBid } from '../release-bid.ts'
import { endFilledGroups } from './end-filled-groups.ts'

let bidding: Bidding
beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

/** A bid of at most so many dollars on each of several auctions, which close so many seconds from now. */
async function bidsOf(person: Person, maxima: readonly number[], closes: readonly number[] = []) {
  const bids = []
  for (const [place, maxBid] of maxima.entries()) {
    const { auctionId } = bidding.listItem({
      endsInSeconds: closes[place] ?? 1_800 + 60 * place,
      title: `Lamp ${place}`,
    })
    await bidding.track(person, auctionId)
    const { body } = await bidding.schedule(person, auctionId, maxBid)
    bids.push(body.data.bid)
  }
  return bids
}

async function aGroup(
  maxima: readonly number[],
  terms: { mostWins?: number; extraWins?: number; budget?: number; confirmWins?: number } = {},
  closes: readonly number[] = [],
) {
  const person = await bidding.bidder()
  const bids = await bidsOf(person, maxima, closes)
  const body = { name: 'Lamps', mostWins: 1, ...terms, bidIds: bids.map(({ id }) => id) }
  const answer = await bidding.api.call(api.createBidGroup, { token: person.token, body })
  expect(answer.failure?.message).toBeUndefined()
  return { person, bids, group: answer.body.data.group, refused: answer.body.data.refused }
}

const setBid = (id: number, change: { [column: string]: unknown }) =>
  bidding.db.updateTable('bids').set(change).where('id', '=', id).execute()

/** An engine holds the bid, and the group has let it out. */
async function letOut(id: number, change: { [column: string]: unknown } = {}) {
  const { engine } = await bidding.db
    .insertInto('engines')
    .values({ host: 'here', pid: 1, pid_started: 'now', started_at: new Date(), heartbeat_at: new Date() })
    .returning('id as engine')
    .executeTakeFirstOrThrow()
  await setBid(id, {
    engine_id: engine,
    fence: 1,
    group_granted_at: new Date(systemClock.now() - 10_000),
    ...change,
  })
}

const readGroup = async (person: Person, id: number): Promise<WireBidGroup> =>
  (await bidding.api.call(api.readBidGroup, { token: person.token, params: { id } })).body.data.group

const eventsOf = async (id: number) =>
  (await bidding.db.selectFrom('bid_events').select('kind').where('bid_id', '=', id).orderBy('id').execute()).map(
    ({ kind }) => kind,
  )

test('Pending bids form a group, which tells the most that it can cost and how its bids follow each other', async () => {
  const { person, bids, group, refused } = await aGroup([20, 42, 30, 25], { mostWins: 1 }, [1_800, 1_830, 1_850, 1_851])
  expect(refused).toEqual([])
  expect(group).toMatchObject({
    name: 'Lamps',
    most_wins: 1,
    extra_wins: 0,
    wins: 0,
    exposed: 0,
    most_cost: 42,
    state: 'open',
  })
  expect(group.members.map(({ bid_id, state, follows }) => [bid_id, state, follows?.relation])).toEqual([
    [bids[0]?.id, 'waiting', undefined],
    [bids[1]?.id, 'waiting', 'in_order'],
    [bids[2]?.id, 'waiting', 'in_order'],
    [bids[3]?.id, 'waiting', 'overlap'],
  ])
  expect(await eventsOf(bids[0]?.id ?? 0)).toEqual(['scheduled', 'group_joined'])
  const { body } = await bidding.api.call(api.listBids, { token: person.token, query: {} })
  expect(body.data.bids[0]?.group).toEqual({
    id: group.id,
    name: 'Lamps',
    state: 'waiting',
    held_because: null,
    about: null,
  })
})

test('A bid can be scheduled into a group, and another account sees nothing of it', async () => {
  const { person, group } = await aGroup([20])
  const { auctionId } = bidding.listItem()
  await bidding.track(person, auctionId)
  const body = { auctionId, maxBid: 15, confirmMaxBid: 15, secondsBeforeEnd: 5, groupId: group.id }
  const scheduled = await bidding.api.call(api.scheduleBid, { token: person.token, body })
  expect(scheduled.body.data.bid.group?.id).toBe(group.id)
  const stranger = await bidding.bidder()
  const params = { id: group.id }
  expect((await bidding.api.call(api.readBidGroup, { token: stranger.token, params })).status).toBe(404)
  expect((await bidding.api.call(api.scheduleBid, { token: stranger.token, body })).status).toBe(404)
  const join = { token: stranger.token, params, body: { bidIds: [scheduled.body.data.bid.id] } }
  expect((await bidding.api.call(api.addGroupMembers, join)).status).toBe(404)
})

test('A bid that an engine holds joins once the engine has released it, and never silently', async () => {
  using _ = bidding.withConfirmTimeout(100)
  const person = await bidding.bidder()
  const [bid] = await bidsOf(person, [20])
  const id = bid?.id ?? 0
  await letOut(id, { group_granted_at: null })
  const body = { name: 'Lamps', mostWins: 1, bidIds: [id] }
  const { body: created } = await bidding.api.call(api.createBidGroup, { token: person.token, body })
  expect(created.data.refused).toEqual([{ bid_id: id, message: expect.stringContaining('not confirmed it yet') }])
  expect(created.data.group.members).toEqual([])
  const row = await bidding.db.selectFrom('bids').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ group_id: null, pending: { kind: 'change', groupId: created.data.group.id } })
})

test('A bid that is locked in joins no group, and leaves none', async () => {
  const { person, bids, group } = await aGroup([20, 30])
  const [first, second] = bids.map(({ id }) => id)
  await letOut(first ?? 0, { locked_in_at: new Date() })
  const params = { id: group.id, bidId: first ?? 0 }
  const leaving = { token: person.token, params, query: { members: 'keep' as const } }
  expect((await bidding.api.call(api.removeGroupMember, leaving)).status).toBe(409)
  const deleting = { token: person.token, params: { id: group.id }, query: { members: 'cancel' as const } }
  const { body } = await bidding.api.call(api.deleteBidGroup, deleting)
  expect(body.data).toEqual({
    deleted: false,
    refused: [{ bid_id: first, message: expect.stringContaining('locked in') }],
  })
  const left = await readGroup(person, group.id)
  expect(left.members.map(({ bid_id, state }) => [bid_id, state])).toEqual([
    [first, 'out'],
    [second, 'ended'],
  ])
})

test('A deleted group leaves its bids as single ones only when that is asked for', async () => {
  const { person, bids, group } = await aGroup([20, 30])
  const call = { token: person.token, params: { id: group.id } }
  const unasked = await bidding.api.call(api.deleteBidGroup, { ...call, query: {} as { members: 'keep' } })
  expect(unasked.status).toBe(400)
  const { body } = await bidding.api.call(api.deleteBidGroup, { ...call, query: { members: 'keep' } })
  expect(body.data).toEqual({ deleted: true, refused: [] })
  expect((await bidding.api.call(api.readBidGroup, call)).status).toBe(404)
  const list = await bidding.api.call(api.listBids, { token: person.token, query: { status: 'pending' } })
  expect(list.body.data.bids.map(({ group: of }) => of)).toEqual([null, null])
  expect(await eventsOf(bids[0]?.id ?? 0)).toEqual(['scheduled', 'group_joined', 'group_left'])
})

test('A group is not deleted while a bid is on its way into it', async () => {
  using _ = bidding.withConfirmTimeout(100)
  const { person, bids, group } = await aGroup([20])
  const [joining] = await bidsOf(person, [30])
  const id = joining?.id ?? 0
  const call = { token: person.token, params: { id: group.id } }
  await letOut(id, { group_granted_at: null })
  const joined = await bidding.api.call(api.addGroupMembers, { ...call, body: { bidIds: [id] } })
  expect(joined.body.data.refused).toHaveLength(1)

  const remove = async () =>
    (await bidding.api.call(api.deleteBidGroup, { ...call, query: { members: 'cancel' } })).body
  const message = messages.bidGroup.stillJoining
  expect((await remove()).data).toEqual({ deleted: false, refused: [{ bid_id: id, message }] })
  expect((await setAndRead(bids[0]?.id ?? 0)).status).toBe('cancelled')
  await bidding.db.transaction().execute((tx) => releaseBid(tx, { bidId: id, fence: 1, at: systemClock.now() }))
  expect((await readGroup(person, group.id)).members.map(({ bid_id }) => bid_id)).toContain(id)
  const exposure = await bidding.api.call(api.readExposure, { token: person.token })
  expect(exposure.body.data.groups).toMatchObject([{ id: group.id, stakes: [{ bid_id: id, cost: 30 }] }])
  expect((await remove()).data).toEqual({ deleted: true, refused: [] })
})

test('A bid leaves a group cancelled or as a single bid', async () => {
  const { person, bids, group } = await aGroup([20, 30])
  const leave = (bidId: number, members: 'cancel' | 'keep') =>
    bidding.api.call(api.removeGroupMember, {
      token: person.token,
      params: { id: group.id, bidId },
      query: { members },
    })
  expect((await leave(bids[0]?.id ?? 0, 'keep')).body.data.group.members).toHaveLength(1)
  expect((await leave(bids[1]?.id ?? 0, 'cancel')).body.data.group).toMatchObject({ state: 'over', most_cost: 0 })
  expect((await leave(bids[0]?.id ?? 0, 'cancel')).status).toBe(404)
})

test('More extra wins have to be confirmed, with what they can cost', async () => {
  const { person, group } = await aGroup([20, 42, 30])
  const change = (body: object) =>
    bidding.api.call(api.changeBidGroup, { token: person.token, params: { id: group.id }, body })
  const refused = await change({ extraWins: 1 })
  expect(refused.failure).toMatchObject({
    code: 'confirmation_needed',
    message: 'You may have to pay for 2 auctions, up to $72.00. Confirm that you want this.',
  })
  expect((await change({ extraWins: 1, confirmWins: 2 })).body.data.group).toMatchObject({
    extra_wins: 1,
    most_cost: 72,
  })
  expect((await change({ budget: 50 })).body.data.group).toMatchObject({ budget: 50, most_cost: 50 })
  expect((await change({ budget: null, extraWins: 0 })).body.data.group).toMatchObject({ budget: null, most_cost: 42 })
})

test('The owner puts bids first where they overlap', async () => {
  const { person, bids, group } = await aGroup([20, 30, 40], {}, [1_800, 1_801, 1_802])
  const last = bids[2]?.id ?? 0
  const body = { first: [last] }
  const changed = await bidding.api.call(api.changeBidGroup, { token: person.token, params: { id: group.id }, body })
  expect(changed.body.data.group.members.map(({ bid_id }) => bid_id)).toEqual([last, bids[0]?.id, bids[1]?.id])
})

test('Raising a bid of a group clears its grant', async () => {
  const { bids, person } = await aGroup([20, 30])
  const id = bids[0]?.id ?? 0
  await letOut(id)
  const raising = bidding.api.call(api.changeBid, {
    token: person.token,
    params: { id },
    body: { maxBid: 26, confirmMaxBid: 26 },
  })
  await expect.poll(async () => (await setAndRead(id)).pending?.kind).toBe('change')
  await bidding.db.transaction().execute((tx) => releaseBid(tx, { bidId: id, fence: 1, at: systemClock.now() }))
  expect((await raising).body.data.bid).toMatchObject({ max_bid: 26, group: { state: 'waiting' } })
  expect((await setAndRead(id)).group_granted_at).toBeNull()
})

const setAndRead = (id: number) =>
  bidding.db.selectFrom('bids').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('Once a group has won, its other bids end, and do not count as cancelled by their owner', async () => {
  const { person, bids, group } = await aGroup([20, 30, 40])
  await letOut(bids[0]?.id ?? 0, { status: 'won', outcome: 'won', final_price_cents: 1_500, engine_id: null })
  const [bystander] = await bidsOf(person, [50])
  expect(await endFilledGroups(bidding.ctx)).toBe(2)
  expect(await endFilledGroups(bidding.ctx)).toBe(0)
  expect(await readGroup(person, group.id)).toMatchObject({ state: 'done', wins: 1, spent: 15, most_cost: 15 })
  const { body } = await bidding.api.call(api.listBids, { token: person.token, query: { status: 'cancelled' } })
  const about = { bid_id: bids[0]?.id, title: 'Lamp 0' }
  expect(body.data.bids.map(({ outcome, group: of }) => [outcome, of?.state, of?.about])).toEqual([
    ['group_won', 'skipped', about],
    ['group_won', 'skipped', about],
  ])
  expect((await setAndRead(bystander?.id ?? 0)).status).toBe('pending')
})

/** Of a group whose first bid has won, the second one waits; the owner changes that while the jobs are about to end it. */
async function changeBeforeTheEnd(
  change: (world: { person: Person; groupId: number; waiting: number }) => Promise<unknown>,
) {
  const { person, bids, group } = await aGroup([20, 30])
  const [won, waiting] = bids.map(({ id }) => id)
  await letOut(won ?? 0, { status: 'won', outcome: 'won', final_price_cents: 1_500, engine_id: null })
  const { changing, ending } = await bidding.db.transaction().execute(async (tx) => {
    await sql`select from bids where id = ${waiting} for update`.execute(tx)
    const changing = change({ person, groupId: group.id, waiting: waiting ?? 0 })
    await awaitBlocked(bidding.db, 1)
    const ending = endFilledGroups(bidding.ctx)
    await awaitBlocked(bidding.db, 2)
    return { changing, ending }
  })
  await changing
  return { row: await ending.then(() => setAndRead(waiting ?? 0)), ended: await ending }
}

test('A bid that its owner takes out of a group that has won, just before the jobs end it, stays a single bid', async () => {
  const { row, ended } = await changeBeforeTheEnd(async ({ person, groupId, waiting }) => {
    const params = { id: groupId, bidId: waiting }
    const keep = { token: person.token, params, query: { members: 'keep' as const } }
    expect((await bidding.api.call(api.removeGroupMember, keep)).status).toBe(200)
  })
  expect(row).toMatchObject({ status: 'pending', group_id: null })
  expect(ended).toBe(0)
})

test('A bid stays in a group that may win one more, just before the jobs end it', async () => {
  const { row, ended } = await changeBeforeTheEnd(async ({ person, groupId, waiting }) => {
    const body = { mostWins: 2, first: [waiting] }
    const change = { token: person.token, params: { id: groupId }, body }
    expect((await bidding.api.call(api.changeBidGroup, change)).status).toBe(200)
  })
  expect(row).toMatchObject({ status: 'pending', pending: null })
  expect(ended).toBe(0)
})

test('A bid that an engine holds and that is leaving a group that has won is not ended', async () => {
  using _ = bidding.withConfirmTimeout(100)
  const { person, bids, group } = await aGroup([20, 30])
  const [won, leaving] = bids.map(({ id }) => id)
  await letOut(leaving ?? 0, { group_granted_at: null })
  const params = { id: group.id, bidId: leaving ?? 0 }
  const keep = { token: person.token, params, query: { members: 'keep' as const } }
  expect((await bidding.api.call(api.removeGroupMember, keep)).failure?.code).toBe('not_confirmed_yet')
  await letOut(won ?? 0, { status: 'won', outcome: 'won', final_price_cents: 1_500, engine_id: null })
  expect(await endFilledGroups(bidding.ctx)).toBe(0)
  expect(await setAndRead(leaving ?? 0)).toMatchObject({ pending: { kind: 'change', groupId: null } })
})

test('Any reading whose price is above the maximum of a bid at the site frees its place, and no other does', async () => {
  const { person, bids, group } = await aGroup([20, 30])
  const [bid] = bids
  const id = bid?.id ?? 0
  await letOut(id, { status: 'executed', executed_at: new Date() })
  const read = async (currentPriceCents: number) => {
    const reading = await bidding.site.readItem(bid?.auction_id ?? '', { signal: neverAborted })
    const seen = { ...reading, currentPriceCents }
    await bidding.db.transaction().execute((tx) => writeReading(tx, bidding.site.id, seen, systemClock.now()))
  }
  await read(2_000)
  expect(await readGroup(person, group.id)).toMatchObject({ exposed: 1 })
  await read(2_001)
  const after = await readGroup(person, group.id)
  expect(after).toMatchObject({ exposed: 0 })
  expect(after.members[0]?.state).toBe('lost')
  expect(await eventsOf(id)).toContain('group_released')
})

test('A group that is asked for again with the same key, because the answer was lost, is made once and answered as before', async () => {
  const person = await bidding.bidder()
  const bystander = await bidding.bidder()
  const [bid] = await bidsOf(person, [20])
  const make = ({ token }: Person, bidIds: number[]) =>
    bidding.api.call(api.createBidGroup, {
      token,
      body: { name: 'Lamps', mostWins: 1, bidIds },
      headers: { 'Idempotency-Key': 'lamps' },
    })
  const [first, second] = [await make(person, [bid?.id ?? 0]), await make(person, [bid?.id ?? 0])]
  expect(second.body).toEqual(first.body)
  expect(first.body.data.group.members).toHaveLength(1)
  const [other] = await bidsOf(bystander, [20])
  await make(bystander, [other?.id ?? 0])
  for (const { token } of [person, bystander]) {
    expect((await bidding.api.call(api.listBidGroups, { token })).body.data.groups).toHaveLength(1)
  }
})

test('A group that is asked for again with the same key, because the database stopped its bids from joining, is made once', async () => {
  const person = await bidding.bidder()
  const [bid] = await bidsOf(person, [20])
  const make = () =>
    bidding.api.call(api.createBidGroup, {
      token: person.token,
      body: { name: 'Lamps', mostWins: 1, bidIds: [bid?.id ?? 0] },
      headers: { 'Idempotency-Key': 'lamps' },
    })
  const first = await bidding.db.transaction().execute(async (tx) => {
    await sql`select from bids where id = ${bid?.id} for update`.execute(tx)
    const making = make()
    const [pid] = await awaitBlocked(bidding.db, 1)
    // As a statement ends that has waited too long.
    await sql`select pg_cancel_backend(${pid})`.execute(bidding.db)
    return await making
  })
  expect([first.status, first.failure.code]).toEqual([503, 'unavailable'])
  const second = await make()
  const { body } = await bidding.api.call(api.listBidGroups, { token: person.token })
  expect(body.data.groups.map(({ name, members }) => [name, members])).toEqual([['Lamps', []]])
  expect([second.status, second.failure.code]).toEqual([409, 'idempotency_done'])
})

test('A price above the maximum frees no place of a bid that is still on its way', async () => {
  const { person, bids, group } = await aGroup([20, 30])
  const [bid] = bids
  await letOut(bid?.id ?? 0, { locked_in_at: new Date() })
  const reading = await bidding.site.readItem(bid?.auction_id ?? '', { signal: neverAborted })
  const seen = { ...reading, currentPriceCents: 9_000 }
  await bidding.db.transaction().execute((tx) => writeReading(tx, bidding.site.id, seen, systemClock.now()))
  expect(await readGroup(person, group.id)).toMatchObject({ exposed: 1 })
})

test("After the close, the owner's word frees the place of a bid whose result is not known", async () => {
  const { person, bids, group } = await aGroup([20, 30])
  const id = bids[0]?.id ?? 0
  const say = () => bidding.api.call(api.sayNotWon, { token: person.token, params: { id } })
  await letOut(id, { status: 'executed', executed_at: new Date() })
  expect((await say()).status).toBe(409)
  await sql`update listings set closed_at = now(), closed_reason = 'ended' where auction_id = ${bids[0]?.auction_id}`.execute(
    bidding.db,
  )
  expect((await readGroup(person, group.id)).members[0]?.state).toBe('unknown')
  expect((await say()).body.data.bid.group?.state).toBe('lost')
  expect(await readGroup(person, group.id)).toMatchObject({ exposed: 0 })
  expect((await say()).status).toBe(200)
})

test('Past its moment, a bid that its group has not let out can be changed, taken out and cancelled, and one that is out cannot', async () => {
  const { person, bids, group } = await aGroup([20, 30, 40, 50])
  const [out, changed, taken, cancelled] = bids.map(({ id }) => id)
  const { token } = person
  await letOut(out ?? 0)
  for (const { id } of bids) await setBid(id, { fire_at: new Date(systemClock.now() - 2_000) })
  const change = (id: number) =>
    bidding.api.call(api.changeBid, { token, params: { id }, body: { maxBid: 29, confirmMaxBid: 29 } })
  const cancel = (id: number) => bidding.api.call(api.cancelBid, { token, params: { id } })
  expect((await change(out ?? 0)).failure?.code).toBe('too_late')
  expect((await cancel(out ?? 0)).failure?.code).toBe('too_late')
  expect((await change(changed ?? 0)).body.data.bid).toMatchObject({ max_bid: 29, group: { id: group.id } })
  const keep = { token, params: { id: group.id, bidId: taken ?? 0 }, query: { members: 'keep' as const } }
  expect((await bidding.api.call(api.removeGroupMember, keep)).status).toBe(200)
  expect(await setAndRead(taken ?? 0)).toMatchObject({ status: 'pending', group_id: null })
  expect((await cancel(cancelled ?? 0)).body.data.bid.status).toBe('cancelled')
})

test('A pending bid of a group cannot be locked in without a grant, by whatever program', async () => {
  const { bids } = await aGroup([20, 30])
  const id = bids[0]?.id ?? 0
  await letOut(id, { group_granted_at: null })
  await setBid(id, { locked_in_at: new Date() })
  expect((await setAndRead(id)).locked_in_at).toBeNull()
})

test('Of a group, the limits count its largest, as many as it may win, up to its budget', async () => {
  const { person, group } = await aGroup([20, 42, 30], {}, [1_800, 1_801, 1_802])
  const { token } = person
  const total = async () => (await bidding.api.call(api.readExposure, { token })).body.data
  expect(await total()).toMatchObject({ days: [], groups: [{ id: group.id, wins_left: 1, budget_left: null }] })
  const limit = await bidding.db
    .updateTable('accounts')
    .set({ day_limit_cents: 5_000 })
    .where('id', '=', person.accountId)
    .execute()
  expect(limit).toHaveLength(1)
  // $42.00 of $50.00: within a group another $42.00 costs no more, as a single bid it is refused.
  const { auctionId } = bidding.listItem({ endsInSeconds: 1_803 })
  await bidding.track(person, auctionId)
  const body = { auctionId, maxBid: 42, confirmMaxBid: 42, secondsBeforeEnd: 5 }
  expect((await bidding.api.call(api.scheduleBid, { token, body })).failure?.code).toBe('day_limit_reached')
  expect((await bidding.api.call(api.scheduleBid, { token, body: { ...body, groupId: group.id } })).status).toBe(200)
  const change = (terms: object) =>
    bidding.api.call(api.changeBidGroup, { token, params: { id: group.id }, body: terms })
  expect((await change({ mostWins: 2 })).failure?.code).toBe('day_limit_reached')
  expect((await change({ mostWins: 2, budget: 50 })).status).toBe(200)
  expect((await change({ budget: null })).failure?.code).toBe('day_limit_reached')
  const keep = { token, params: { id: group.id }, query: { members: 'keep' as const } }
  expect((await bidding.api.call(api.deleteBidGroup, keep)).failure?.code).toBe('day_limit_reached')
  expect((await readGroup(person, group.id)).members).toHaveLength(4)
})

test('A bid that is leaving its group is raised as a single bid: within the limit beside the group, or not at all', async () => {
  using _ = bidding.withConfirmTimeout(100)
  const { person, bids, group } = await aGroup([100, 10], {}, [1_800, 1_801])
  const { token } = person
  const leaving = bids[1]?.id ?? 0
  await bidding.db.updateTable('accounts').set({ day_limit_cents: 11_000 }).where('id', '=', person.accountId).execute()
  await letOut(leaving, { group_granted_at: null })
  const keep = { token, params: { id: group.id, bidId: leaving }, query: { members: 'keep' as const } }
  expect((await bidding.api.call(api.removeGroupMember, keep)).failure?.code).toBe('not_confirmed_yet')
  const raise = (maxBid: number) =>
    bidding.api.call(api.changeBid, { token, params: { id: leaving }, body: { maxBid, confirmMaxBid: maxBid } })
  expect((await raise(100)).failure?.code).toBe('day_limit_reached')
  await bidding.db.transaction().execute((tx) => releaseBid(tx, { bidId: leaving, fence: 1, at: systemClock.now() }))
  expect(await setAndRead(leaving)).toMatchObject({ group_id: null, max_bid_cents: 1_000 })
})

test('A bid that is moving to another group is raised as a single bid until it has moved', async () => {
  using _ = bidding.withConfirmTimeout(100)
  const { person, bids } = await aGroup([100, 10], {}, [1_800, 1_801])
  const { token } = person
  const moving = bids[1]?.id ?? 0
  const made = await bidding.api.call(api.createBidGroup, { token, body: { name: 'Vases', mostWins: 1 } })
  await bidding.db.updateTable('accounts').set({ day_limit_cents: 11_000 }).where('id', '=', person.accountId).execute()
  await letOut(moving, { group_granted_at: null })
  const move = { token, params: { id: made.body.data.group.id }, body: { bidIds: [moving] } }
  expect((await bidding.api.call(api.addGroupMembers, move)).body.data.refused).toHaveLength(1)
  expect(movesTo(await setAndRead(moving))).toBe(made.body.data.group.id)
  const raise = { token, params: { id: moving }, body: { maxBid: 100, confirmMaxBid: 100 } }
  expect((await bidding.api.call(api.changeBid, raise)).failure?.code).toBe('day_limit_reached')
})

test('A bid that is moving to another group does not become a single one on its way, past the limit of the day', async () => {
  using _ = bidding.withConfirmTimeout(100)
  const { person, bids, group } = await aGroup([100, 100], {}, [1_800, 1_801])
  const { token } = person
  const moving = bids[1]?.id ?? 0
  const made = await bidding.api.call(api.createBidGroup, { token, body: { name: 'Vases', mostWins: 1 } })
  await bidding.db.updateTable('accounts').set({ day_limit_cents: 20_000 }).where('id', '=', person.accountId).execute()
  await letOut(moving, { group_granted_at: null })
  const move = { token, params: { id: made.body.data.group.id }, body: { bidIds: [moving] } }
  expect((await bidding.api.call(api.addGroupMembers, move)).body.data.refused).toHaveLength(1)
  const keep = { token, params: { id: group.id, bidId: moving }, query: { members: 'keep' as const } }
  expect((await bidding.api.call(api.removeGroupMember, keep)).failure?.message).toBe(messages.bidGroup.movingElsewhere)
  await bidding.db.transaction().execute((tx) => releaseBid(tx, { bidId: moving, fence: 1, at: systemClock.now() }))
  expect((await setAndRead(moving)).group_id).toBe(made.body.data.group.id)
})

test('A restored bid leaves its group only cancelled: kept as a single bid, it would go out unasked', async () => {
  const { person, bids, group } = await aGroup([20, 30])
  const { token } = person
  const [one = 0, other = 0] = bids.map(({ id }) => id)
  await setBid(one, { restored_from: new Date() })
  const leave = (members: 'cancel' | 'keep') =>
    bidding.api.call(api.removeGroupMember, { token, params: { id: group.id, bidId: one }, query: { members } })
  expect((await leave('keep')).failure?.message).toBe(messages.waiting.answerFirst)
  const remove = { token, params: { id: group.id }, query: { members: 'keep' as const } }
  const refused = [{ bid_id: one, message: messages.waiting.answerFirst }]
  expect((await bidding.api.call(api.deleteBidGroup, remove)).body.data).toEqual({ deleted: false, refused })
  expect([(await setAndRead(one)).restored_from, (await setAndRead(other)).group_id]).toEqual([expect.any(Date), null])
  expect((await leave('cancel')).status).toBe(200)
})
