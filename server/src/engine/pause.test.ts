import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimAll, expiredPeers, lockInNow, startEngineStores } from '../../test/engine-stores.ts'
import { startSniping } from '../../test/sniping.ts'
import { pauseBidding, resumeBidding } from '../bidding/pauses/pause-bidding.ts'
import { setOperatorPause } from '../bidding/pauses/set-operator-pause.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'

function pausesOf({ db, clock, accountId }: { db: Db; clock: Clock; accountId: number }) {
  const ctx = { db, clock, marketplace: { id: 'auction-house' } }
  return {
    pause: () => pauseBidding(ctx, accountId),
    resume: () => resumeBidding(ctx, accountId),
    setOperatorPause: (state: 'off' | 'no_new' | 'all') =>
      setOperatorPause(ctx, { state, reason: state === 'off' ? null : 'Testing', requestedBy: 'operator test' }),
  }
}

describe('a running engine', () => {
  test('An armed bid is released when its owner pauses bidding, and is sent after the pause', async () => {
    await using it = await startSniping()
    const { pause, resume } = pausesOf(it)
    await using _engine = await it.startEngine()
    const { bidId, itemId } = await it.snipe({ secondsBeforeEnd: 4, endsInSeconds: 30 })
    const bystander = await it.snipe({ accountId: await it.addBystander(), secondsBeforeEnd: 4, endsInSeconds: 30 })
    await it.untilLogged(bidId, 'armed')
    await it.untilLogged(bystander.bidId, 'armed')

    expect((await pause()).notStopped).toEqual([])
    expect(await it.readBid(bidId)).toMatchObject({ engine_id: null, locked_in_at: null, status: 'pending' })
    expect(await it.eventsOf(bidId)).toContainEqual({ kind: 'released', because: 'paused' })
    expect(it.arrivals(itemId)).toEqual([])

    await resume()
    await it.until(bidId, ({ executed_at }) => executed_at !== null)
    expect(it.arrivals(itemId)).toMatchObject([{ outcome: 'leading', userName: 'demo' }])
    expect(await it.until(bystander.bidId, ({ executed_at }) => executed_at !== null)).toMatchObject({ fence: 1 })
  })

  test('A bid whose moment passed during a pause is sent when bidding resumes before the close', async () => {
    await using it = await startSniping()
    const { pause, resume } = pausesOf(it)
    await using _engine = await it.startEngine()
    const { bidId, itemId } = await it.snipe({ secondsBeforeEnd: 55, endsInSeconds: 60 })
    await pause()
    const bystander = await it.addBystander()
    const later = await it.snipe({ accountId: bystander, secondsBeforeEnd: 50, endsInSeconds: 60 })
    await it.until(later.bidId, ({ executed_at }) => executed_at !== null)
    expect(it.arrivals(itemId)).toEqual([])

    await resume()
    await it.until(bidId, ({ executed_at }) => executed_at !== null)
    expect(it.arrivals(itemId)).toMatchObject([{ outcome: 'leading' }])
  })
})

describe('the store of an engine', () => {
  let it: Awaited<ReturnType<typeof startEngineStores>>
  let pauses: ReturnType<typeof pausesOf>
  beforeAll(async () => {
    it = await startEngineStores()
    pauses = pausesOf(it)
  })
  afterAll(() => it[Symbol.asyncDispose]())
  beforeEach(() => it.clear())

  test('A pause names a bid that it cannot stop because the bid is locked in', async () => {
    const { bidId } = await it.snipe({ endsInSeconds: 60 })
    const store = await it.addStore()
    const [claim] = await store.claim(claimAll())
    expect(await store.lockIn(claim!, lockInNow())).toBe(true)
    expect((await pauses.pause()).notStopped).toMatchObject([{ id: bidId, because: 'locked_in' }])
    expect(await store.held()).toMatchObject([{ bidId, releaseRequest: null }])
  })

  test("No engine claims a bid during its owner's or the operator's pause", async () => {
    await it.snipe({ endsInSeconds: 60 })
    const store = await it.addStore()
    await pauses.pause()
    expect(await store.claim(claimAll())).toEqual([])
    await pauses.resume()
    for (const state of ['all', 'no_new'] as const) {
      await pauses.setOperatorPause(state)
      expect(await store.claim(claimAll())).toEqual([])
    }
    await pauses.setOperatorPause('off')
    expect(await store.claim(claimAll())).toHaveLength(1)
  })

  test('An engine keeps its bids when the operator pauses only new claims', async () => {
    const { bidId } = await it.snipe({ endsInSeconds: 60 })
    const store = await it.addStore()
    const [claim] = await store.claim(claimAll())
    await pauses.setOperatorPause('no_new')
    expect(await store.held()).toMatchObject([{ bidId, releaseRequest: null }])
    expect(await store.lockIn(claim!, lockInNow())).toBe(true)
  })

  test('A paused bid of an expired engine is taken over and released', async () => {
    const { bidId } = await it.snipe({ endsInSeconds: 60 })
    const [first, second] = [await it.addStore(), await it.addStore()]
    await first.claim(claimAll())
    const paused = pauses.pause()
    await expect.poll(async () => (await first.held())[0]?.releaseRequest).toBe('paused')
    const [claim] = await second.claim({ ...claimAll(), expired: await expiredPeers(second) })
    expect(await second.held()).toMatchObject([{ bidId, releaseRequest: 'paused' }])
    await second.release(claim!, systemClock.now())
    expect((await paused).notStopped).toEqual([])
    expect(await it.readBid(bidId)).toMatchObject({ engine_id: null, status: 'pending' })
    expect(await second.claim(claimAll())).toEqual([])
  })

  test('A lock-in of an expired engine is void once its bid is paused and known to be unsent', async () => {
    const { bidId } = await it.snipe({ endsInSeconds: 60 })
    const [first, second] = [await it.addStore(), await it.addStore()]
    const [former] = await first.claim(claimAll())
    await first.lockIn(former!, lockInNow())
    await pauses.pause()
    const [claim] = await second.claim({ ...claimAll(), expired: await expiredPeers(second) })
    expect(claim).toMatchObject({ takenOver: true, lockedInAt: expect.any(Number) })
    expect(await second.lockIn(claim!, lockInNow())).toBe(false)
    await second.release(claim!, systemClock.now())
    expect(await it.readBid(bidId)).toMatchObject({ engine_id: null, locked_in_at: null })
    expect((await it.eventsOf(bidId)).map(({ kind }) => kind)).not.toContain('sent')
  })
})
