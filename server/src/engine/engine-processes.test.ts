import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { cuttableProxy } from '../../test/cuttable-proxy.ts'
import { startSniping } from '../../test/sniping.ts'
import { askFor } from '../bids/ask-for.ts'
import { systemClock } from '../platform/clock.ts'

const PATIENCE = { timeout: 180_000 }
const settled = ({ settled_at }: { settled_at: Date | null }) => settled_at !== null

// The longest stories first: they start side by side, some at a time.
describe.concurrent('engines as processes', PATIENCE, () => {
  test('an engine that was stopped beyond its lease fires nothing when it comes back', async ({ expect }) => {
    await using it = await startSniping()
    await Promise.all([it.spawnEngine(), it.spawnEngine()])
    // Its moment comes once the lease can have been waited out; the end is far beyond it.
    const { bidId, itemId } = await it.snipe({ endsInSeconds: 108, secondsBeforeEnd: 60 })
    await it.untilLogged(bidId, 'armed')
    const stopped = await it.holderOf(bidId)
    const { engine_id: itsNumber } = await it.readBid(bidId)
    stopped.kill('SIGSTOP')

    await it.until(bidId, ({ engine_id }) => engine_id !== null && engine_id !== itsNumber, 90_000)
    await it.until(bidId, ({ status }) => status === 'executed', 90_000)
    const renewals = await it.renewalsOf(itsNumber)
    stopped.kill('SIGCONT')
    await expect.poll(() => it.renewalsOf(itsNumber), { timeout: 30_000 }).toBeGreaterThan(renewals)
    expect(it.arrivals(itemId)).toHaveLength(1)
  })

  test('an engine that is asked to stop hands back what waits, and another fires it', async ({ expect }) => {
    await using it = await startSniping()
    const first = await it.spawnEngine()
    const { bidId, itemId } = await it.snipe({ endsInSeconds: 22 })
    await it.untilLogged(bidId, 'armed')
    first.kill('SIGTERM')
    await it.until(bidId, ({ engine_id }) => engine_id === null)
    await it.spawnEngine()
    expect(await it.until(bidId, settled)).toMatchObject({ status: 'won' })
    expect(it.arrivals(itemId)).toHaveLength(1)
  })

  test('when an engine is killed, another fires its snipe in time', async ({ expect }) => {
    await using it = await startSniping()
    await Promise.all([it.spawnEngine(), it.spawnEngine()])
    const { bidId, itemId, endsAt } = await it.snipe({ endsInSeconds: 25 })
    await it.untilLogged(bidId, 'armed')
    const { engine_id: killed } = await it.readBid(bidId)
    await it.kill(await it.holderOf(bidId))

    const heir = await it.until(bidId, ({ engine_id }) => engine_id !== null && engine_id !== killed)
    expect(await it.until(bidId, settled)).toMatchObject({ status: 'won', fence: heir.fence })
    expect(it.arrivals(itemId)).toMatchObject([{ amountCents: 2_500 }])
    expect(it.arrivals(itemId)[0]!.firstByteAt).toBeLessThan(endsAt)
  })

  test('what an engine wrote down before it was killed is in the log once the next has started', async ({ expect }) => {
    await using it = await startSniping()
    await using way = await cuttableProxy(new URL(it.url))
    const first = await it.spawnEngine(way.url)
    const { bidId, itemId } = await it.snipe({ endsInSeconds: 25, secondsBeforeEnd: 10 })
    await it.untilLogged(bidId, 'armed')
    way.cut()
    await expect.poll(() => it.arrivals(itemId), { timeout: 60_000 }).toHaveLength(1)
    await it.kill(first)

    await it.spawnEngine()
    expect(await it.until(bidId, settled)).toMatchObject({ status: 'won' })
    expect((await it.eventsOf(bidId)).map(({ kind }) => kind)).toContain('sent')
    expect(it.arrivals(itemId)).toHaveLength(1)
    await expect.poll(() => readdir(join(it.dataDir, 'engine'))).toHaveLength(1)
  })

  test('a snipe that is armed fires although the database is away, and its story arrives when that is back', async ({
    expect,
  }) => {
    await using it = await startSniping()
    await using way = await cuttableProxy(new URL(it.url))
    await it.spawnEngine(way.url)
    const { bidId, itemId } = await it.snipe({ endsInSeconds: 20, secondsBeforeEnd: 3 })
    await it.untilLogged(bidId, 'armed')
    way.cut()

    await expect.poll(() => it.arrivals(itemId), { timeout: 60_000 }).toMatchObject([{ outcome: 'leading' }])
    expect((await it.readBid(bidId)).status).toBe('pending')
    way.mend()
    expect(await it.until(bidId, settled)).toMatchObject({ status: 'won' })
    expect(await it.eventsOf(bidId)).toContainEqual(expect.objectContaining({ kind: 'locked_in', durable: false }))
    expect(it.arrivals(itemId)).toHaveLength(1)
  })

  test('two engines share the work, and every snipe goes out once', async ({ expect }) => {
    await using it = await startSniping()
    await Promise.all([it.spawnEngine(), it.spawnEngine()])
    const snipes = await Promise.all([12, 13, 14, 15].map((endsInSeconds) => it.snipe({ endsInSeconds })))
    for (const { bidId, itemId } of snipes) {
      expect(await it.until(bidId, settled)).toMatchObject({ status: 'won' })
      expect(it.arrivals(itemId)).toHaveLength(1)
    }
  })

  test('a snipe cancelled before the lock-in never fires, whatever its engine was doing', async ({ expect }) => {
    await using it = await startSniping()
    await it.spawnEngine()
    const snipes = await Promise.all([15, 15, 15].map((endsInSeconds) => it.snipe({ endsInSeconds })))
    const moments = [
      async () => {},
      (bidId: number) => it.until(bidId, ({ engine_id }) => engine_id !== null),
      (bidId: number) => it.untilLogged(bidId, 'armed'),
    ]
    await Promise.all(
      snipes.map(async ({ bidId }, index) => {
        await moments[index]!(bidId)
        await it.db.transaction().execute(async (tx) => {
          const bid = await tx
            .selectFrom('bids')
            .selectAll()
            .where('id', '=', bidId)
            .forUpdate()
            .executeTakeFirstOrThrow()
          await askFor(tx, bid, { kind: 'cancel' }, systemClock.now())
        })
        await it.until(bidId, ({ status }) => status === 'cancelled')
      }),
    )
    const { bidId: later } = await it.snipe({ endsInSeconds: 16 })
    await it.until(later, settled)
    for (const { itemId } of snipes) expect(it.arrivals(itemId)).toEqual([])
  })
})
