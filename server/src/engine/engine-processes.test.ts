import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { cuttableProxy } from '../../test/cuttable-proxy.ts'
import { startSniping } from '../../test/sniping.ts'
import { requestChange } from '../bids/request-change.ts'
import { systemClock } from '../platform/clock.ts'
import { freePort } from '../platform/database/embedded/free-port.ts'
import { pollUntil } from '../platform/poll-until.ts'

const PATIENCE = { timeout: 180_000 }
const settled = ({ settled_at }: { settled_at: Date | null }) => settled_at !== null

// The longest stories first: they start side by side, some at a time.
describe.concurrent('engines as processes', PATIENCE, () => {
  test.for(['stood still', 'heard nothing from its database'])(
    'an engine that %s beyond its lease fires nothing when it comes back, and works on',
    async (what, { expect }) => {
      await using it = await startSniping()
      await using way = await cuttableProxy(new URL(it.url))
      const itsWay = what === 'stood still' ? it.url : way.url
      // Its moment comes once the lease can have been waited out; the end is far beyond it.
      const { bidId, itemId } = await it.snipe({ endsInSeconds: 108, secondsBeforeEnd: 60 })
      // So much to ask of the database one after another that it runs out of connections.
      for (let endsInSeconds = 26; endsInSeconds < 42; endsInSeconds++) await it.snipe({ endsInSeconds })
      await it.spawnEngine(itsWay)
      await it.untilLogged(bidId, 'armed')
      const engine = await it.holderOf(bidId)
      const { engine_id: itsNumber } = await it.readBid(bidId)
      if (what === 'stood still') engine.kill('SIGSTOP')
      else way.silence()
      await it.spawnEngine()

      await it.until(bidId, ({ engine_id }) => engine_id !== null && engine_id !== itsNumber, 90_000)
      await it.until(bidId, ({ status }) => status === 'executed', 90_000)
      const heartbeat = await it.renewalsOf(itsNumber)
      if (what === 'stood still') engine.kill('SIGCONT')
      else way.mend()
      await expect.poll(() => it.renewalsOf(itsNumber), { timeout: 30_000 }).toBeGreaterThan(heartbeat)
      expect(it.arrivals(itemId)).toHaveLength(1)
    },
  )

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

  test.for([
    ['away', 'cut'],
    ['silent', 'silence'],
  ] as const)(
    'a snipe that is armed fires although the database is %s, and its story arrives when that is back',
    async ([, loseIt], { expect }) => {
      await using it = await startSniping()
      await using way = await cuttableProxy(new URL(it.url))
      await it.spawnEngine(way.url)
      const { bidId, itemId } = await it.snipe({ endsInSeconds: 20, secondsBeforeEnd: 3 })
      await it.untilLogged(bidId, 'armed')
      way[loseIt]()

      await expect.poll(() => it.arrivals(itemId), { timeout: 60_000 }).toMatchObject([{ outcome: 'leading' }])
      expect((await it.readBid(bidId)).status).toBe('pending')
      way.mend()
      expect(await it.until(bidId, settled)).toMatchObject({ status: 'won' })
      expect(await it.eventsOf(bidId)).toContainEqual(expect.objectContaining({ kind: 'locked_in', durable: false }))
      expect(it.arrivals(itemId)).toHaveLength(1)
    },
  )

  test.for(['api', 'engine', 'jobs'] as const)(
    'the %s ends when it is asked to, though its database says nothing any more',
    async (name, { expect }) => {
      await using it = await startSniping()
      await using way = await cuttableProxy(new URL(it.url))
      const program = it.spawnProgram(name, { DATABASE_URL: way.url, PORT: String(await freePort()) })
      const isAtWork = async () => (await it.connectionsOf(`bidwell ${name}`)) > 0 || null
      await pollUntil(systemClock, isAtWork, { everyMs: 50, forMs: 20_000 })
      way.silence()
      program.kill('SIGTERM')
      await expect.poll(() => program.exitCode ?? program.signalCode, { timeout: 40_000 }).not.toBe(null)
    },
  )

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
          await requestChange(tx, bid, { kind: 'cancel' }, systemClock.now())
        })
        await it.until(bidId, ({ status }) => status === 'cancelled')
      }),
    )
    const { bidId: later } = await it.snipe({ endsInSeconds: 16 })
    await it.until(later, settled)
    for (const { itemId } of snipes) expect(it.arrivals(itemId)).toEqual([])
  })
})
