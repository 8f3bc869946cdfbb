import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { startSniping } from '../../test/sniping.ts'
import type { BidEventDetail } from '../bid-log/bid-event.ts'
import { systemClock } from '../platform/clock.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { ABSENCE_PROVEN_AFTER_MS } from './core/decide-step.ts'
import type { Claim, JournalEntry, Progress, Store } from './core/ports.ts'
import { databaseStore } from './database-store.ts'
import { addEngine } from './engine-queries.ts'
import { holdEngineLock } from './hold-engine-lock.ts'
import { ownIdentity } from './process-identity.ts'

const SITE = { siteId: 'auction-house' }
const soon = () => systemClock.now() + 3_600_000

async function aStory() {
  const it = await startSniping()
  const engine = async (identity = ownIdentity()) => {
    const engineId = await addEngine(it.db, identity, systemClock.now())
    return databaseStore({ db: it.db, clock: systemClock, ...SITE }, engineId)
  }
  return { ...it, engine }
}

const everything = () => ({
  siteTime: systemClock.now(),
  uncertaintyMs: 20,
  dueBefore: soon(),
  expired: [],
  includeBeyondHorizon: true,
  capacity: { unsent: 100, sent: 100 },
})

const CHECKING = { kind: 'checking', because: 'reset' } as const

const atOnce = () => ({ at: systemClock.now(), notSentBefore: systemClock.now() })

/** Every other engine, whose journals we have read, or cannot. */
const others = async (store: Store, isJournalReplayed = false) =>
  (await store.peers()).map(({ engineId, heartbeat }) => ({ engineId, heartbeat, isJournalReplayed }))

function entryFor(
  { bidId, fence }: { bidId: number; fence: number },
  progress: Progress | null,
  detail: BidEventDetail = CHECKING,
  at = systemClock.now(),
): JournalEntry {
  const event = { key: randomUUID(), bidId, at, uncertaintyMs: 1, engineId: 1, fence }
  return { bidId, fence, events: [{ ...event, detail }], progress }
}

test('engines that claim at once share the snipes, and none is claimed twice', async () => {
  await using it = await aStory()
  for (let made = 0; made < 12; made++) await it.snipe({ endsInSeconds: 60 })
  const engines = await Promise.all([1, 2, 3, 4].map(() => it.engine()))
  const claims = await Promise.all(
    engines.map((engine) => engine.claim({ ...everything(), capacity: { unsent: 5, sent: 5 } })),
  )
  const again = await engines[0]!.claim(everything())
  const bidIds = [...claims, again].flat().map(({ bidId }) => bidId)
  expect(new Set(bidIds).size).toBe(12)
  expect(bidIds).toHaveLength(12)
})

test('a snipe that is not due yet is left unclaimed', async () => {
  await using it = await aStory()
  await it.snipe({ endsInSeconds: 600 })
  expect(await (await it.engine()).claim({ ...everything(), dueBefore: systemClock.now() + 95_000 })).toEqual([])
})

test("an expired engine's snipes go to another under a higher fence, unless it has renewed since", async () => {
  await using it = await aStory()
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const [first, second] = [await it.engine(), await it.engine()]
  const [claim] = await first.claim(everything())
  const [seen] = await second.peers()
  expect(seen).toEqual({ engineId: first.engineId, heartbeat: 0, dead: false, fit: false })

  await first.renew()
  expect(await second.claim({ ...everything(), expired: [{ ...seen!, isJournalReplayed: false }] })).toEqual([])
  const [now] = await second.peers()
  const [taken] = await second.claim({ ...everything(), expired: [{ ...now!, isJournalReplayed: false }] })
  expect(taken).toMatchObject({ bidId, takenOver: true, fence: claim!.fence + 1 })

  expect(await first.lockIn(claim!, atOnce())).toBe(false)
  await first.release(claim!, systemClock.now())
  expect(await it.readBid(bidId)).toMatchObject({ engine_id: second.engineId, fence: taken!.fence, locked_in_at: null })
})

test('an expired engine leaves nothing behind, though its moment has moved far away', async () => {
  await using it = await aStory()
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const [first, second] = [await it.engine(), await it.engine()]
  await first.claim(everything())
  const expired = await others(second)
  const near = { ...everything(), dueBefore: systemClock.now() + 10_000 }
  expect(await second.claim({ ...near, expired, includeBeyondHorizon: false })).toEqual([])
  expect(await second.claim({ ...near, expired })).toMatchObject([{ bidId, takenOver: true }])
})

test('with no room for more to be sent, those that are sent are taken to be settled', async () => {
  await using it = await aStory()
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  await it.snipe({ endsInSeconds: 70 })
  const [first, second] = [await it.engine(), await it.engine()]
  const [claim] = await first.claim({ ...everything(), capacity: { unsent: 1, sent: 0 } })
  await first.record([entryFor(claim!, { to: 'executed', at: systemClock.now() })])
  const wanted = { ...everything(), expired: await others(second), capacity: { unsent: 0, sent: 1 } }
  expect(await second.claim(wanted)).toMatchObject([{ bidId, status: 'executed' }])
})

test('of two claims on one snipe, asked for together, only the one that stands is locked in', async () => {
  await using it = await aStory()
  await it.snipe({ endsInSeconds: 60 })
  const store = await it.engine()
  const [before] = await store.claim(everything())
  await store.release(before!, systemClock.now())
  const [now] = await store.claim(everything())
  expect(await Promise.all([before!, now!].map((claim) => store.lockIn(claim, atOnce())))).toEqual([false, true])
})

/** A snipe that one engine takes from another two seconds before its moment. */
async function takenOverLate(
  it: Awaited<ReturnType<typeof aStory>>,
  { isJournalReplayed }: { isJournalReplayed: boolean },
) {
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const [first, second] = [await it.engine(), await it.engine()]
  await first.claim(everything())
  const siteTime = (await it.readBid(bidId)).fire_at.getTime() - 2_000
  const [taken] = await second.claim({ ...everything(), siteTime, expired: await others(second, isJournalReplayed) })
  return { bidId, first, second, taken, siteTime }
}

test('a snipe taken over so late that it may have been fired stays locked in, though its new holder lets go too', async () => {
  await using it = await aStory()
  const { bidId, first, second, taken, siteTime } = await takenOverLate(it, { isJournalReplayed: false })
  expect(taken).toMatchObject({ takenOver: true, lockedInAt: siteTime })

  await it.db.updateTable('bids').set({ pending_change: 'cancel' }).where('id', '=', bidId).execute()
  await second.release(taken!, systemClock.now())
  expect(await it.readBid(bidId)).toMatchObject({ status: 'pending', engine_id: null, pending_change: null })
  const [again] = await first.claim(everything())
  expect(again).toMatchObject({ bidId, lockedInAt: siteTime })
})

test('a snipe of an engine whose journal says nothing of it was not fired, however late it is taken over', async () => {
  await using it = await aStory()
  const { taken } = await takenOverLate(it, { isJournalReplayed: true })
  expect(taken).toMatchObject({ takenOver: true, lockedInAt: null, uncertainSince: null })
})

test('a lock-in is void when its engine is known to have died before the bid could leave, and else a doubt', async () => {
  await using it = await aStory()
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const engines = [await it.engine(), await it.engine(), await it.engine()]
  const fireAt = (await it.readBid(bidId)).fire_at.getTime()
  const [claim] = await engines[0]!.claim(everything())
  const takeOverAt = async (engine: Store, siteTime: number) => {
    const [taken] = await engine.claim({ ...everything(), siteTime, expired: await others(engine, true) })
    return taken!
  }
  expect(await engines[0]!.lockIn(claim!, { at: fireAt - 1_000, notSentBefore: fireAt - 250 })).toBe(true)
  const second = await takeOverAt(engines[1]!, fireAt - 500)
  expect(second).toMatchObject({ lockedInAt: null, uncertainSince: null })
  expect(await it.readBid(bidId)).toMatchObject({ locked_in_at: null, not_sent_before: null })

  expect(await engines[1]!.lockIn(second, { at: fireAt - 400, notSentBefore: fireAt - 250 })).toBe(true)
  const third = await takeOverAt(engines[2]!, fireAt - 260)
  expect(third).toMatchObject({ lockedInAt: fireAt - 400, uncertainSince: fireAt - 240 })
})

test('a doubt is as old as that of a former holder, as long as that one cannot have sent the bid', async () => {
  await using it = await aStory()
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const engines = [await it.engine(), await it.engine()]
  const fireAt = (await it.readBid(bidId)).fire_at.getTime()
  let claims = 0
  const takeOverAt = async (siteTime: number) => {
    const engine = engines[claims++ % 2]!
    const [taken] = await engine.claim({ ...everything(), siteTime, expired: await others(engine) })
    return taken?.uncertainSince
  }
  expect(await takeOverAt(fireAt - 60_000)).toBeNull()
  expect(await takeOverAt(fireAt)).toBe(fireAt + 20)
  expect(await takeOverAt(fireAt + ABSENCE_PROVEN_AFTER_MS - 100)).toBe(fireAt + 20)
  expect(await takeOverAt(fireAt + ABSENCE_PROVEN_AFTER_MS)).toBe(fireAt + ABSENCE_PROVEN_AFTER_MS + 20)
})

test('an engine is known to be dead only when its lock is free and its process is gone', async () => {
  await using it = await aStory()
  await it.snipe({ endsInSeconds: 60 })
  const gone = { ...ownIdentity(), pidStarted: '1' }
  const [first, second] = [await it.engine(gone), await it.engine()]
  await first.claim(everything())
  expect(await second.peers()).toMatchObject([{ dead: true }])
  {
    await using _lock = holdEngineLock(it.db, systemClock, first.engineId)
    await expect.poll(() => second.peers()).toMatchObject([{ dead: false }])
  }
  expect(await second.peers()).toMatchObject([{ dead: true }])
})

test('a lock-in is refused once its owner has asked for something, and applied to nobody else', async () => {
  await using it = await aStory()
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const engine = await it.engine()
  const [claim] = await engine.claim(everything())
  const wants = (pending_change: 'cancel' | null) =>
    it.db.updateTable('bids').set({ pending_change }).where('id', '=', bidId).execute()
  await wants('cancel')
  expect(await engine.lockIn(claim!, atOnce())).toBe(false)
  await wants(null)
  expect(await (await it.engine()).lockIn(claim!, atOnce())).toBe(false)
  expect(await engine.lockIn(claim!, atOnce())).toBe(true)
  expect(await engine.held()).toEqual([{ bidId, fence: claim!.fence, releaseRequest: null }])
})

test('a snipe that its owner is changing at this moment holds up the lock-in of no other', async () => {
  await using it = await aStory()
  for (let made = 0; made < 3; made++) await it.snipe({ endsInSeconds: 60 })
  const engine = await it.engine()
  const [changing, ...others] = await engine.claim(everything())
  const [changed, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const change = it.db.transaction().execute(async (tx) => {
    await tx.selectFrom('bids').select('id').where('id', '=', changing!.bidId).forUpdate().execute()
    changed.resolve()
    await done.promise
  })
  await changed.promise
  const [waiting, ...free] = [changing!, ...others].map((claim) => engine.lockIn(claim, atOnce()))
  expect(await Promise.all(free)).toEqual([true, true])
  done.resolve()
  await change
  expect(await waiting).toBe(true)
})

test('letting go of a snipe does what its owner asked for meanwhile', async () => {
  await using it = await aStory()
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const engine = await it.engine()
  const [claim] = await engine.claim(everything())
  await it.db.updateTable('bids').set({ pending_change: 'cancel' }).where('id', '=', bidId).execute()
  await engine.release(claim!, systemClock.now())
  expect(await it.readBid(bidId)).toMatchObject({ status: 'cancelled', engine_id: null, pending_change: null })
})

test('a journal that is replayed adds nothing a second time, and never turns a bid back', async () => {
  await using it = await aStory()
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const engine = await it.engine()
  const [claim] = await engine.claim(everything())
  const at = systemClock.now()
  const end = { to: 'finished', at, status: 'won', outcome: 'won', priceCents: 1_200, siteMessage: '' } as const
  const entries = [
    entryFor(claim!, { to: 'locked_in', at }),
    entryFor(claim!, { to: 'executed', at }),
    entryFor(claim!, end),
  ]
  await engine.record(entries)
  await engine.record(entries)
  expect(await it.eventsOf(bidId)).toHaveLength(3)
  const bid = await it.readBid(bidId)
  expect(bid).toMatchObject({ status: 'won', outcome: 'won', final_price_cents: 1_200, engine_id: null })
  const tracked = await it.db.selectFrom('tracked_auctions').select('status').executeTakeFirst()
  expect(tracked?.status).toBe('won')
})

test('what a superseded engine saw is logged, but changes nothing about the bid', async () => {
  await using it = await aStory()
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const engine = await it.engine()
  const [claim] = await engine.claim(everything())
  await engine.release(claim!, systemClock.now())
  await engine.claim(everything())
  await engine.record([entryFor(claim!, { to: 'executed', at: systemClock.now() })])
  expect(await it.readBid(bidId)).toMatchObject({ status: 'pending', executed_at: null })
  expect(await it.eventsOf(bidId)).toHaveLength(1)
})

test('an end is told by whoever holds the bid, and by nobody else', async () => {
  await using it = await aStory()
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const engine = await it.engine()
  const [former] = await engine.claim(everything())
  await engine.release(former!, systemClock.now())
  const [claim] = await engine.claim(everything())
  const won = { to: 'finished', status: 'won', outcome: 'won', priceCents: 900, siteMessage: '' } as const
  const settled = { kind: 'settled', outcome: 'won', finalPriceCents: 900 } as const
  const endOf = (claimed: Claim) => entryFor(claimed, { ...won, at: systemClock.now() }, settled)
  await engine.record([endOf(former!)])
  expect(await it.readBid(bidId)).toMatchObject({ status: 'pending' })
  expect(await it.eventsOf(bidId)).toEqual([])
  const end = endOf(claim!)
  await engine.record([end])
  await engine.record([end, endOf(claim!)])
  expect(await it.readBid(bidId)).toMatchObject({ status: 'won', engine_id: null })
  expect(await it.eventsOf(bidId)).toEqual([settled])
})

test('an entry about a bid that is gone with its account holds nothing up', async () => {
  await using it = await aStory()
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const engine = await it.engine()
  await engine.record([entryFor({ bidId: 999_999, fence: 1 }, null), entryFor({ bidId, fence: 0 }, null)])
  expect(await it.eventsOf(bidId)).toHaveLength(1)
})

async function aMovedEnd() {
  await using stack = new AsyncDisposableStack()
  const it = stack.use(await aStory())
  const { bidId, itemId, endsAt } = await it.snipe({ endsInSeconds: 60, secondsBeforeEnd: 2 })
  const engine = await it.engine()
  const [claim] = await engine.claim(everything())
  it.house.control.moveEnd({ itemId, endsInSeconds: 90 })
  const reading = await it.readItem(itemId)
  // Of two readings stamped alike, neither is the older.
  const later = reading.clock.siteTime + 2 * reading.clock.resolutionMs
  const isLater = pollUntil(systemClock, async () => systemClock.now() > later || null, { everyMs: 1, forMs: 1_000 })
  const moved = { kind: 'end_moved', from: endsAt, to: reading.endsAt } as const
  const owned = stack.move()
  return {
    ...it,
    moved,
    bidId,
    noteReading: () => engine.noteReading(reading),
    release: () => engine.release(claim!, systemClock.now()),
    claimAgain: () => engine.claim(everything()),
    async moveBack() {
      it.house.control.moveEnd({ itemId, endsInSeconds: 45 })
      await isLater
      await engine.noteReading(await it.readItem(itemId))
    },
    record: (fence = claim!.fence) => engine.record([entryFor({ bidId, fence }, null, moved, reading.clock.siteTime)]),
    fireAt: async () => (await it.readBid(bidId)).fire_at.getTime(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

describe('an end that the engine sees move', () => {
  test('A recorded move outlasts a change of the lead and a new claim, although the listing does not show it yet', async () => {
    await using it = await aMovedEnd()
    await it.record()
    const change = { pending_change: 'change', pending_max_bid_cents: 2_700, pending_seconds_before_end: 10 } as const
    await it.db.updateTable('bids').set(change).where('id', '=', it.bidId).execute()
    await it.release()
    expect(await it.fireAt()).toBe(it.moved.to - 10_000)
    expect(await it.claimAgain()).toMatchObject([{ endsAt: it.moved.to, leadMs: 10_000 }])
    await it.noteReading()
    expect((await it.eventsOf(it.bidId)).filter(({ kind }) => kind === 'end_moved')).toEqual([it.moved])
  })

  test.each(['the engine', 'the reading', 'neither'] as const)('is logged once, with %s first', async (first) => {
    await using it = await aMovedEnd()
    const ways = { engine: () => it.record(), reading: it.noteReading }
    if (first === 'neither') await Promise.all([ways.engine(), ways.reading()])
    else if (first === 'the engine') await ways.engine().then(ways.reading)
    else await ways.reading().then(ways.engine)
    expect(await it.eventsOf(it.bidId)).toEqual([it.moved])
    expect(await it.fireAt()).toBe(it.moved.to - 2_000)
  })

  test('moves nothing if it is told so late that the item has been seen since', async () => {
    await using it = await aMovedEnd()
    await it.moveBack()
    const before = await it.fireAt()
    await it.record()
    expect(await it.eventsOf(it.bidId)).toContainEqual(it.moved)
    expect(await it.fireAt()).toBe(before)
    await it.noteReading()
    expect(await it.fireAt()).toBe(before)
  })

  test('moves nothing once another engine has the bid, which sees it for itself', async () => {
    await using it = await aMovedEnd()
    await it.record(0)
    expect(await it.eventsOf(it.bidId)).toEqual([])
    await it.noteReading()
    expect(await it.eventsOf(it.bidId)).toEqual([it.moved])
  })

  test('is logged although the bid is sent, and nothing follows it any more', async () => {
    await using it = await aMovedEnd()
    const before = await it.fireAt()
    await it.db.updateTable('bids').set({ status: 'executed' }).execute()
    await it.noteReading()
    await it.record()
    expect(await it.eventsOf(it.bidId)).toEqual([it.moved])
    expect(await it.fireAt()).toBe(before)
  })
})
