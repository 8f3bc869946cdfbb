import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, test } from 'vitest'
import { cuttableProxy } from '../../test/cuttable-proxy.ts'
import { startSniping } from '../../test/sniping.ts'
import { systemClock } from '../platform/clock.ts'
import { neverAborted } from '../platform/with-timeout.ts'
import { addEngine } from './engine-queries.ts'
import { ownIdentity } from './process-identity.ts'

const SUSPENDED_CLOCK_MODULE = fileURLToPath(new URL('../../test/suspended-clock.ts', import.meta.url))
const isSettled = ({ settled_at }: { settled_at: Date | null }) => settled_at !== null
const isSent = ({ executed_at }: { executed_at: Date | null }) => executed_at !== null

/** Until an instant, epoch ms. */
const waitUntil = (instant: number) =>
  systemClock.sleepUntil(systemClock.monotonic() + instant - systemClock.now(), neverAborted)

describe.concurrent('engines in processes of their own', () => {
  test('An engine that loses its database for longer than its lease sends nothing afterwards, and works on', async ({
    expect,
  }) => {
    await using it = await startSniping()
    await using proxy = await cuttableProxy(new URL(it.url))
    // The moment to fire comes after the lease has expired, and the end is far beyond it.
    const { bidId, itemId } = await it.snipe({ endsInSeconds: 100, secondsBeforeEnd: 40 })
    // More overdue snipes than the engine has database connections.
    for (let index = 0; index < 16; index++) await it.snipe({ endsInSeconds: 50 + index / 2 })
    await it.spawnEngine({ env: { DATABASE_URL: proxy.url }, hasShortLease: true })
    await it.untilLogged(bidId, 'armed')
    const { engine_id: engineId } = await it.readBid(bidId)
    proxy.silence()
    await it.spawnEngine({ hasShortLease: true })

    await it.until(bidId, ({ engine_id }) => engine_id !== null && engine_id !== engineId)
    await it.until(bidId, isSent)
    const heartbeat = await it.heartbeatOf(engineId)
    proxy.mend()
    await expect.poll(() => it.heartbeatOf(engineId)).toBeGreaterThan(heartbeat)
    expect(it.arrivals(itemId)).toHaveLength(1)
  })

  test.for(['process is stopped', 'machine is suspended'])(
    'An engine whose %s in its last second for longer than its lease sends nothing on that lease, and works on',
    async (what, { expect }) => {
      await using it = await startSniping()
      const SUSPENDED_CLOCK = join(it.dataDir, 'suspended-ms')
      const STOP_AT = join(it.dataDir, 'stop-at')
      await Promise.all([writeFile(SUSPENDED_CLOCK, '0'), writeFile(STOP_AT, 'Infinity')])
      const env = { NODE_OPTIONS: `--import=${SUSPENDED_CLOCK_MODULE}`, SUSPENDED_CLOCK, STOP_AT }
      const [engine] = await Promise.all([
        it.spawnEngine({ env, hasShortLease: true }),
        it.snipe({ endsInSeconds: 70, secondsBeforeEnd: 1 }), // a bystander, which both engines may send
      ])
      let output = ''
      engine.stdout?.on('data', (text: string) => (output += text))
      const { bidId, itemId, endsAt } = await it.snipe({ endsInSeconds: 50, secondsBeforeEnd: 30 })
      const stopAt = endsAt - 30_200
      await writeFile(STOP_AT, String(stopAt))
      await it.untilLogged(bidId, 'armed')
      const { engine_id: engineId } = await it.readBid(bidId)
      await it.spawnEngine({ hasShortLease: true })

      await it.until(bidId, ({ locked_in_at }) => locked_in_at !== null)
      await waitUntil(stopAt)
      expect(it.arrivals(itemId)).toEqual([])
      await it.until(bidId, isSent)
      const heartbeat = await it.heartbeatOf(engineId)
      // While a machine is suspended, the monotonic clock stands still as well.
      if (what === 'machine is suspended') await writeFile(SUSPENDED_CLOCK, String(systemClock.now() - stopAt))
      engine.kill('SIGCONT')
      await expect.poll(() => it.heartbeatOf(engineId)).toBeGreaterThan(heartbeat)
      await expect.poll(() => output).toContain('the lease had expired')
      expect(output.includes('the machine was suspended')).toBe(what === 'machine is suspended')
      expect(await it.until(bidId, isSettled)).toMatchObject({ status: 'won' })
      expect(it.arrivals(itemId)).toMatchObject([{ outcome: 'leading' }])
    },
  )

  test('An engine that starts while the only other one sends its last bids sends none of them again', async ({
    expect,
  }) => {
    await using it = await startSniping()
    const first = await it.spawnEngine()
    let output = ''
    first.stdout?.on('data', (text: string) => (output += text))
    const { bidId, itemId } = await it.snipe({ endsInSeconds: 34, secondsBeforeEnd: 20 })
    await it.untilLogged(bidId, 'armed')
    const { fence } = await it.readBid(bidId)
    first.kill('SIGTERM')
    // Before, it would leave the bid to an engine that has started meanwhile.
    await expect.poll(() => output).toContain('asked to stop, with no other engine')
    await it.spawnEngine()
    expect(await it.until(bidId, isSent)).toMatchObject({ fence })
    await expect.poll(() => first.exitCode).toBe(0)
    expect(await it.until(bidId, isSettled)).toMatchObject({ status: 'won' })
    expect(it.arrivals(itemId)).toHaveLength(1)
  })

  test('An engine that is asked a second time to stop ends at once, and the next one sends its bid', async ({
    expect,
  }) => {
    await using it = await startSniping()
    const first = await it.spawnEngine()
    const { bidId, itemId } = await it.snipe({ endsInSeconds: 64, secondsBeforeEnd: 50 })
    await it.untilLogged(bidId, 'armed')
    first.kill('SIGTERM')
    await waitUntil(systemClock.now() + 1_500)
    expect(first.exitCode).toBe(null)
    first.kill('SIGTERM')
    await expect.poll(() => first.exitCode).toBe(1)
    expect(it.arrivals(itemId)).toEqual([])
    await it.spawnEngine()
    await it.until(bidId, isSent)
    expect(it.arrivals(itemId)).toHaveLength(1)
  })

  test.for([
    ['in a container that was started again', ([name, boot]: string[]) => `${name}/${boot}/pid:[1]`],
    ['on a machine that was started again', ([name, , namespace]: string[]) => `${name}/an earlier boot/${namespace}`],
  ] as const)('An engine %s takes over from its predecessor at once', async ([, hostOf], { expect }) => {
    await using it = await startSniping()
    const first = await it.spawnEngine()
    const { bidId, itemId, endsAt } = await it.snipe({ endsInSeconds: 40, secondsBeforeEnd: 4 })
    await it.untilLogged(bidId, 'armed')
    const { engine_id: killed } = await it.readBid(bidId)
    await it.kill(first)
    // To the next engine the killed one now looks as from another container, or from before the last boot.
    const { host } = await it.db.selectFrom('engines').select('host').executeTakeFirstOrThrow()
    await it.db
      .updateTable('engines')
      .set({ host: hostOf(host.split('/')) })
      .execute()

    await it.spawnEngine()
    const taken = await it.until(bidId, ({ engine_id }) => engine_id !== null && engine_id !== killed)
    expect(taken.locked_in_at).toBe(null)
    await it.until(bidId, isSent)
    expect(it.arrivals(itemId)).toMatchObject([{ outcome: 'leading' }])
    expect(it.arrivals(itemId)[0]!.firstByteAt).toBeLessThan(endsAt)
  })

  test('An engine looks up the site and sends a bid although its disk hangs from the start', async ({ expect }) => {
    await using it = await startSniping({ siteHost: 'localhost' }) // a name, which must be looked up
    // Opening a pipe without a writer waits for ever, as a disk that hangs does. Node has four threads for such calls.
    const folder = join(it.dataDir, 'engine')
    await mkdir(folder)
    for (let dead = 0; dead < 6; dead++) {
      const startedAt = systemClock.now() + dead
      const engineId = await addEngine(it.db, { ...ownIdentity(), pidStarted: '1', folderId: null }, startedAt)
      await promisify(execFile)('mkfifo', [join(folder, `journal-${engineId}-${startedAt}.ndjson`)])
    }
    await it.spawnEngine()
    const { bidId, itemId } = await it.snipe({ endsInSeconds: 26, secondsBeforeEnd: 3 })
    expect(await it.until(bidId, isSettled)).toMatchObject({ status: 'won' })
    expect(it.arrivals(itemId)).toMatchObject([{ outcome: 'leading' }])
  })

  test('The journal of a killed engine is in the log once the next engine has started', async ({ expect }) => {
    await using it = await startSniping()
    await using proxy = await cuttableProxy(new URL(it.url))
    const first = await it.spawnEngine({ env: { DATABASE_URL: proxy.url } })
    const folder = join(it.dataDir, 'engine')
    const journals = async () => {
      const names = (await readdir(folder)).filter((name) => name.startsWith('journal'))
      return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    }
    const { bidId, itemId, endsAt } = await it.snipe({ endsInSeconds: 26, secondsBeforeEnd: 8 })
    await it.untilLogged(bidId, 'armed')
    await waitUntil(endsAt - 16_000) // its lease lasts until the moment to fire
    proxy.cut()
    await expect.poll(() => it.arrivals(itemId)).toHaveLength(1)
    // It notes a turn later what it has sent.
    await expect.poll(async () => (await journals()).join()).toContain('"sent"')
    await it.kill(first)

    await it.spawnEngine()
    expect(await it.until(bidId, isSettled)).toMatchObject({ status: 'won' })
    expect((await it.eventsOf(bidId)).map(({ kind }) => kind)).toContain('sent')
    expect(it.arrivals(itemId)).toHaveLength(1)
    await expect.poll(journals).toHaveLength(1)
  })
})
