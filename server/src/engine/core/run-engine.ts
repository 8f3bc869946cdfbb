import { type SnipeContext, estimateAt, siteTimeAt, activate } from './snipe-context.ts'
import { runSnipe, type Ending, type HoldState } from './run-snipe.ts'
import type { EngineState } from './engine-state.ts'
import { keepClock } from './keep-clock.ts'
import { isTrusted, noLease, renewedLease } from './lease.ts'
import type { Claim, HeldBid, OrphanedJournals, Ports, Snipe } from './ports.ts'
import { openRecorder } from './recorder.ts'
import { openSiteClock } from './site-clock.ts'
import { ARM_BEFORE_MS } from './timeline.ts'
import { type Peer, type Sightings, watchLeases } from './watch-leases.ts'
import { openLatencyEstimator } from './latency-estimator.ts'
import { neverAborted, withTimeout } from '../../platform/with-timeout.ts'

export type RunningEngine = AsyncDisposable & {
  /** Something may have changed: look soon rather than at the next second. */
  look: () => void
  /** An engine has died: look now. */
  wakeNow: () => void
}

type Hand = { context: SnipeContext; hold: HoldState; stop: AbortController; done: Promise<void> }
/** Why a snipe is let go of. `lost`: the database says that it is no longer ours. */
type Parting = 'changed' | 'cancelled' | 'paused' | 'stopping' | 'lost'

const EVERY_MS = 1_000
/** However often it is woken: its own writes are announced too. */
const LOOKS_APART_MS = 250
const STORE_MS = 5_000
/** Claimed a little before arming, so that arming is not late. */
const CLAIM_AHEAD_MS = ARM_BEFORE_MS + 5_000
/** An unfit engine leaves snipes to those that are fit, until it is plain that none of them takes them. */
const UNFIT_CLAIM_AHEAD_MS = 20_000
/** A takeover waits no longer for a journal. */
const QUICK_DISK_MS = 250
const MOST_CARRIED = 2_000
const TOLERATED_UNCERTAINTY_MS = 500
/** So long a new engine may take to find the site's second before it is news. */
const FINDING_ITS_CLOCK_MS = 10_000

/**
 * Claims snipes that come due and carries each to its end, while renewing the lease that keeps others off them.
 * `unfitBecause` says what is wrong with this process; then it takes only what nobody else does. Disposing hands
 * waiting snipes back and waits for bids on the wire.
 */
export function runEngine(ports: Ports, unfitBecause: () => string | null): RunningEngine {
  const { clock, store, emit } = ports
  const hands = new Map<number, Hand>()
  const stopping = new AbortController()
  const stopped = new AbortController()
  let lease = noLease
  let sightings: Sightings = new Map()
  /** Engines that are dead, of which we have all that they wrote down; and of these, those of which the database has. */
  const journalsAdopted = new Set<number>()
  const journalsRead = new Set<number>()
  let saidUnfit: string | null = null
  let pollDelay = new AbortController()
  let minInterval = new AbortController()
  const begunAt = clock.monotonic()

  const engine: EngineState = {
    ports,
    siteClock: openSiteClock(),
    latencyEstimator: openLatencyEstimator(),
    recorder: openRecorder(ports),
    lease: () => lease,
  }
  const { recorder, siteClock } = engine

  const ask = <T>(doing: string, work: () => Promise<T>): Promise<T | null> =>
    withTimeout(clock, STORE_MS, neverAborted, work).catch((error: unknown) => {
      emit({ kind: 'store_failed', doing, error })
      return null
    })

  async function renew() {
    const startedAt = clock.monotonic()
    const renewed = await ask('renew the lease', async () => {
      await store.renew()
      return true
    })
    if (renewed) lease = renewedLease(lease, { startedAt, heardAt: clock.monotonic() })
  }

  async function reconcile() {
    if (!(await drain())) return
    const held = await ask('read what is held', () => store.held())
    if (!held) return
    const toAttend = held.filter(({ bidId, asked }) => asked || !hands.has(bidId))
    await Promise.all([...letGoOfLost(held), ...toAttend.map(attend)])
    if (!stopping.signal.aborted) await claim(await isFit())
  }

  /**
   * What the database no longer gives us, others may fire. What we held when our lease ran out we would not dare to,
   * though it may be ours still: let go of, it can be claimed anew in time.
   */
  function letGoOfLost(held: readonly HeldBid[]) {
    const ours = new Map(held.map(({ bidId, fence }) => [bidId, fence]))
    return [...hands.values()]
      .filter(({ context: { snipe, epoch } }) => ours.get(snipe.bidId) !== snipe.fence || epoch !== lease.epoch)
      .filter(({ context: { snipe } }) => !recorder.isPending(snipe.bidId))
      .map((hand) => part(hand, 'lost'))
  }

  async function attend({ bidId, fence, asked }: HeldBid) {
    const hand = hands.get(bidId)
    if (hand && asked) return part(hand, asked)
    // Claimed without our hearing of it, or dropped for want of trust: it goes back, to be claimed anew.
    if (!hand && !recorder.isPending(bidId)) await release({ bidId, fence })
  }

  async function part({ hold, stop, done }: Hand, parting: Parting) {
    if (hold.nonInterruptible) return
    stop.abort(parting)
    await done
  }

  async function release({ bidId, fence }: Claim) {
    const at = siteTimeAt(engine, clock.monotonic())
    await ask('release', () => store.release({ bidId, fence }, at))
  }

  async function isFit(): Promise<boolean> {
    const estimate = siteClock.estimateAt(clock.monotonic())
    const clockUnfit = !estimate || estimate.uncertaintyMs > TOLERATED_UNCERTAINTY_MS ? 'site_clock_uncertain' : null
    const unfit = unfitBecause() ?? (recorder.journalFails() ? 'journal_not_written' : null) ?? clockUnfit
    const isStarting = clock.monotonic() < begunAt + FINDING_ITS_CLOCK_MS
    if (unfit !== saidUnfit && !(isStarting && unfit === 'site_clock_uncertain')) {
      emit({ kind: 'fitness', unfitBecause: unfit })
      await ask('note fitness', async () => {
        await store.noteFitness(unfit)
        saidUnfit = unfit
      })
    }
    return unfit === null
  }

  async function claim(fit: boolean) {
    const asked = clock.monotonic()
    const { epoch } = lease
    const estimate = siteClock.estimateAt(asked)
    if (!estimate || !isTrusted(lease, epoch, asked)) return
    const peers = await ask('look at other engines', () => store.peers())
    if (!peers) return
    const watch = watchLeases(sightings, peers, { at: asked, heardAt: clock.monotonic() })
    sightings = watch.sightings
    await readJournals(peers.filter(({ dead }) => dead))
    const expired = peers
      .filter(({ engineId }) => watch.expired.includes(engineId))
      .map(({ engineId, heartbeat }) => ({ engineId, heartbeat, isJournalRead: journalsRead.has(engineId) }))
    // Counted from after they were seen to be dead: until then they may have sent something.
    const { offsetMs, uncertaintyMs } = estimateAt(engine, clock.monotonic())
    const siteTime = clock.monotonic() + offsetMs
    const leaveToOthers = !fit && peers.some((peer) => peer.fit)
    const dueBefore = siteTime + (leaveToOthers ? UNFIT_CLAIM_AHEAD_MS : CLAIM_AHEAD_MS)
    const wanted = {
      siteTime,
      uncertaintyMs,
      dueBefore,
      expired,
      includeBeyondHorizon: !leaveToOthers,
      capacity: capacityLeft(),
    }
    const claimed = await ask('claim', () => store.claim(wanted))
    for (const snipe of claimed ?? []) take(snipe, epoch)
  }

  /** Those that are sent wait for their close, however long: they take no room from those that are still to be. */
  function capacityLeft() {
    const sent = [...hands.values()].filter(({ hold }) => hold.sent).length
    return { unsent: Math.max(0, MOST_CARRIED - (hands.size - sent)), sent: Math.max(0, MOST_CARRIED - sent) }
  }

  /** What the dead of this machine did goes into the database before their snipes are taken, if the disk is quick. */
  async function readJournals(dead: readonly Peer[]) {
    if (dead.every(({ engineId }) => journalsRead.has(engineId))) return
    const left = await withTimeout(clock, QUICK_DISK_MS, neverAborted, () => ports.journal.orphanedJournals()).catch(
      () => null,
    )
    if (!left) return
    replay(left)
    await drain()
  }

  function replay(left: OrphanedJournals) {
    recorder.replay(left)
    for (const engineId of left.completeFor) journalsAdopted.add(engineId)
  }

  async function drain(): Promise<boolean> {
    const adopted = [...journalsAdopted]
    if (!(await recorder.drain())) return false
    for (const engineId of adopted) journalsRead.add(engineId)
    return true
  }

  function take(snipe: Snipe, epoch: number) {
    const { bidId, fence, takenOver } = snipe
    emit({ kind: 'claimed', bidId, fence, takenOver })
    const stop = new AbortController()
    if (stopping.signal.aborted) stop.abort('stopping' satisfies Parting)
    const context = activate(engine, snipe, epoch, stop.signal)
    const before = hands.get(bidId)
    before?.stop.abort('lost' satisfies Parting)
    // While it waits for the hand before it, nobody waits for it.
    const hold: HoldState = { nonInterruptible: before !== undefined, sent: snipe.status === 'executed' }
    const done = carryToItsEnd(context, hold, before?.done).finally(() => {
      if (hands.get(bidId)?.done === done) hands.delete(bidId)
    })
    hands.set(bidId, { context, hold, stop, done })
  }

  /** `before`: whoever of us held it under another claim is through first. No two hands ever carry one bid. */
  async function carryToItsEnd(context: SnipeContext, hold: HoldState, before: Promise<void> | undefined) {
    const { bidId } = context.snipe
    await before
    hold.nonInterruptible = false
    try {
      const ending = await runSnipe(context, hold)
      hold.nonInterruptible = false
      await afterwards(context, ending)
    } catch (error) {
      // Dropped: the next look hands it back, and whoever claims it starts from what is written down.
      emit({ kind: 'carry_failed', bidId, error })
    }
  }

  async function afterwards({ snipe, stop, log }: SnipeContext, ending: Ending) {
    if (ending === 'finished') return
    if (ending === 'distrusted') return emit({ kind: 'distrusted', bidId: snipe.bidId })
    const parting: Parting = stop.aborted ? stop.reason : 'lost'
    emit({ kind: 'released', bidId: snipe.bidId, because: parting })
    if (parting !== 'lost') await log({ kind: 'released', because: parting })
    // Whoever claims it next must find in the database all that we did with it.
    if ((await recorder.drain()) && !recorder.isPending(snipe.bidId)) await release(snipe)
  }

  async function repeat(work: () => Promise<void>, until: AbortSignal) {
    while (!until.aborted) {
      const begun = clock.monotonic()
      await work()
      await clock.sleepUntil(begun + EVERY_MS, until).catch(() => {}) // cut short by stop
    }
  }

  /** A disk that does not answer keeps nobody from claiming. */
  async function adoptLeftovers() {
    while (!stopping.signal.aborted) {
      const left = await ask('read the journals left behind', () => ports.journal.orphanedJournals())
      if (left) return replay(left)
      await clock.sleepUntil(clock.monotonic() + EVERY_MS, stopping.signal).catch(() => {}) // cut short by stopping
    }
  }

  async function keepLooking() {
    while (!stopping.signal.aborted) {
      pollDelay = new AbortController()
      minInterval = new AbortController()
      const begun = clock.monotonic()
      await reconcile()
      await clock.sleepUntil(begun + LOOKS_APART_MS, minInterval.signal).catch(() => {}) // woken at once
      await clock.sleepUntil(begun + EVERY_MS, pollDelay.signal).catch(() => {}) // woken
    }
  }

  function wakeNow() {
    minInterval.abort()
    pollDelay.abort()
  }

  const adopting = adoptLeftovers()
  const looking = keepLooking()
  const renewing = repeat(renew, stopped.signal)
  const timing = keepClock(engine, stopped.signal)

  return {
    look: () => pollDelay.abort(),
    wakeNow,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      wakeNow()
      await Promise.all([looking, adopting])
      for (const { stop } of hands.values()) stop.abort('stopping' satisfies Parting)
      await Promise.all([...hands.values()].map(({ done }) => done))
      await recorder.drain()
      stopped.abort()
      await Promise.all([renewing, timing])
    },
  }
}
