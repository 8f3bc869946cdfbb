import { setTimeout as delay } from 'node:timers/promises'
import { cuttableProxy } from '../../server/test/cuttable-proxy.ts'
import { startEngineProcess } from './engine-process.ts'
import { addSnipes } from './fixtures.ts'
import { judgeSnipes, type Verdict } from './judge-snipes.ts'
import { evenly } from './run-snipes.ts'
import { ACQUAINTED_MS, holders, until } from './time-takeovers.ts'
import type { World } from './world.ts'

/** Some come due while the engine that is cut off trusts its lease, some between that and the takeover, some after it. */
const SNIPES = 12
const FROM_MS = 20_000
const SPAN_MS = 80_000
const LEAD_S = 30
const SETTLED_AFTER_MS = 20_000

/**
 * An engine that holds everything loses its way to the database, though not to the site: its connections stay open, and
 * nothing comes through any more. Another runs beside it. Answers after how many ms the last snipe was the other's; and,
 * once the way has been mended, what became of all of them.
 */
export async function cutNetwork(world: World, bidders: number[]): Promise<{ tookMs: number; verdict: Verdict }> {
  await using way = await cuttableProxy(new URL(world.url))
  await using _victim = await startEngineProcess(world, { DATABASE_URL: way.url })
  const from = Math.ceil(await world.house.now()) + FROM_MS
  const plannedAt = evenly(SNIPES, SPAN_MS).map((afterMs) => Math.round(from + afterMs))
  const snipes = await addSnipes(world, bidders, { plannedAt, secondsBeforeEnd: LEAD_S })
  const bidIds = snipes.map(({ bidId }) => bidId)
  await until(async () => (await holders(world, bidIds)).length === SNIPES)

  await using other = await startEngineProcess(world)
  await delay(ACQUAINTED_MS)
  const cutAt = performance.now()
  way.silence()
  await until(async () => (await holders(world, bidIds)).every(({ pid }) => pid === other.pid))
  const tookMs = performance.now() - cutAt

  way.mend()
  await delay(from + SPAN_MS + LEAD_S * 1_000 + SETTLED_AFTER_MS - (await world.house.now()))
  return { tookMs, verdict: await judgeSnipes(world, snipes) }
}
