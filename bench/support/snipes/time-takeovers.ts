import { setTimeout as delay } from 'node:timers/promises'
import { addSnipes } from '../fixtures.ts'
import { killEngine, type Program, startEngineProcess } from '../start-program.ts'
import type { Testbed } from '../testbed.ts'

const SNIPES = 6
/** Soon enough to be claimed, late enough that no snipe fires during the measurement. */
const DUE_AFTER_MS = 90_000
const POLL_INTERVAL_MS = 2
const WAIT_TIMEOUT_MS = 60_000
/** Engines discover each other once a second. */
export const PEER_DISCOVERY_MS = 2_200

/** Stops an engine. Returns the monotonic instant. */
type StopEngine = (victim: Program) => Promise<number>

/**
 * Kills the engine that holds most snipes, `kills` times. Returns the ms from each kill until the database shows another
 * engine as the holder of all its snipes.
 */
export async function timeTakeovers(testbed: Testbed, bidders: number[], kills: number): Promise<number[]> {
  const engines = [testbed.use(await startEngineProcess(testbed)), testbed.use(await startEngineProcess(testbed))]
  const tookMs: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    const { victim, tookMs: took } = await takeOver(testbed, bidders, engines, killEngine)
    tookMs.push(took)
    engines[engines.indexOf(victim)] = testbed.use(await startEngineProcess(testbed))
  }
  for (const engine of engines) await engine[Symbol.asyncDispose]()
  return tookMs
}

/** Measures the same for a suspended engine. Its connections stay open, so the takeover waits for its lease to expire. */
export async function timeSuspension(testbed: Testbed, bidders: number[]): Promise<number> {
  const engines = [testbed.use(await startEngineProcess(testbed)), testbed.use(await startEngineProcess(testbed))]
  const { victim, tookMs } = await takeOver(testbed, bidders, engines, async ({ child }) => {
    child.kill('SIGSTOP')
    return performance.now()
  })
  await killEngine(victim)
  for (const engine of engines) await engine[Symbol.asyncDispose]()
  return tookMs
}

/** The held bids among `bidIds`, each with the process that holds it. */
export const holdersOf = ({ db }: Testbed, bidIds: number[]): Promise<{ id: number; pid: number }[]> =>
  db
    .selectFrom('bids')
    .innerJoin('engines', 'engines.id', 'bids.engine_id')
    .select(['bids.id', 'engines.pid'])
    .where('bids.id', 'in', bidIds)
    .execute()

async function takeOver(testbed: Testbed, bidders: number[], engines: readonly Program[], stopEngine: StopEngine) {
  const from = Math.ceil(await testbed.auctionHouse.now()) + DUE_AFTER_MS
  const plannedAt = Array.from({ length: SNIPES }, () => from)
  const snipes = await addSnipes(testbed, bidders, { plannedAt, secondsBeforeEnd: 5 })
  const bidIds = snipes.map(({ bidId }) => bidId)
  await waitUntil(async () => (await holdersOf(testbed, bidIds)).length === SNIPES)
  await delay(PEER_DISCOVERY_MS)

  const held = await holdersOf(testbed, bidIds)
  const victim = engines.toSorted((a, b) => holds(held, b) - holds(held, a))[0]
  if (!victim) throw new Error('No engine runs')
  const stoppedAt = await stopEngine(victim)
  await waitUntil(async () => {
    const now = await holdersOf(testbed, bidIds)
    return now.length === SNIPES && now.every(({ pid }) => pid !== victim.pid)
  })
  return { victim, tookMs: performance.now() - stoppedAt }
}

export async function waitUntil(condition: () => Promise<boolean>) {
  const deadline = performance.now() + WAIT_TIMEOUT_MS
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('Snipes were not claimed within a minute')
    await delay(POLL_INTERVAL_MS)
  }
}

const holds = (held: { pid: number }[], { pid }: Program) => held.filter((bid) => bid.pid === pid).length
