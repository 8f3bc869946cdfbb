import { type SnipeContext, estimateAt } from './snipe-context.ts'
import type { SnipeState } from './snipe-state.ts'
import { isTrusted } from './lease.ts'
import { emitArmed } from './emit-armed.ts'
import { LONGEST_ONE_WAY_MS, type Timeline } from './timeline.ts'
import { neverAborted, withTimeout } from '../../platform/with-timeout.ts'

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
  context: SnipeContext,
  state: SnipeState,
  timeline: Timeline,
): Promise<SnipeState | 'refused' | 'distrusted'> {
  const { engine, snipe, epoch, log } = context
  const { clock, store, emit } = engine.ports
  prepareBid(context)
  if (!state.isArmed) emitArmed(context, state, timeline)
  const now = clock.monotonic()
  const { offsetMs, uncertaintyMs } = estimateAt(engine, now)
  const at = now + offsetMs
  const plannedAt = timeline.plannedSiteTime
  const earliest = plannedAt - LONGEST_ONE_WAY_MS
  const notSentBefore = earliest - uncertaintyMs
  // The same promise on our own clock, for what we know of the site's may change before the shot.
  const notSentBeforeHere = earliest - offsetMs
  // Where only the database can allow the shot, it is waited for.
  const until = state.lockedIn === 'nowhere' ? timeline.endAt : timeline.fireAt - SPARE_MS
  const patienceMs = Math.min(Math.max(LEAST_PATIENCE_MS, until - now), MOST_PATIENCE_MS)
  try {
    const ours = await withTimeout(clock, patienceMs, neverAborted, () => store.lockIn(snipe, { at, notSentBefore }))
    if (!ours) return 'refused'
    void log({ kind: 'locked_in', plannedAt, durable: true })
    return { ...state, isArmed: true, lockedIn: 'durable', notSentBefore: notSentBeforeHere }
  } catch (error) {
    emit({ kind: 'store_failed', doing: 'lock in', error })
  }
  // Each that seemed to fail may have been taken.
  const promised = { ...state, isArmed: true, notSentBefore: Math.max(state.notSentBefore, notSentBeforeHere) }
  if (!isTrusted(engine.lease(), epoch, clock.monotonic())) return 'distrusted'
  if (state.lockedIn === 'no') {
    const isTraced = await log({ kind: 'locked_in', plannedAt, durable: false }, { to: 'locked_in', at })
    if (isTraced) return { ...promised, lockedIn: 'lease' }
  }
  await clock.sleepUntil(clock.monotonic() + ASK_AGAIN_MS, neverAborted)
  return { ...promised, lockedIn: 'nowhere' }
}

/** Builds the request once for each sending, with the whole maximum. */
export function prepareBid({ resources, snipe }: SnipeContext) {
  const { auctionId, sellerId, maximum } = snipe
  resources.prepared ??= resources.connection?.prepareBid({ auctionId, sellerId, maximum }) ?? null
  return resources.prepared
}
