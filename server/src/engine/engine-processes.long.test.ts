import { afterAll, beforeAll, describe, test } from 'vitest'
import { cuttableProxy } from '../../test/cuttable-proxy.ts'
import { freePort } from '../../test/free-port.ts'
import { startSniping } from '../../test/sniping.ts'
import { requestChange } from '../bidding/request-change.ts'
import { systemClock } from '../platform/clock.ts'
import { neverAborted } from '../platform/with-timeout.ts'

const isSettled = ({ settled_at }: { settled_at: Date | null }) => settled_at !== null
const isSent = ({ executed_at }: { executed_at: Date | null }) => executed_at !== null

type Sniping = Awaited<ReturnType<typeof startSniping>>

async function childThatHolds(it: Sniping, bidId: number) {
  const pid = await it.holderPid(bidId)
  const child = it.findChild(pid)
  if (!child) throw new Error(`Bid ${bidId} is held by process ${pid}, which this story did not start`)
  return child
}

/** Until an instant, epoch ms. */
const waitUntil = (instant: number) =>
  systemClock.sleepUntil(systemClock.monotonic() + instant - systemClock.now(), neverAborted)

async function requestCancellation({ db }: Sniping, bidId: number) {
  await db.transaction().execute(async (tx) => {
    const bid = await tx.selectFrom('bids').selectAll().where('id', '=', bidId).forUpdate().executeTakeFirstOrThrow()
    await requestChange(tx, bid, { kind: 'cancel' }, systemClock.now())
  })
}

describe.concurrent('programs with a silent database', () => {
  let it: Sniping
  beforeAll(async () => {
    it = await startSniping()
  })
  afterAll(() => it[Symbol.asyncDispose]())

  test.for(['jobs', 'engine', 'api'] as const)(
    'The program %s ends on request although its database is silent',
    async (name, { expect }) => {
      await using proxy = await cuttableProxy(new URL(it.url))
      const program = it.spawnProgram(name, { DATABASE_URL: proxy.url, PORT: String(await freePort()) })
      await expect.poll(() => it.isListening(`bidwell ${name}`)).toBe(true)
      proxy.silence()
      program.kill('SIGTERM')
      // An operator waits for 30 seconds, and a busy machine takes its time.
      await expect.poll(() => program.exitCode ?? program.signalCode).not.toBe(null)
    },
  )
})

describe.concurrent('engines in processes of their own', () => {
  test('An engine that is asked to stop ends although something still waits in its process', async ({ expect }) => {
    await using it = await startSniping()
    const waiting = '--import data:text/javascript,setInterval(()=>{},1e6)'
    const engine = await it.spawnEngine({ env: { NODE_OPTIONS: waiting } })
    engine.kill('SIGTERM')
    await expect.poll(() => engine.exitCode).toBe(0)
  })

  test('The snipe of an engine that is stopped is released at once when another engine is fit, which fires it', async ({
    expect,
  }) => {
    await using it = await startSniping()
    const first = await it.spawnEngine()
    const { bidId, itemId } = await it.snipe({ endsInSeconds: 76, secondsBeforeEnd: 24 })
    await it.untilLogged(bidId, 'armed')
    const { engine_id: stopped } = await it.readBid(bidId)
    await it.spawnEngine()
    first.kill('SIGTERM')
    const taken = await it.until(bidId, ({ engine_id }) => engine_id !== null && engine_id !== stopped)
    expect(taken.locked_in_at).toBe(null)
    await expect.poll(() => first.exitCode).toBe(0)
    expect(it.arrivals(itemId)).toEqual([])
    await it.until(bidId, isSent)
    expect(it.arrivals(itemId)).toHaveLength(1)
  })

  test('The only engine, when it is stopped, sends the bids of the next 15 seconds and no others', async ({
    expect,
  }) => {
    await using it = await startSniping()
    const engine = await it.spawnEngine()
    let output = ''
    engine.stdout?.on('data', (text: string) => (output += text))
    const [soon, cancelled, later] = [
      await it.snipe({ endsInSeconds: 44, secondsBeforeEnd: 20 }),
      await it.snipe({ endsInSeconds: 44, secondsBeforeEnd: 20 }),
      await it.snipe({ endsInSeconds: 70, secondsBeforeEnd: 20 }),
    ]
    for (const { bidId } of [soon, cancelled, later]) await it.untilLogged(bidId, 'armed')
    await waitUntil(soon.endsAt - 30_000)
    engine.kill('SIGTERM')
    await it.until(later.bidId, ({ engine_id }) => engine_id === null)
    expect(it.arrivals(soon.itemId)).toEqual([])
    await requestCancellation(it, cancelled.bidId)
    await it.until(cancelled.bidId, ({ status }) => status === 'cancelled')

    await expect.poll(() => engine.exitCode).toBe(0)
    expect(it.arrivals(soon.itemId)).toMatchObject([{ outcome: 'leading' }])
    expect(await it.readBid(soon.bidId)).toMatchObject({ status: 'executed', engine_id: null })
    expect(output).toMatch(/asked to stop, with no other engine: 2 bids fire, the first in \d+ s/)
    expect([...it.arrivals(cancelled.itemId), ...it.arrivals(later.itemId)]).toEqual([])
    await it.spawnEngine()
    await it.until(later.bidId, isSent)
    expect(it.arrivals(soon.itemId)).toHaveLength(1)
  })

  test('The snipe of an engine that is killed is fired in time by another', async ({ expect }) => {
    await using it = await startSniping()
    await Promise.all([it.spawnEngine(), it.spawnEngine()])
    const { bidId, itemId, endsAt } = await it.snipe({ endsInSeconds: 30, secondsBeforeEnd: 4 })
    await it.untilLogged(bidId, 'armed')
    const { engine_id: killed } = await it.readBid(bidId)
    await it.kill(await childThatHolds(it, bidId))

    const { fence } = await it.until(bidId, ({ engine_id }) => engine_id !== null && engine_id !== killed)
    expect(await it.until(bidId, isSent)).toMatchObject({ fence })
    expect(it.arrivals(itemId)).toMatchObject([{ amountCents: 2_500 }])
    expect(it.arrivals(itemId)[0]!.firstByteAt).toBeLessThan(endsAt)
  })

  test.for([
    ['away', 'cut'],
    ['silent', 'silence'],
  ] as const)(
    'An armed snipe fires although the database is %s, and its log is complete when the database is back',
    async ([, loseDatabase], { expect }) => {
      await using it = await startSniping()
      await using proxy = await cuttableProxy(new URL(it.url))
      await it.spawnEngine({ env: { DATABASE_URL: proxy.url } })
      const { bidId, itemId, endsAt } = await it.snipe({ endsInSeconds: 26, secondsBeforeEnd: 4 })
      await it.untilLogged(bidId, 'armed')
      await waitUntil(endsAt - 12_000) // its lease lasts until the moment to fire
      proxy[loseDatabase]()

      await expect.poll(() => it.arrivals(itemId)).toMatchObject([{ outcome: 'leading' }])
      expect((await it.readBid(bidId)).status).toBe('pending')
      proxy.mend()
      expect(await it.until(bidId, isSettled)).toMatchObject({ status: 'won' })
      expect(await it.eventsOf(bidId)).toContainEqual(expect.objectContaining({ kind: 'locked_in', durable: false }))
      expect(it.arrivals(itemId)).toHaveLength(1)
    },
  )
})

describe.concurrent('two engines with one database', () => {
  let it: Sniping
  beforeAll(async () => {
    it = await startSniping()
    await Promise.all([it.spawnEngine(), it.spawnEngine()])
  })
  afterAll(() => it[Symbol.asyncDispose]())

  test('Two engines share the snipes, and each snipe is sent once', async ({ expect }) => {
    const snipes = await Promise.all([20, 21, 21, 22].map((endsInSeconds) => it.snipe({ endsInSeconds })))
    for (const { bidId, itemId } of snipes) {
      expect(await it.until(bidId, isSettled)).toMatchObject({ status: 'won' })
      expect(it.arrivals(itemId)).toHaveLength(1)
    }
  })

  test.for([
    ['free', async () => {}],
    ['claimed', (bidId: number) => it.until(bidId, ({ engine_id }) => engine_id !== null)],
    ['armed', (bidId: number) => it.untilLogged(bidId, 'armed')],
  ] as const)('A snipe that is cancelled when it is %s is never sent', async ([, isReached], { expect }) => {
    const { bidId, itemId } = await it.snipe({ endsInSeconds: 25 })
    const bystander = await it.snipe({ endsInSeconds: 25 })
    await isReached(bidId)
    await requestCancellation(it, bidId)
    await it.until(bidId, ({ status }) => status === 'cancelled')
    await it.until(bystander.bidId, isSent)
    expect(it.arrivals(itemId)).toEqual([])
  })
})
