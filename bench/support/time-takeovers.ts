import { setTimeout as delay } from 'node:timers/promises'
import { killHard, type Program, startEngineProcess } from './engine-process.ts'
import { addSnipes } from './fixtures.ts'
import type { World } from './world.ts'

const SNIPES = 6
/** Near enough to be claimed, far enough to be waiting still when all is over. */
const DUE_IN_MS = 90_000
const LOOK_EVERY_MS = 2
const PATIENCE_MS = 60_000
/** Engines learn of each other once a second. */
export const ACQUAINTED_MS = 2_200

/** Ends an engine's work in one way or another, and answers the monotonic instant at which that was. */
type Strike = (victim: Program) => Promise<number>

/**
 * Kills the engine that holds most snipes, so many times, and answers how many ms after each kill the last of its snipes
 * was another's, as the database shows it.
 */
export async function timeTakeovers(world: World, bidders: number[], kills: number): Promise<number[]> {
  const engines = [world.use(await startEngineProcess(world)), world.use(await startEngineProcess(world))]
  const tookMs: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    const { victim, tookMs: took } = await takeOver(world, bidders, engines, killHard)
    tookMs.push(took)
    engines[engines.indexOf(victim)] = world.use(await startEngineProcess(world))
  }
  for (const engine of engines) await engine[Symbol.asyncDispose]()
  return tookMs
}

/** The same for one engine that stands still, its connections open, so that only its lease tells. It does not come back. */
export async function timeStandstill(world: World, bidders: number[]): Promise<number> {
  const engines = [world.use(await startEngineProcess(world)), world.use(await startEngineProcess(world))]
  const { victim, tookMs } = await takeOver(world, bidders, engines, async ({ child }) => {
    child.kill('SIGSTOP')
    return performance.now()
  })
  await killHard(victim)
  for (const engine of engines) await engine[Symbol.asyncDispose]()
  return tookMs
}

/** Which of these bids are held, and by which process. */
export const holders = ({ db }: World, bidIds: number[]): Promise<{ id: number; pid: number }[]> =>
  db
    .selectFrom('bids')
    .innerJoin('engines', 'engines.id', 'bids.engine_id')
    .select(['bids.id', 'engines.pid'])
    .where('bids.id', 'in', bidIds)
    .execute()

async function takeOver(world: World, bidders: number[], engines: readonly Program[], strike: Strike) {
  const from = Math.ceil(await world.house.now()) + DUE_IN_MS
  const plannedAt = Array.from({ length: SNIPES }, () => from)
  const snipes = await addSnipes(world, bidders, { plannedAt, secondsBeforeEnd: 5 })
  const bidIds = snipes.map(({ bidId }) => bidId)
  await until(async () => (await holders(world, bidIds)).length === SNIPES)
  await delay(ACQUAINTED_MS)

  const held = await holders(world, bidIds)
  const victim = engines.toSorted((a, b) => holds(held, b) - holds(held, a))[0]
  if (!victim) throw new Error('No engine runs')
  const struckAt = await strike(victim)
  await until(async () => {
    const now = await holders(world, bidIds)
    return now.length === SNIPES && now.every(({ pid }) => pid !== victim.pid)
  })
  return { victim, tookMs: performance.now() - struckAt }
}

export async function until(isSo: () => Promise<boolean>) {
  const givenUpAt = performance.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (performance.now() > givenUpAt) throw new Error('Snipes were not claimed within a minute')
    await delay(LOOK_EVERY_MS)
  }
}

const holds = (held: { pid: number }[], { pid }: Program) => held.filter((bid) => bid.pid === pid).length
