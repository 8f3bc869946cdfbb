import { neverAborted, withTimeout } from '../../platform/with-timeout.ts'
import { isLeaseValid } from './lease.ts'
import { reportArmed } from './site-calls.ts'
import { type SnipeContext, estimateAt } from './snipe-context.ts'
import type { SnipeState } from './snipe-state.ts'
import { MAX_ONE_WAY_MS, type Timeline } from './timeline.ts'

/** Kept free between the database's answer and the shot. */
const SPARE_BEFORE_SHOT_MS = 100
const MIN_TIMEOUT_MS = 250
const MAX_TIMEOUT_MS = 2_000

/**
 * The last durable write before the shot. From now on the owner cannot change or cancel the bid. Without the database the
 * lease allows the shot, and the journal has the lock-in if the disk takes it in time. Without either the bid goes out as
 * well: after a death of this engine its successor may send the same maximum once more, which costs nothing.
 */
export async function lockIn(
  context: SnipeContext,
  state: SnipeState,
  timeline: Timeline,
): Promise<SnipeState | 'refused' | 'lease_expired'> {
  const { engine, snipe, epoch, log } = context
  const { clock, store, emit } = engine.ports
  prepareBid(context)
  if (!state.isArmed) reportArmed(context, state, timeline)
  const now = clock.monotonic()
  const { offsetMs, uncertaintyMs } = estimateAt(engine, now)
  const at = now + offsetMs
  const plannedAt = timeline.plannedSiteTime
  const earliest = plannedAt - MAX_ONE_WAY_MS
  const notSentBefore = earliest - uncertaintyMs
  // The same promise on the monotonic clock: the estimate of the site's clock may change before the shot.
  const lockIn = { isDurable: true, notSentBefore: earliest - offsetMs }
  const leftMs = timeline.fireAt - SPARE_BEFORE_SHOT_MS - now
  const timeoutMs = Math.min(Math.max(MIN_TIMEOUT_MS, leftMs), MAX_TIMEOUT_MS)
  try {
    const isAllowed = await withTimeout(clock, timeoutMs, neverAborted, () =>
      store.lockIn(snipe, { at, notSentBefore }),
    )
    if (!isAllowed) return 'refused'
    void log({ kind: 'locked_in', plannedAt, durable: true })
    return { ...state, isArmed: true, lockIn }
  } catch (error) {
    emit({ kind: 'store_failed', doing: 'lock in', error })
  }
  if (!isLeaseValid(engine.lease(), epoch, clock.monotonic())) return 'lease_expired'
  const journaled = log({ kind: 'locked_in', plannedAt, durable: false }, { to: 'locked_in', at })
  const untilShotMs = Math.max(MIN_TIMEOUT_MS, timeline.fireAt - clock.monotonic())
  await withTimeout(clock, untilShotMs, neverAborted, () => journaled).catch(() => {}) // a disk that hangs delays no bid
  return { ...state, isArmed: true, lockIn: { ...lockIn, isDurable: false } }
}

/** Builds the request with the full maximum, once for each attempt. */
export function prepareBid({ resources, snipe }: SnipeContext) {
  const { auctionId, sellerId, maximum } = snipe
  resources.prepared ??= resources.connection?.prepareBid({ auctionId, sellerId, maximum }) ?? null
  return resources.prepared
}
