import { type Carried, estimateAt } from './carried.ts'
import type { Facts } from './facts.ts'
import { isTrusted } from './lease.ts'
import { tellArmed } from './tell-armed.ts'
import { LONGEST_ONE_WAY_MS, type Timeline } from './timeline.ts'
import { never, within } from './within.ts'

/** Left between the last word of the database and the shot. */
const SPARE_MS = 100
const LEAST_PATIENCE_MS = 250

/**
 * The last durable write before the shot, and the request built byte for byte. From here on its owner can no longer
 * change or cancel it. With the database away the lease alone allows the shot, and the journal remembers it.
 */
export async function lockIn(
  carried: Carried,
  facts: Facts,
  timeline: Timeline,
): Promise<'durable' | 'lease' | 'refused' | 'distrusted'> {
  const { engine, snipe, term, log } = carried
  const { clock, store, tell } = engine.ports
  prepareBid(carried)
  if (!facts.isArmed) tellArmed(carried, facts, timeline)
  const now = clock.monotonic()
  const { offsetMs, uncertaintyMs } = estimateAt(engine, now)
  const at = now + offsetMs
  const plannedAt = timeline.plannedSiteTime
  const unfiredUntil = plannedAt - LONGEST_ONE_WAY_MS - uncertaintyMs
  const patienceMs = Math.max(LEAST_PATIENCE_MS, timeline.fireAt - now - SPARE_MS)
  try {
    const ours = await within(clock, patienceMs, never, () => store.lockIn(snipe, { at, unfiredUntil }))
    if (!ours) return 'refused'
    void log({ kind: 'locked_in', plannedAt, durable: true })
    return 'durable'
  } catch (error) {
    tell({ news: 'store_failed', doing: 'lock in', error })
  }
  if (!isTrusted(engine.lease(), term, clock.monotonic())) return 'distrusted'
  await log({ kind: 'locked_in', plannedAt, durable: false }, { to: 'locked_in', at })
  return 'lease'
}

/** Builds the request once for each sending, with the whole maximum. */
export function prepareBid({ gear, snipe }: Carried) {
  const { auctionId, sellerId, maximum } = snipe
  gear.prepared ??= gear.line?.prepareBid({ auctionId, sellerId, maximum }) ?? null
  return gear.prepared
}
