import { type Carried, estimateAt, siteTimeAt, takeInHand } from './carried.ts'
import { carrySnipe, type Ending, type Grip } from './carry-snipe.ts'
import type { EngineState } from './engine-state.ts'
import { keepClock } from './keep-clock.ts'
import { isTrusted, noLease, renewedLease } from './lease.ts'
import type { Claim, HeldBid, Leftovers, Ports, Snipe } from './ports.ts'
import { openRecorder } from './recorder.ts'
import { openSiteClock } from './site-clock.ts'
import { ARM_BEFORE_MS } from './timeline.ts'
import { type Neighbour, type Sightings, watchLeases } from './watch-leases.ts'
import { openWayToSite } from './way-to-site.ts'
import { never, within } from './within.ts'

export type RunningEngine = AsyncDisposable & {
  /** Something may have changed: look soon rather than at the next second. */
  look: () => void
  /** An engine has died: look now. */
  lookAtOnce: () => void
}

type Hand = { carried: Carried; grip: Grip; stop: AbortController; done: Promise<void> }
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
  const { clock, store, tell } = ports
  const hands = new Map<number, Hand>()
  const stopping = new AbortController()
  const stopped = new AbortController()
  let lease = noLease
  let sightings: Sightings = new Map()
  /** Engines that are dead, of which we have all that they wrote down; and of these, those of which the database has. */
  const journalsAdopted = new Set<number>()
  const journalsRead = new Set<number>()
  let saidUnfit: string | null = null
  let nap = new AbortController()
  let rest = new AbortController()
  const begunAt = clock.monotonic()

  const engine: EngineState = {
    ports,
    siteClock: openSiteClock(),
    wayToSite: openWayToSite(),
    recorder: openRecorder(ports),
    lease: () => lease,
  }
  const { recorder, siteClock } = engine

  const ask = <T>(doing: string, work: () => Promise<T>): Promise<T | null> =>
    within(clock, STORE_MS, never, work).catch((error: unknown) => {
      tell({ news: 'store_failed', doing, error })
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

  async function lookOnce() {
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
      .filter(({ carried: { snipe, term } }) => ours.get(snipe.bidId) !== snipe.fence || term !== lease.term)
      .filter(({ carried: { snipe } }) => !recorder.isPending(snipe.bidId))
      .map((hand) => part(hand, 'lost'))
  }

  async function attend({ bidId, fence, asked }: HeldBid) {
    const hand = hands.get(bidId)
    if (hand && asked) return part(hand, asked)
    // Claimed without our hearing of it, or dropped for want of trust: it goes back, to be claimed anew.
    if (!hand && !recorder.isPending(bidId)) await release({ bidId, fence })
  }

  async function part({ grip, stop, done }: Hand, parting: Parting) {
    if (grip.isFirm) return
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
      tell({ news: 'fitness', unfitBecause: unfit })
      await ask('note fitness', async () => {
        await store.noteFitness(unfit)
        saidUnfit = unfit
      })
    }
    return unfit === null
  }

  async function claim(fit: boolean) {
    const asked = clock.monotonic()
    const { term } = lease
    const estimate = siteClock.estimateAt(asked)
    if (!estimate || !isTrusted(lease, term, asked)) return
    const neighbours = await ask('look at other engines', () => store.neighbours())
    if (!neighbours) return
    const watch = watchLeases(sightings, neighbours, { at: asked, heardAt: clock.monotonic() })
    sightings = watch.sightings
    await readJournals(neighbours.filter(({ dead }) => dead))
    const expired = neighbours
      .filter(({ engineId }) => watch.expired.includes(engineId))
      .map(({ engineId, renewals }) => ({ engineId, renewals, isJournalRead: journalsRead.has(engineId) }))
    // Counted from after they were seen to be dead: until then they may have sent something.
    const { offsetMs, uncertaintyMs } = estimateAt(engine, clock.monotonic())
    const siteTime = clock.monotonic() + offsetMs
    const leaveToOthers = !fit && neighbours.some((neighbour) => neighbour.fit)
    const dueBefore = siteTime + (leaveToOthers ? UNFIT_CLAIM_AHEAD_MS : CLAIM_AHEAD_MS)
    const wanted = { siteTime, uncertaintyMs, dueBefore, expired, farToo: !leaveToOthers, room: roomLeft() }
    const claimed = await ask('claim', () => store.claim(wanted))
    for (const snipe of claimed ?? []) take(snipe, term)
  }

  /** Those that are sent wait for their close, however long: they take no room from those that are still to be. */
  function roomLeft() {
    const sent = [...hands.values()].filter(({ grip }) => grip.hasSent).length
    return { unsent: Math.max(0, MOST_CARRIED - (hands.size - sent)), sent: Math.max(0, MOST_CARRIED - sent) }
  }

  /** What the dead of this machine did goes into the database before their snipes are taken, if the disk is quick. */
  async function readJournals(dead: readonly Neighbour[]) {
    if (dead.every(({ engineId }) => journalsRead.has(engineId))) return
    const left = await within(clock, QUICK_DISK_MS, never, () => ports.journal.leftovers()).catch(() => null)
    if (!left) return
    adopt(left)
    await drain()
  }

  function adopt(left: Leftovers) {
    recorder.adopt(left)
    for (const engineId of left.wholeOf) journalsAdopted.add(engineId)
  }

  async function drain(): Promise<boolean> {
    const adopted = [...journalsAdopted]
    if (!(await recorder.drain())) return false
    for (const engineId of adopted) journalsRead.add(engineId)
    return true
  }

  function take(snipe: Snipe, term: number) {
    const { bidId, fence, takenOver } = snipe
    tell({ news: 'claimed', bidId, fence, takenOver })
    const stop = new AbortController()
    if (stopping.signal.aborted) stop.abort('stopping' satisfies Parting)
    const carried = takeInHand(engine, snipe, term, stop.signal)
    const before = hands.get(bidId)
    before?.stop.abort('lost' satisfies Parting)
    // While it waits for the hand before it, nobody waits for it.
    const grip: Grip = { isFirm: before !== undefined, hasSent: snipe.status === 'executed' }
    const done = carryToItsEnd(carried, grip, before?.done).finally(() => {
      if (hands.get(bidId)?.done === done) hands.delete(bidId)
    })
    hands.set(bidId, { carried, grip, stop, done })
  }

  /** `before`: whoever of us held it under another claim is through first. No two hands ever carry one bid. */
  async function carryToItsEnd(carried: Carried, grip: Grip, before: Promise<void> | undefined) {
    const { bidId } = carried.snipe
    await before
    grip.isFirm = false
    try {
      const ending = await carrySnipe(carried, grip)
      grip.isFirm = false
      await afterwards(carried, ending)
    } catch (error) {
      // Dropped: the next look hands it back, and whoever claims it starts from what is written down.
      tell({ news: 'carry_failed', bidId, error })
    }
  }

  async function afterwards({ snipe, stop, log }: Carried, ending: Ending) {
    if (ending === 'finished') return
    if (ending === 'distrusted') return tell({ news: 'distrusted', bidId: snipe.bidId })
    const parting: Parting = stop.aborted ? stop.reason : 'lost'
    tell({ news: 'released', bidId: snipe.bidId, because: parting })
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
      const left = await ask('read the journals left behind', () => ports.journal.leftovers())
      if (left) return adopt(left)
      await clock.sleepUntil(clock.monotonic() + EVERY_MS, stopping.signal).catch(() => {}) // cut short by stopping
    }
  }

  async function keepLooking() {
    while (!stopping.signal.aborted) {
      nap = new AbortController()
      rest = new AbortController()
      const begun = clock.monotonic()
      await lookOnce()
      await clock.sleepUntil(begun + LOOKS_APART_MS, rest.signal).catch(() => {}) // woken at once
      await clock.sleepUntil(begun + EVERY_MS, nap.signal).catch(() => {}) // woken
    }
  }

  function lookAtOnce() {
    rest.abort()
    nap.abort()
  }

  const adopting = adoptLeftovers()
  const looking = keepLooking()
  const renewing = repeat(renew, stopped.signal)
  const timing = keepClock(engine, stopped.signal)

  return {
    look: () => nap.abort(),
    lookAtOnce,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      lookAtOnce()
      await Promise.all([looking, adopting])
      for (const { stop } of hands.values()) stop.abort('stopping' satisfies Parting)
      await Promise.all([...hands.values()].map(({ done }) => done))
      await recorder.drain()
      stopped.abort()
      await Promise.all([renewing, timing])
    },
  }
}
