import { callStore } from './call-store.ts'
import type { Capacity, Claim, HeldBid, ReleaseReason, Snipe } from './ports.ts'
import { type HoldState, type RunResult, runSnipe } from './run-snipe.ts'
import { createContext, type EngineState, siteTimeAt, type SnipeContext } from './snipe-context.ts'

/** The snipes that this engine runs. */
export type HeldSnipes = {
  /** Runs a snipe that was claimed in a lease epoch. */
  activate(snipe: Snipe, epoch: number): void
  /** Releases snipes whose release was requested and snipes that the database does not list under the same claim. */
  reconcile(held: readonly HeldBid[]): Promise<void>
  /** How many more snipes may be claimed. */
  capacity(): Capacity
  /**
   * Begins to release the snipes whose shot comes after a monotonic instant, or has been answered. A snipe whose bid is on
   * the way to the site is released after the site's answer. Returns when the others are due.
   */
  releaseDueAfter(instant: number): number[]
  /** Releases all snipes. */
  releaseAll(): Promise<void>
}

type ActiveSnipe = { context: SnipeContext; hold: HoldState; stop: AbortController; done: Promise<void> }

const MAX_HELD = 2_000

export function openHeldSnipes(engine: EngineState): HeldSnipes {
  const { recorder } = engine
  const { emit } = engine.ports
  const active = new Map<number, ActiveSnipe>()

  function activate(snipe: Snipe, epoch: number) {
    const { bidId, fence, takenOver } = snipe
    emit({ kind: 'claimed', bidId, fence, takenOver })
    const stop = new AbortController()
    const context = createContext(engine, snipe, epoch, stop.signal)
    const previous = active.get(bidId)
    previous?.stop.abort('lost' satisfies ReleaseReason)
    // A snipe queued behind an earlier run of the same bid cannot be released, so it does not block the claim loop.
    const hold: HoldState = {
      nonInterruptible: previous !== undefined,
      isBetweenTries: false,
      sent: snipe.status === 'executed' || snipe.onlyReads,
      dueAt: -Infinity,
    }
    const done = runAfter(previous?.done, context, hold).finally(() => {
      if (active.get(bidId)?.done === done) active.delete(bidId)
    })
    active.set(bidId, { context, hold, stop, done })
  }

  /** Waits for the previous run of the same bid, so that no two runs of one bid overlap. */
  async function runAfter(previous: Promise<void> | undefined, context: SnipeContext, hold: HoldState) {
    const { bidId } = context.snipe
    await previous
    hold.nonInterruptible = false
    try {
      const result = await runSnipe(context, hold)
      hold.nonInterruptible = false
      await handOver(context, result)
    } catch (error) {
      // The next reconciliation releases the claim, and its next holder starts from what is recorded.
      emit({ kind: 'snipe_failed', bidId, error })
    }
  }

  async function release({ hold, stop, done }: ActiveSnipe, reason: ReleaseReason) {
    if (hold.nonInterruptible && !(reason === 'lost' && hold.isBetweenTries)) return
    stop.abort(reason)
    await done
  }

  /** Snipes that a peer may send: listed under another claim or not at all, or claimed before the lease expired. */
  function lostSnipes(held: readonly HeldBid[]): ActiveSnipe[] {
    const fences = new Map(held.map(({ bidId, fence }) => [bidId, fence]))
    return [...active.values()].filter(({ context: { snipe, epoch } }) => {
      const isLost = fences.get(snipe.bidId) !== snipe.fence || epoch !== engine.lease().epoch
      return isLost && !recorder.isPending(snipe.bidId)
    })
  }

  async function reconcileBid({ bidId, fence, releaseRequest }: HeldBid) {
    const known = active.get(bidId)
    if (known && releaseRequest) await release(known, releaseRequest)
    // The answer to the claim was lost, or the run ended with an expired lease. A released bid can be claimed again.
    if (!known && !recorder.isPending(bidId)) await releaseClaim(engine, { bidId, fence })
  }

  function releaseDueAfter(instant: number) {
    const all = [...active.values()]
    for (const { stop, hold } of all) if (!(hold.dueAt <= instant)) stop.abort('stopping' satisfies ReleaseReason)
    return all.map(({ hold }) => hold.dueAt).filter((dueAt) => dueAt <= instant)
  }

  return {
    activate,
    async reconcile(held) {
      await Promise.all([...lostSnipes(held).map((lost) => release(lost, 'lost')), ...held.map(reconcileBid)])
    },
    /** Sent snipes wait for their close, and take no capacity from snipes still to be sent. */
    capacity() {
      const sent = [...active.values()].filter(({ hold }) => hold.sent).length
      return { unsent: Math.max(0, MAX_HELD - (active.size - sent)), sent: Math.max(0, MAX_HELD - sent) }
    },
    releaseDueAfter,
    async releaseAll() {
      for (const { stop } of active.values()) stop.abort('stopping' satisfies ReleaseReason)
      await Promise.all([...active.values()].map(({ done }) => done))
    },
  }
}

/** Gives a snipe whose run has ended back to the database, unless it is finished or its lease has expired. */
async function handOver({ engine, snipe, stop, log }: SnipeContext, result: RunResult) {
  const { bidId } = snipe
  const { emit } = engine.ports
  if (result === 'finished') return
  if (result === 'lease_expired') return emit({ kind: 'lease_expired', bidId })
  const reason: ReleaseReason = stop.aborted ? stop.reason : 'lost'
  emit({ kind: 'released', bidId, because: reason })
  if (reason !== 'lost') await log({ kind: 'released', because: reason })
  // The next holder must find everything in the database that this engine did.
  if ((await engine.recorder.drain()) && !engine.recorder.isPending(bidId))
    await releaseClaim(engine, snipe, { givesBackLockIn: result === 'given_back' })
}

async function releaseClaim(
  engine: EngineState,
  { bidId, fence }: Claim,
  options: { givesBackLockIn: boolean } = { givesBackLockIn: false },
) {
  const { clock, store } = engine.ports
  const at = siteTimeAt(engine, clock.monotonic())
  await callStore(engine.ports, 'release', () => store.release({ bidId, fence }, at, options))
}
