import { type Carried, estimateAt } from './carried.ts'
import type { Facts } from './facts.ts'
import { isTrusted } from './lease.ts'
import { tellArmed } from './tell-armed.ts'
import { LONGEST_ONE_WAY_MS, type Timeline } from './timeline.ts'
import { never, within } from './within.ts'

/** Left between the last word of the database and the shot. */
const SPARE_MS = 100
const LEAST_PATIENCE_MS = 250
const MOST_PATIENCE_MS = 2_000
/** Before the database is asked again for a lock-in that is written nowhere. */
const ASK_AGAIN_MS = 250

/**
 * The last durable write before the shot, and the request built byte for byte. From here on its owner can no longer
 * change or cancel it. With the database away the lease alone allows the shot, and the journal remembers it; where that
 * could not, only the database can still allow it.
 */
export async function lockIn(
  carried: Carried,
  facts: Facts,
  timeline: Timeline,
): Promise<Facts | 'refused' | 'distrusted'> {
  const { engine, snipe, term, log } = carried
  const { clock, store, tell } = engine.ports
  prepareBid(carried)
  if (!facts.isArmed) tellArmed(carried, facts, timeline)
  const now = clock.monotonic()
  const { offsetMs, uncertaintyMs } = estimateAt(engine, now)
  const at = now + offsetMs
  const plannedAt = timeline.plannedSiteTime
  const earliest = plannedAt - LONGEST_ONE_WAY_MS
  const unfiredUntil = earliest - uncertaintyMs
  // The same promise on our own clock, for what we know of the site's may change before the shot.
  const unfiredUntilHere = earliest - offsetMs
  // Where only the database can allow the shot, it is waited for.
  const until = facts.lockedIn === 'nowhere' ? timeline.endAt : timeline.fireAt - SPARE_MS
  const patienceMs = Math.min(Math.max(LEAST_PATIENCE_MS, until - now), MOST_PATIENCE_MS)
  try {
    const ours = await within(clock, patienceMs, never, () => store.lockIn(snipe, { at, unfiredUntil }))
    if (!ours) return 'refused'
    void log({ kind: 'locked_in', plannedAt, durable: true })
    return { ...facts, isArmed: true, lockedIn: 'durable', unfiredUntil: unfiredUntilHere }
  } catch (error) {
    tell({ news: 'store_failed', doing: 'lock in', error })
  }
  // Each that seemed to fail may have been taken.
  const promised = { ...facts, isArmed: true, unfiredUntil: Math.max(facts.unfiredUntil, unfiredUntilHere) }
  if (!isTrusted(engine.lease(), term, clock.monotonic())) return 'distrusted'
  if (facts.lockedIn === 'no') {
    const isTraced = await log({ kind: 'locked_in', plannedAt, durable: false }, { to: 'locked_in', at })
    if (isTraced) return { ...promised, lockedIn: 'lease' }
  }
  await clock.sleepUntil(clock.monotonic() + ASK_AGAIN_MS, never)
  return { ...promised, lockedIn: 'nowhere' }
}

/** Builds the request once for each sending, with the whole maximum. */
export function prepareBid({ gear, snipe }: Carried) {
  const { auctionId, sellerId, maximum } = snipe
  gear.prepared ??= gear.line?.prepareBid({ auctionId, sellerId, maximum }) ?? null
  return gear.prepared
}
