import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimAll, expiredPeers, lockInNow, startEngineStores } from '../../test/engine-stores.ts'
import type { BidEventDetail } from '../bids/log/bid-event.ts'
import { systemClock } from '../platform/clock.ts'
import { pollUntil } from '../platform/poll-until.ts'
import type { Claim, JournalEntry, Progress, Snipe, Store } from './core/ports.ts'
import { holdEngineLock } from './hold-engine-lock.ts'
import { ownIdentity } from './process-identity.ts'

let it: Awaited<ReturnType<typeof startEngineStores>>
beforeAll(async () => {
  it = await startEngineStores()
})
afterAll(() => it[Symbol.asyncDispose]())
beforeEach(() => it.clear())

const CHECKING = { kind: 'checking', because: 'reset' } as const

function entryFor(
  { bidId, fence }: { bidId: number; fence: number },
  progress: Progress | null,
  detail: BidEventDetail = CHECKING,
  at = systemClock.now(),
): JournalEntry {
  const event = { key: randomUUID(), bidId, at, uncertaintyMs: 1, engineId: 1, fence }
  return { bidId, fence, events: [{ ...event, detail }], progress }
}

test('Engines that claim at the same time share the snipes, and no snipe is claimed twice', async () => {
  for (let made = 0; made < 12; made++) await it.snipe({ endsInSeconds: 60 })
  const stores = await Promise.all([1, 2, 3, 4].map(() => it.addStore()))
  const claims = await Promise.all(
    stores.map((store) => store.claim({ ...claimAll(), capacity: { unsent: 5, sent: 5 } })),
  )
  const again = await stores[0]!.claim(claimAll())
  const bidIds = [...claims, again].flat().map(({ bidId }) => bidId)
  expect(new Set(bidIds).size).toBe(12)
  expect(bidIds).toHaveLength(12)
})

test('A snipe that is not due yet is not claimed', async () => {
  await it.snipe({ endsInSeconds: 600 })
  expect(await (await it.addStore()).claim({ ...claimAll(), dueBefore: systemClock.now() + 95_000 })).toEqual([])
})

test("An expired engine's snipes go to a peer under a higher fence, unless the engine has renewed its lease", async () => {
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const [first, second] = [await it.addStore(), await it.addStore()]
  const [claim] = await first.claim(claimAll())
  const [seen] = await second.peers()
  expect(seen).toEqual({ engineId: first.engineId, heartbeat: 0, dead: false, fit: false })

  await first.renew()
  expect(await second.claim({ ...claimAll(), expired: [{ ...seen!, isJournalReplayed: false }] })).toEqual([])
  const [now] = await second.peers()
  const [claimed] = await second.claim({ ...claimAll(), expired: [{ ...now!, isJournalReplayed: false }] })
  expect(claimed).toMatchObject({ bidId, takenOver: true, fence: claim!.fence + 1 })

  expect(await first.lockIn(claim!, lockInNow())).toBe(false)
  await first.release(claim!, systemClock.now())
  expect(await it.readBid(bidId)).toMatchObject({
    engine_id: second.engineId,
    fence: claimed!.fence,
    locked_in_at: null,
  })
})

test('A snipe of an expired engine is taken over although its moment has moved beyond the horizon', async () => {
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const [first, second] = [await it.addStore(), await it.addStore()]
  await first.claim(claimAll())
  const expired = await expiredPeers(second)
  const near = { ...claimAll(), dueBefore: systemClock.now() + 10_000 }
  expect(await second.claim({ ...near, expired, includeBeyondHorizon: false })).toEqual([])
  expect(await second.claim({ ...near, expired })).toMatchObject([{ bidId, takenOver: true }])
})

test('An engine without capacity for unsent snipes claims sent snipes', async () => {
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  await it.snipe({ endsInSeconds: 70 })
  const [first, second] = [await it.addStore(), await it.addStore()]
  const [claim] = await first.claim({ ...claimAll(), capacity: { unsent: 1, sent: 0 } })
  await first.record([entryFor(claim!, { to: 'executed', at: systemClock.now() })])
  const query = { ...claimAll(), expired: await expiredPeers(second), capacity: { unsent: 0, sent: 1 } }
  expect(await second.claim(query)).toMatchObject([{ bidId, status: 'executed' }])
})

test('A change that came too late for a sent snipe leaves nothing of its delivered price behind', async () => {
  const [{ bidId }, bystander] = [await it.snipe({ endsInSeconds: 60 }), await it.snipe({ endsInSeconds: 70 })]
  const store = await it.addStore()
  const claim = (await store.claim(claimAll())).find((each) => each.bidId === bidId)
  const delivered = { allInCents: 20_000, basis: { pickup: true } }
  const dearer = { kind: 'change', maxBidCents: 19_000, secondsBeforeEnd: 2, delivered }
  await it.db
    .updateTable('bids')
    .set({ pending: JSON.stringify(dearer) })
    .where('id', 'in', [bidId, bystander.bidId])
    .execute()
  await store.record([entryFor(claim!, { to: 'executed', at: systemClock.now() })])
  expect(await it.readBid(bidId)).toMatchObject({ status: 'executed', pending: null })
  expect(await it.readBid(bystander.bidId)).toMatchObject({ pending: dearer })
})

test('Of two lock-ins of one snipe in the same batch, only the one with the current fence succeeds', async () => {
  await it.snipe({ endsInSeconds: 60 })
  const store = await it.addStore()
  const [before] = await store.claim(claimAll())
  await store.release(before!, systemClock.now())
  const [now] = await store.claim(claimAll())
  expect(await Promise.all([before!, now!].map((claim) => store.lockIn(claim, lockInNow())))).toEqual([false, true])
})

/** A snipe that one engine takes over from another two seconds before its moment. */
async function takenOverLate({ isJournalReplayed }: { isJournalReplayed: boolean }) {
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const [first, second] = [await it.addStore(), await it.addStore()]
  await first.claim(claimAll())
  const siteTime = (await it.readBid(bidId)).fire_at.getTime() - 2_000
  const [claimed] = await second.claim({
    ...claimAll(),
    siteTime,
    expired: await expiredPeers(second, isJournalReplayed),
  })
  return { bidId, first, second, claimed, siteTime }
}

test('A snipe that was taken over close to its moment stays locked in when its new holder releases it', async () => {
  const { bidId, first, second, claimed, siteTime } = await takenOverLate({ isJournalReplayed: false })
  expect(claimed).toMatchObject({ takenOver: true, lockedInAt: siteTime })

  await it.db.updateTable('bids').set({ pending: '{"kind":"cancel","lowered":null}' }).where('id', '=', bidId).execute()
  await second.release(claimed!, systemClock.now())
  expect(await it.readBid(bidId)).toMatchObject({ status: 'pending', engine_id: null, pending: null })
  const [again] = await first.claim(claimAll())
  expect(again).toMatchObject({ bidId, lockedInAt: siteTime })
})

test('A snipe that is taken over close to its moment is not locked in when the replayed journal shows no bid', async () => {
  const { claimed } = await takenOverLate({ isJournalReplayed: true })
  expect(claimed).toMatchObject({ takenOver: true, lockedInAt: null, uncertainSince: null })
})

/** The snipe that an engine takes over from a dead peer, at a time on the site's clock. */
async function takeOverAt(store: Store, siteTime: number): Promise<Snipe> {
  const [snipe] = await store.claim({ ...claimAll(), siteTime, expired: await expiredPeers(store, true) })
  return snipe!
}

test('A lock-in is void when its engine died before it could send the bid, and uncertain otherwise', async () => {
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const stores = [await it.addStore(), await it.addStore(), await it.addStore()]
  const fireAt = (await it.readBid(bidId)).fire_at.getTime()
  const [claim] = await stores[0]!.claim(claimAll())
  expect(await stores[0]!.lockIn(claim!, { at: fireAt - 1_000, notSentBefore: fireAt - 250 })).toBe(true)
  const second = await takeOverAt(stores[1]!, fireAt - 500)
  expect(second).toMatchObject({ lockedInAt: null, uncertainSince: null })
  expect(await it.readBid(bidId)).toMatchObject({ locked_in_at: null, not_sent_before: null })

  expect(await stores[1]!.lockIn(second, { at: fireAt - 400, notSentBefore: fireAt - 250 })).toBe(true)
  const third = await takeOverAt(stores[2]!, fireAt - 260)
  expect(third).toMatchObject({ lockedInAt: fireAt - 400, uncertainSince: fireAt - 240 })
})

test('Each new holder of a bid that may have been sent looks for it since its own claim', async () => {
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const stores = [await it.addStore(), await it.addStore()]
  const fireAt = (await it.readBid(bidId)).fire_at.getTime()
  let claims = 0
  const uncertainSinceAt = async (siteTime: number) => {
    const store = stores[claims++ % 2]!
    const [claimed] = await store.claim({ ...claimAll(), siteTime, expired: await expiredPeers(store) })
    return claimed?.uncertainSince
  }
  expect(await uncertainSinceAt(fireAt - 60_000)).toBeNull()
  expect(await uncertainSinceAt(fireAt)).toBe(fireAt + 20)
  expect(await uncertainSinceAt(fireAt + 1_000)).toBe(fireAt + 1_020)
  expect(await it.readBid(bidId)).toMatchObject({ locked_in_at: new Date(fireAt), not_sent_before: null })
})

test('A bid that ended without a known result is not claimed again', async () => {
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const bystander = await it.snipe({ endsInSeconds: 60, accountId: await it.addBystander() })
  const store = await it.addStore()
  const claims = await store.claim(claimAll())
  const at = systemClock.now()
  const end = {
    to: 'finished',
    at,
    status: 'executed',
    outcome: 'unresolved',
    priceCents: null,
    siteMessage: '',
  } as const
  for (const claim of claims) await store.record([entryFor(claim, { to: 'executed', at })])
  const unresolved = claims.find((claim) => claim.bidId === bidId)
  await store.record([entryFor(unresolved!, { ...end, errorDetail: 'Not known.' })])
  expect(await it.readBid(bidId)).toMatchObject({
    status: 'executed',
    outcome: 'unresolved',
    error_detail: 'Not known.',
  })
  for (const claim of claims) await store.release(claim, at)
  expect(await store.claim(claimAll())).toMatchObject([{ bidId: bystander.bidId }])
})

test('An engine counts as dead only when its lock is free and its process has ended', async () => {
  await it.snipe({ endsInSeconds: 60 })
  const deadIdentity = { ...ownIdentity(), pidStarted: '1' }
  const [first, second] = [await it.addStore(deadIdentity), await it.addStore()]
  await first.claim(claimAll())
  expect(await second.peers()).toMatchObject([{ dead: true }])
  {
    await using _lock = holdEngineLock(it.db, systemClock, first.engineId)
    await expect.poll(() => second.peers()).toMatchObject([{ dead: false }])
  }
  expect(await second.peers()).toMatchObject([{ dead: true }])
})

test('A lock-in is refused to other engines, and to its holder once the owner has requested a change', async () => {
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const store = await it.addStore()
  const [claim] = await store.claim(claimAll())
  const setPending = (pending: string | null) =>
    it.db.updateTable('bids').set({ pending }).where('id', '=', bidId).execute()
  await setPending('{"kind":"cancel","lowered":null}')
  expect(await store.lockIn(claim!, lockInNow())).toBe(false)
  await setPending(null)
  expect(await (await it.addStore()).lockIn(claim!, lockInNow())).toBe(false)
  expect(await store.lockIn(claim!, lockInNow())).toBe(true)
  expect(await store.held()).toEqual([{ bidId, fence: claim!.fence, releaseRequest: null }])
})

test('A bid that was sent without a recorded lock-in is not released for a pause, and an unsent one is', async () => {
  const [sent, unsent] = [await it.snipe({ endsInSeconds: 60 }), await it.snipe({ endsInSeconds: 60 })]
  const store = await it.addStore()
  const claims = await store.claim(claimAll())
  const claim = claims.find(({ bidId }) => bidId === sent.bidId)
  await store.record([entryFor(claim!, { to: 'executed', at: systemClock.now() })])
  await it.db
    .updateTable('accounts')
    .set({ bidding_paused_at: new Date(systemClock.now()) })
    .execute()
  const requests = (await store.held()).map(({ bidId, releaseRequest }) => [bidId, releaseRequest])
  expect(Object.fromEntries(requests)).toEqual({ [sent.bidId]: null, [unsent.bidId]: 'paused' })
})

test('A snipe that its owner is changing does not delay the lock-in of other snipes', async () => {
  for (let made = 0; made < 3; made++) await it.snipe({ endsInSeconds: 60 })
  const store = await it.addStore()
  const [changing, ...others] = await store.claim(claimAll())
  const [changed, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const change = it.db.transaction().execute(async (tx) => {
    await tx.selectFrom('bids').select('id').where('id', '=', changing!.bidId).forUpdate().execute()
    changed.resolve()
    await done.promise
  })
  await changed.promise
  const [waiting, ...free] = [changing!, ...others].map((claim) => store.lockIn(claim, lockInNow()))
  expect(await Promise.all(free)).toEqual([true, true])
  done.resolve()
  await change
  expect(await waiting).toBe(true)
})

test('Releasing a snipe applies its pending change', async () => {
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const store = await it.addStore()
  const [claim] = await store.claim(claimAll())
  await it.db.updateTable('bids').set({ pending: '{"kind":"cancel","lowered":null}' }).where('id', '=', bidId).execute()
  await store.release(claim!, systemClock.now())
  expect(await it.readBid(bidId)).toMatchObject({ status: 'cancelled', engine_id: null, pending: null })
})

test('Recording the same entries twice logs them once and never moves a bid backwards', async () => {
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const store = await it.addStore()
  const [claim] = await store.claim(claimAll())
  const at = systemClock.now()
  const end = {
    to: 'finished',
    at,
    status: 'won',
    outcome: 'won',
    priceCents: 1_200,
    siteMessage: '',
    errorDetail: null,
  } as const
  const entries = [
    entryFor(claim!, { to: 'locked_in', at }),
    entryFor(claim!, { to: 'executed', at }),
    entryFor(claim!, end),
  ]
  await store.record(entries)
  await store.record(entries)
  expect(await it.eventsOf(bidId)).toHaveLength(3)
  const bid = await it.readBid(bidId)
  expect(bid).toMatchObject({ status: 'won', outcome: 'won', final_price_cents: 1_200, engine_id: null })
  const tracked = await it.db.selectFrom('tracked_auctions').select('status').executeTakeFirst()
  expect(tracked?.status).toBe('won')
})

test('A lock-in that is given back is void for the next claim, and another bid stays locked in', async () => {
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  await it.snipe({ endsInSeconds: 61 })
  const store = await it.addStore()
  const claims = await store.claim(claimAll())
  for (const claim of claims) {
    expect(await store.lockIn(claim, lockInNow())).toBe(true)
    await store.release(claim, systemClock.now(), { givesBackLockIn: claim.bidId === bidId })
  }
  expect(await it.readBid(bidId)).toMatchObject({ status: 'pending', engine_id: null, locked_in_at: null })
  const again = await store.claim(claimAll())
  expect(again.map(({ lockedInAt, uncertainSince }) => [lockedInAt !== null, uncertainSince !== null])).toEqual([
    [false, false],
    [true, true],
  ])
})

test('An entry with an outdated fence is logged and does not change the bid', async () => {
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const store = await it.addStore()
  const [claim] = await store.claim(claimAll())
  await store.release(claim!, systemClock.now())
  await store.claim(claimAll())
  await store.record([entryFor(claim!, { to: 'executed', at: systemClock.now() })])
  expect(await it.readBid(bidId)).toMatchObject({ status: 'pending', executed_at: null })
  expect(await it.eventsOf(bidId)).toHaveLength(1)
})

test('A verdict is logged and applied only with the current fence', async () => {
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const store = await it.addStore()
  const [former] = await store.claim(claimAll())
  await store.release(former!, systemClock.now())
  const [claim] = await store.claim(claimAll())
  const won = {
    to: 'finished',
    status: 'won',
    outcome: 'won',
    priceCents: 900,
    siteMessage: '',
    errorDetail: null,
  } as const
  const settled = { kind: 'settled', outcome: 'won', finalPriceCents: 900 } as const
  const endOf = (claimed: Claim) => entryFor(claimed, { ...won, at: systemClock.now() }, settled)
  await store.record([endOf(former!)])
  expect(await it.readBid(bidId)).toMatchObject({ status: 'pending' })
  expect(await it.eventsOf(bidId)).toEqual([])
  const end = endOf(claim!)
  await store.record([end])
  await store.record([end, endOf(claim!)])
  expect(await it.readBid(bidId)).toMatchObject({ status: 'won', engine_id: null })
  expect(await it.eventsOf(bidId)).toEqual([settled])
})

test('A batch with an entry that the database always refuses is rejected as a whole', async () => {
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const store = await it.addStore()
  const [claim] = await store.claim(claimAll())
  const good = entryFor(claim!, null)
  const bad = entryFor(claim!, null, { kind: 'checking', because: 'a character that jsonb refuses: \0' })
  expect(await store.record([good, bad])).toBe('rejected')
  expect(await it.eventsOf(bidId)).toEqual([])
  expect(await store.record([good])).toBe('recorded')
  expect(await it.eventsOf(bidId)).toEqual([CHECKING])
})

test('An engine without a recent heartbeat is not fit, although the database still holds its lock', async () => {
  await it.snipe({ endsInSeconds: 60 })
  const [first, second] = [await it.addStore(), await it.addStore()]
  await first.claim(claimAll())
  await using _lock = holdEngineLock(it.db, systemClock, first.engineId)
  await expect.poll(() => second.peers()).toMatchObject([{ fit: true }])
  // As after a loss of power: nothing was written for a minute, and no connection was closed.
  const at = sql<Date>`clock_timestamp() - interval '1 minute'`
  await it.db.updateTable('engines').set({ heartbeat_at: at }).where('id', '=', first.engineId).execute()
  expect(await second.peers()).toMatchObject([{ fit: false, dead: false }])
  await first.renew()
  expect(await second.peers()).toMatchObject([{ fit: true }])
})

test('An entry about a deleted bid does not stop other entries', async () => {
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const store = await it.addStore()
  await store.record([entryFor({ bidId: 999_999, fence: 1 }, null), entryFor({ bidId, fence: 0 }, null)])
  expect(await it.eventsOf(bidId)).toHaveLength(1)
})

/** A snipe whose auction's end was moved at the site, and a reading that shows the new end. */
async function startMovedEnd() {
  const { bidId, itemId, endsAt } = await it.snipe({ endsInSeconds: 60, secondsBeforeEnd: 2 })
  const store = await it.addStore()
  const [claim] = await store.claim(claimAll())
  it.house.control.moveEnd({ itemId, endsInSeconds: 90 })
  const reading = await it.readItem(itemId)
  const moved = { kind: 'end_moved', from: endsAt, to: reading.endsAt } as const
  return {
    moved,
    bidId,
    noteReading: () => store.noteReading(reading),
    release: () => store.release(claim!, systemClock.now()),
    claimAgain: () => store.claim(claimAll()),
    async moveBack() {
      // Of two readings with the same stamp, neither is the older one.
      const laterAt = reading.clock.siteTime + 2 * reading.clock.resolutionMs
      const isLater = async () => systemClock.now() > laterAt || null
      await pollUntil(systemClock, isLater, { everyMs: 1, forMs: 1_000 })
      it.house.control.moveEnd({ itemId, endsInSeconds: 45 })
      await store.noteReading(await it.readItem(itemId))
    },
    record: (fence = claim!.fence) => store.record([entryFor({ bidId, fence }, null, moved, reading.clock.siteTime)]),
    fireAt: async () => (await it.readBid(bidId)).fire_at.getTime(),
  }
}

describe('a moved end', () => {
  test('A recorded move outlasts a change of the lead and a new claim although the listing does not show it yet', async () => {
    const story = await startMovedEnd()
    await story.record()
    const pending = JSON.stringify({ kind: 'change', maxBidCents: 2_700, secondsBeforeEnd: 10, delivered: null })
    await it.db.updateTable('bids').set({ pending }).where('id', '=', story.bidId).execute()
    await story.release()
    expect(await story.fireAt()).toBe(story.moved.to - 10_000)
    expect(await story.claimAgain()).toMatchObject([{ endsAt: story.moved.to, leadMs: 10_000 }])
    await story.noteReading()
    const events = await it.eventsOf(story.bidId)
    expect(events.filter(({ kind }) => kind === 'end_moved')).toEqual([story.moved])
  })

  test.each(['the engine', 'the reading', 'neither'] as const)(
    'A moved end is logged once when %s comes first',
    async (first) => {
      const story = await startMovedEnd()
      const ways = { store: () => story.record(), reading: story.noteReading }
      if (first === 'neither') await Promise.all([ways.store(), ways.reading()])
      else if (first === 'the engine') await ways.store().then(ways.reading)
      else await ways.reading().then(ways.store)
      expect(await it.eventsOf(story.bidId)).toEqual([story.moved])
      expect(await story.fireAt()).toBe(story.moved.to - 2_000)
    },
  )

  test('A moved end that is older than the last reading is logged and moves no bid', async () => {
    const story = await startMovedEnd()
    await story.moveBack()
    const before = await story.fireAt()
    await story.record()
    expect(await it.eventsOf(story.bidId)).toContainEqual(story.moved)
    expect(await story.fireAt()).toBe(before)
    await story.noteReading()
    expect(await story.fireAt()).toBe(before)
  })

  test('A moved end with an outdated fence is not logged and moves no bid', async () => {
    const story = await startMovedEnd()
    await story.record(0)
    expect(await it.eventsOf(story.bidId)).toEqual([])
    await story.noteReading()
    expect(await it.eventsOf(story.bidId)).toEqual([story.moved])
  })

  test('A moved end of a sent bid is logged and moves no bid', async () => {
    const story = await startMovedEnd()
    const before = await story.fireAt()
    await it.db.updateTable('bids').set({ status: 'executed' }).execute()
    await story.noteReading()
    await story.record()
    expect(await it.eventsOf(story.bidId)).toEqual([story.moved])
    expect(await story.fireAt()).toBe(before)
  })
})
