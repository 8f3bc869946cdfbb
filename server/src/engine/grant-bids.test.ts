import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addGroup } from '../../test/add-group.ts'
import { claimAll, expiredPeers, lockInNow, startEngineStores } from '../../test/engine-stores.ts'
import { requestChange } from '../bidding/request-change.ts'
import { systemClock } from '../platform/clock.ts'
import type { Snipe, Store } from './core/ports.ts'

let it: Awaited<ReturnType<typeof startEngineStores>>
beforeAll(async () => {
  it = await startEngineStores()
})
afterAll(() => it[Symbol.asyncDispose]())
beforeEach(() => it.clear())

const MANY = 30

/** Asks when a bid's moment has come. */
const ask = (store: Store, { bidId, fence, endsAt, leadMs }: Snipe) =>
  store.ask({ bidId, fence, at: endsAt - leadMs, endsAt })

async function claimed(count: number, terms: Partial<Parameters<typeof addGroup>[1]> = {}) {
  const bids = []
  for (let made = 0; made < count; made++) bids.push(await it.snipe({ endsInSeconds: 60 + 60 * made }))
  const groupId = await addGroup(
    it.db,
    { accountId: it.accountId, ...terms },
    bids.map(({ bidId }) => bidId),
  )
  const store = await it.addStore()
  const snipes = await store.claim(claimAll())
  return { groupId, store, snipes: bids.map(({ bidId }) => snipes.find((snipe) => snipe.bidId === bidId)!) }
}

const copyOf = (row: string, changes: string) =>
  sql.raw(`(jsonb_populate_record(${row}, jsonb_build_object('id', 1000 + n, ${changes}))).*`)

/** Groups of six bids, which all copy one bid, and of which each engine holds one of each group. */
async function manyGroups(like: number, engineIds: readonly number[]) {
  const groups: number[] = []
  for (let made = 0; made < MANY; made++) groups.push(await addGroup(it.db, { accountId: it.accountId }, []))
  const copies = sql`generate_series(1, ${MANY * engineIds.length}) n`
  await sql`
    insert into listings overriding system value
    select ${copyOf('l', `'auction_id', (900000 + n)::text`)} from listings l, ${copies}`.execute(it.db)
  await sql`
    insert into tracked_auctions overriding system value
    select ${copyOf('t', `'listing_id', 1000 + n`)} from tracked_auctions t, ${copies}`.execute(it.db)
  await sql`
    insert into bids overriding system value
    select ${copyOf('b', `'listing_id', 1000 + n, 'tracked_auction_id', 1000 + n, 'fence', 1`)}
      from bids b, ${copies} where b.id = ${like}`.execute(it.db)
  await sql`
    update bids set engine_id = (${engineIds}::bigint[])[1 + id % ${engineIds.length}],
                    group_id = (${groups}::bigint[])[1 + (id - 1001) / ${engineIds.length}]
     where id > 1000`.execute(it.db)
  return it.db.selectFrom('bids').select(['id', 'engine_id', 'group_id']).where('id', '>', 1_000).execute()
}

test('Of engines that ask at once for the bids of many groups, each group lets out one', async () => {
  const { bidId, endsAt } = await it.snipe({ endsInSeconds: 60 })
  const stores = await Promise.all([1, 2, 3, 4, 5, 6].map(() => it.addStore()))
  const bids = await manyGroups(
    bidId,
    stores.map(({ engineId }) => engineId),
  )
  expect(bids).toHaveLength(MANY * 6)
  // The moment of all has passed, so that none waits for another.
  const answers = await Promise.all(
    bids.map(({ id, engine_id }) =>
      stores.find(({ engineId }) => engineId === engine_id)!.ask({ bidId: id, fence: 1, at: endsAt - 10, endsAt }),
    ),
  )
  const granted = bids.filter((_, place) => answers[place] === 'granted')
  expect(granted).toHaveLength(MANY)
  expect(new Set(granted.map(({ group_id }) => group_id)).size).toBe(MANY)
})

test('Asking again gives the same grant, and no other bid gets one', async () => {
  const { store, snipes } = await claimed(2)
  const [first, second] = snipes
  expect(await ask(store, first!)).toBe('granted')
  expect(await ask(store, first!)).toBe('granted')
  expect(await ask(store, second!)).toBe('unknown')
  expect(await store.lockIn(second!, lockInNow())).toBe(false)
  expect(await store.lockIn(first!, lockInNow())).toBe(true)
  expect(await it.readBid(second!.bidId)).toMatchObject({ group_held_because: 'unknown', group_held_for: first!.bidId })
})

test('A bid that is held or let out is newer than the answers from before', async () => {
  const { store, snipes } = await claimed(2)
  const before = await Promise.all(snipes.map(({ bidId }) => it.readBid(bidId)))
  for (const snipe of snipes) await ask(store, snipe)
  for (const { id, updated_at } of before) {
    expect((await it.readBid(id)).updated_at.getTime()).toBeGreaterThan(updated_at.getTime())
  }
})

test('A successor finds the grant, and the former holder gets none', async () => {
  const { store, snipes } = await claimed(2)
  expect(await ask(store, snipes[0]!)).toBe('granted')
  const successor = await it.addStore()
  const taken = await successor.claim({ ...claimAll(), expired: await expiredPeers(successor) })
  expect(taken.find(({ bidId }) => bidId === snipes[0]!.bidId)?.group).toEqual({ isGranted: true, hold: null })
  expect(await ask(store, snipes[0]!)).toBe('void')
  expect(
    await ask(
      successor,
      taken.find(({ bidId }) => bidId === snipes[1]!.bidId)!,
    ),
  ).toBe('unknown')
})

test('A successor knows why the group has held a bid back', async () => {
  const { store, snipes } = await claimed(2)
  expect(await ask(store, snipes[0]!)).toBe('granted')
  expect(await ask(store, snipes[1]!)).toBe('unknown')
  const successor = await it.addStore()
  const taken = await successor.claim({ ...claimAll(), expired: await expiredPeers(successor) })
  const held = taken.find(({ bidId }) => bidId === snipes[1]!.bidId)
  expect(held?.group).toEqual({ isGranted: false, hold: 'unknown' })
})

test('The release of a bid that was not locked in gives its grant back', async () => {
  const { store, snipes } = await claimed(2)
  expect(await ask(store, snipes[0]!)).toBe('granted')
  await store.release(snipes[0]!, systemClock.now())
  expect(await it.readBid(snipes[0]!.bidId)).toMatchObject({ group_granted_at: null })
  expect(await ask(store, snipes[1]!)).toBe('granted')
})

test('The release of a bid that was locked in keeps its grant', async () => {
  const { store, snipes } = await claimed(2)
  expect(await ask(store, snipes[0]!)).toBe('granted')
  expect(await store.lockIn(snipes[0]!, lockInNow())).toBe(true)
  await store.release(snipes[0]!, systemClock.now())
  expect(await ask(store, snipes[1]!)).toBe('unknown')
})

test('A bid whose owner has asked for a change gets no grant', async () => {
  const { store, snipes } = await claimed(1)
  const [snipe] = snipes
  await it.db.transaction().execute(async (tx) => {
    const bid = await tx
      .selectFrom('bids')
      .selectAll()
      .where('id', '=', snipe!.bidId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await requestChange(tx, bid, { kind: 'cancel' }, systemClock.now())
  })
  expect(await ask(store, snipe!)).toBe('void')
})

test('A bid that ends without being sent frees its place, and one whose result is unknown does not', async () => {
  const { store, snipes } = await claimed(3)
  const [first, second, third] = snipes
  const end = (snipe: Snipe, lossProof: 'never_sent' | null, outcome: 'too_late' | 'unresolved') => {
    const status = outcome === 'unresolved' ? ('executed' as const) : ('auction_ended' as const)
    const ended = { to: 'finished' as const, at: systemClock.now(), status, outcome, priceCents: null, siteMessage: '' }
    return store.record([
      { bidId: snipe.bidId, fence: snipe.fence, events: [], progress: { ...ended, errorDetail: null, lossProof } },
    ])
  }
  expect(await ask(store, first!)).toBe('granted')
  await end(first!, 'never_sent', 'too_late')
  expect(await ask(store, second!)).toBe('granted')
  await end(second!, null, 'unresolved')
  expect(await ask(store, third!)).toBe('unknown')
})
