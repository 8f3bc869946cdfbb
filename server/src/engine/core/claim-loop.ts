import { every, type PeriodicWork } from '../../platform/every.ts'
import { neverAborted } from '../../platform/with-timeout.ts'
import { callStore } from './call-store.ts'
import type { DeadJournals } from './dead-journals.ts'
import type { HeldSnipes } from './held-snipes.ts'
import { isLeaseValid, type Sightings, watchLeases } from './lease.ts'
import { type EngineState, estimateAt } from './snipe-context.ts'
import { ARM_BEFORE_MS } from './timeline.ts'

const POLL_INTERVAL_MS = 1_000
/** The engine's own writes wake the loop, too. */
const MIN_POLL_INTERVAL_MS = 250
/** Claimed a little before arming, so that arming is not late. */
const CLAIM_AHEAD_MS = ARM_BEFORE_MS + 5_000
/** An unfit engine claims only snipes that no fit peer has claimed until this long before their moment. */
const UNFIT_CLAIM_AHEAD_MS = 20_000
const MAX_CLOCK_UNCERTAINTY_MS = 500
/** A new engine's clock may be uncertain for this long without an event. */
const CLOCK_START_MS = 10_000

type Parts = {
  engine: EngineState
  heldSnipes: HeldSnipes
  deadJournals: DeadJournals
  /** Why this process should leave snipes to its peers; null when it is fit. */
  unfitReason: () => string | null
  /** Whether a bid needs the site's clock soon. */
  isBidDue: () => boolean
}

export type ClaimLoop = PeriodicWork & {
  /** Once the loop is disposed: reconciles, and claims what is due up to a monotonic instant. */
  claimLast(until: number): Promise<void>
}

/** Reconciles the held snipes with the database and claims snipes that come due, once a second and when woken. */
export function startClaimLoop({ engine, heldSnipes, deadJournals, unfitReason, isBidDue }: Parts): ClaimLoop {
  const { ports, siteClock } = engine
  const { clock, store } = ports
  const isFit = fitnessCheck(engine, unfitReason, isBidDue)
  let sightings: Sightings = new Map()

  async function poll(stopping: AbortSignal, until: number | null = null) {
    if (!(await deadJournals.drain())) return
    const held = await callStore(ports, 'read the held bids', () => store.held())
    if (!held) return
    await heldSnipes.reconcile(held)
    if (!stopping.aborted) await claim(until !== null || (await isFit()), until)
  }

  async function claim(isFit: boolean, until: number | null) {
    const startedAt = clock.monotonic()
    const lease = engine.lease()
    const { epoch } = lease
    if (!siteClock.isMeasured() || !isLeaseValid(lease, epoch, startedAt)) return
    const peers = await callStore(ports, 'read the peers', () => store.peers())
    if (!peers) return
    const watch = watchLeases(sightings, peers, { startedAt, answeredAt: clock.monotonic() }, engine.leaseMs)
    sightings = watch.sightings
    await deadJournals.replayFor(peers.filter(({ dead }) => dead))
    const expired = watch.expired.map(({ engineId, heartbeat }) => ({
      engineId,
      heartbeat,
      isJournalReplayed: deadJournals.isReplayed(engineId),
    }))
    // The time is read after the peers: a dead peer may have sent a bid until the moment it was found dead.
    const now = clock.monotonic()
    const { offsetMs, uncertaintyMs } = estimateAt(engine, now)
    const siteTime = now + offsetMs
    const leavesToPeers = !isFit && peers.some((peer) => peer.fit)
    const aheadMs = leavesToPeers ? UNFIT_CLAIM_AHEAD_MS : CLAIM_AHEAD_MS
    const { unsent, sent } = heldSnipes.capacity()
    const query = {
      siteTime,
      uncertaintyMs,
      dueBefore: siteTime + (until === null ? aheadMs : until - now),
      expired,
      includeBeyondHorizon: until === null && !leavesToPeers,
      capacity: { unsent, sent: until === null ? sent : 0 },
    }
    const claimed = await callStore(ports, 'claim', () => store.claim(query))
    for (const snipe of claimed ?? []) heldSnipes.activate(snipe, epoch)
  }

  const polling = every(clock, POLL_INTERVAL_MS, (stopping) => poll(stopping), { minIntervalMs: MIN_POLL_INTERVAL_MS })
  return { ...polling, claimLast: (until) => poll(neverAborted, until) }
}

/** Tells whether the engine is fit to claim snipes before its peers, and reports every change. */
function fitnessCheck(
  { ports, siteClock, recorder }: EngineState,
  unfitReason: () => string | null,
  isBidDue: () => boolean,
) {
  const { clock, store, emit } = ports
  const startedAt = clock.monotonic()
  let reported: string | null = null

  return async (): Promise<boolean> => {
    const now = clock.monotonic()
    const estimate = siteClock.estimateAt(now)
    // While no bid is due, the clock is sampled rarely.
    const isClockUncertain = isBidDue() && (!estimate || estimate.uncertaintyMs > MAX_CLOCK_UNCERTAINTY_MS)
    const reason =
      unfitReason() ??
      (recorder.isJournalFailing() ? 'journal_not_written' : null) ??
      (isClockUncertain ? 'site_clock_uncertain' : null)
    const isStarting = now < startedAt + CLOCK_START_MS && reason === 'site_clock_uncertain'
    if (reason !== reported && !isStarting) {
      emit({ kind: 'fitness', unfitReason: reason })
      const noted = await callStore(ports, 'note the fitness', () => store.noteFitness(reason))
      if (noted !== null) reported = reason
    }
    return reason === null
  }
}
