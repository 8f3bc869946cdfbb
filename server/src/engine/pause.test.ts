import { expect, test } from 'vitest'
import { startSniping } from '../../test/sniping.ts'
import { pauseBidding, resumeBidding } from '../pauses/pause-bidding.ts'
import { setOperatorPause } from '../pauses/set-operator-pause.ts'
import { systemClock } from '../platform/clock.ts'
import { pollUntil } from '../platform/poll-until.ts'
import type { Store } from './core/ports.ts'
import { databaseStore } from './database-store.ts'
import { addEngine } from './engine-queries.ts'
import { ownIdentity } from './process-identity.ts'

async function aStory() {
  const it = await startSniping()
  const deps = { db: it.db, clock: systemClock, marketplace: { id: 'auction-house' } }
  return {
    ...it,
    pause: () => pauseBidding(deps, it.accountId),
    resume: () => resumeBidding(deps, it.accountId),
    operator: (state: 'off' | 'no_new' | 'all') =>
      setOperatorPause(deps, { state, reason: state === 'off' ? null : 'Testing', requestedBy: 'operator test' }),
    async engine() {
      const engineId = await addEngine(it.db, ownIdentity(), systemClock.now())
      return databaseStore({ db: it.db, clock: systemClock, siteId: 'auction-house' }, engineId)
    },
    /** Until the house's clock, which is this machine's, shows that instant. */
    untilTime: (at: number) =>
      pollUntil(systemClock, async () => systemClock.now() >= at || null, { everyMs: 50, forMs: 60_000 }),
  }
}

const everything = () => ({
  siteTime: systemClock.now(),
  uncertaintyMs: 20,
  dueBefore: systemClock.now() + 3_600_000,
  expired: [],
  includeBeyondHorizon: true,
  capacity: { unsent: 100, sent: 100 },
})
const atOnce = () => ({ at: systemClock.now(), notSentBefore: systemClock.now() })
const others = async (store: Store) =>
  (await store.peers()).map(({ engineId, heartbeat }) => ({ engineId, heartbeat, isJournalReplayed: false }))
const kindsOf = async (it: Awaited<ReturnType<typeof aStory>>, bidId: number) =>
  (await it.eventsOf(bidId)).map(({ kind }) => kind)

test('an armed bid is let go of as soon as bidding is paused, and goes out once it is resumed', async () => {
  await using it = await aStory()
  await using _engine = await it.startEngine()
  const { bidId, itemId } = await it.snipe({ secondsBeforeEnd: 4, endsInSeconds: 20 })
  await it.untilLogged(bidId, 'armed')

  expect((await it.pause()).notStopped).toEqual([])
  expect(await it.readBid(bidId)).toMatchObject({ engine_id: null, locked_in_at: null, status: 'pending' })
  expect(await it.eventsOf(bidId)).toContainEqual({ kind: 'released', because: 'paused' })
  expect(it.arrivals(itemId)).toEqual([])

  await it.resume()
  await it.until(bidId, ({ settled_at }) => settled_at !== null)
  expect(await it.readBid(bidId)).toMatchObject({ status: 'won', outcome: 'won' })
  expect(it.arrivals(itemId)).toHaveLength(1)
}, 90_000)

test('a bid whose moment comes while it is paused goes out late when it is resumed before the close', async () => {
  await using it = await aStory()
  await using _engine = await it.startEngine()
  const { bidId, itemId, endsAt } = await it.snipe({ secondsBeforeEnd: 16, endsInSeconds: 20 })
  await it.pause()
  await it.untilTime(endsAt - 14_000)
  expect(it.arrivals(itemId)).toEqual([])

  await it.resume()
  await it.until(bidId, ({ settled_at }) => settled_at !== null)
  expect(await it.readBid(bidId)).toMatchObject({ status: 'won' })
  expect(it.arrivals(itemId)).toHaveLength(1)
}, 90_000)

test('a bid that was locked in before goes out, and the pause says which', async () => {
  await using it = await aStory()
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const store = await it.engine()
  const [claim] = await store.claim(everything())
  expect(await store.lockIn(claim!, atOnce())).toBe(true)
  expect((await it.pause()).notStopped).toMatchObject([{ id: bidId, because: 'locked_in' }])
  expect(await store.held()).toMatchObject([{ bidId, releaseRequest: null }])
}, 30_000)

test("no engine claims a paused bid, be the pause its owner's or the operator's", async () => {
  await using it = await aStory()
  await it.snipe({ endsInSeconds: 60 })
  const store = await it.engine()
  await it.pause()
  expect(await store.claim(everything())).toEqual([])
  await it.resume()
  for (const state of ['all', 'no_new'] as const) {
    await it.operator(state)
    expect(await store.claim(everything())).toEqual([])
  }
  await it.operator('off')
  expect(await store.claim(everything())).toHaveLength(1)
}, 30_000)

test('told to arm no more, an engine keeps what it holds', async () => {
  await using it = await aStory()
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const store = await it.engine()
  const [claim] = await store.claim(everything())
  await it.operator('no_new')
  expect(await store.held()).toMatchObject([{ bidId, releaseRequest: null }])
  expect(await store.lockIn(claim!, atOnce())).toBe(true)
}, 30_000)

test('a paused bid of an engine that is gone is taken over, to be let go of', async () => {
  await using it = await aStory()
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const [first, second] = [await it.engine(), await it.engine()]
  await first.claim(everything())
  const paused = it.pause()
  await expect.poll(async () => (await first.held())[0]?.releaseRequest).toBe('paused')
  const expired = await others(second)
  const [taken] = await second.claim({ ...everything(), expired })
  expect(await second.held()).toMatchObject([{ bidId, releaseRequest: 'paused' }])
  await second.release(taken!, systemClock.now())
  expect((await paused).notStopped).toEqual([])
  expect(await it.readBid(bidId)).toMatchObject({ engine_id: null, status: 'pending' })
  expect(await second.claim(everything())).toEqual([])
}, 30_000)

test('a lock-in that another engine left behind is void once it is known that nothing was sent', async () => {
  await using it = await aStory()
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const [first, second] = [await it.engine(), await it.engine()]
  const [claim] = await first.claim(everything())
  await first.lockIn(claim!, atOnce())
  await it.pause()
  const [taken] = await second.claim({ ...everything(), expired: await others(second) })
  expect(taken).toMatchObject({ takenOver: true, lockedInAt: expect.any(Number) })
  expect(await second.lockIn(taken!, atOnce())).toBe(false)
  await second.release(taken!, systemClock.now())
  expect(await it.readBid(bidId)).toMatchObject({ engine_id: null, locked_in_at: null })
  expect(await kindsOf(it, bidId)).not.toContain('sent')
}, 30_000)
