import { every } from '../../platform/every.ts'
import { neverAborted } from '../../platform/with-timeout.ts'
import { callStore } from './call-store.ts'
import { startClaimLoop } from './claim-loop.ts'
import { openDeadJournals } from './dead-journals.ts'
import { openHeldSnipes } from './held-snipes.ts'
import { keepClock } from './keep-clock.ts'
import { LEASE_MS, openLease } from './lease.ts'
import type { Ports } from './ports.ts'
import { openRecorder } from './recorder.ts'
import { openSiteClock } from './site-clock.ts'
import type { EngineState } from './snipe-context.ts'

export type RunningEngine = AsyncDisposable & {
  /** Polls soon, because something may have changed. */
  wake: () => void
  /** Polls at once, because an engine has died. */
  wakeNow: () => void
}

export type EngineOptions = {
  /** Why this process should leave snipes to its peers; null when it is fit. */
  unfitReason: () => string | null
  /** Shorter only in tests. All engines of one database must use the same value. */
  leaseMs?: number | undefined
}

const HEARTBEAT_INTERVAL_MS = 1_000
/** An engine that stops, and that no fit peer replaces, still sends the bids that are due this soon. */
const LAST_BIDS_MS = 15_000
const LAST_POLL_INTERVAL_MS = 250

/**
 * Claims snipes that come due and runs each until it is settled, under a lease that keeps peers from claiming the same
 * snipes. Disposing releases waiting snipes and waits for the answers to bids on the way. Without a fit peer, it first
 * sends the bids that are due soon: nobody else would.
 */
export function runEngine(ports: Ports, { unfitReason, leaseMs = LEASE_MS }: EngineOptions): RunningEngine {
  const { clock, emit } = ports
  const stopping = new AbortController()
  const siteClock = openSiteClock()
  const lease = openLease(ports, { leaseMs, onResume: resume })
  const engine: EngineState = {
    ports,
    siteClock,
    recorder: openRecorder(ports),
    lease: () => lease.current(),
    leaseMs,
  }
  const heldSnipes = openHeldSnipes(engine)
  const deadJournals = openDeadJournals(engine)

  const replaying = deadJournals.replayAll(stopping.signal)
  const timing = keepClock(engine)
  const claimLoop = startClaimLoop({ engine, heldSnipes, deadJournals, unfitReason, isBidDue: () => timing.isBidDue() })
  const heartbeat = every(clock, HEARTBEAT_INTERVAL_MS, () => lease.renew())

  /**
   * The machine was suspended. The snipes that this engine holds belong to the lease that ended with it: they are given
   * back, and claimed again with new sessions and connections once the site's clock has been read.
   */
  function resume(suspendedMs: number) {
    emit({ kind: 'resumed', suspendedMs })
    siteClock.suspend(suspendedMs, clock.monotonic())
    heartbeat.wakeNow()
    timing.restart()
    claimLoop.wakeNow()
  }

  /**
   * Whether a peer claims what this engine releases. A peer that stops as well must not rely on this engine. Null without
   * the database.
   */
  async function isReplaced(): Promise<boolean | null> {
    const noted = await callStore(ports, 'note the stop', () => ports.store.noteFitness('stopping'))
    const peers = noted === null ? null : await callStore(ports, 'read the peers', () => ports.store.peers())
    return peers && peers.some(({ fit }) => fit)
  }

  /** Owners can cancel these bids as ever. A bid that another stopping engine has just released is among them. */
  async function sendLastBids(until: number, hasStore: boolean) {
    let reported = 0
    for (;;) {
      if (hasStore) await claimLoop.claimLast(until)
      const due = heldSnipes.releaseDueAfter(until)
      const now = clock.monotonic()
      if (due.length > 0 && due.length !== reported)
        emit({ kind: 'leaving', bids: due.length, firesInMs: Math.max(0, Math.min(...due) - now) })
      reported = due.length
      if (due.length === 0 || now >= until) return
      await clock.sleepUntil(Math.min(until, now + LAST_POLL_INTERVAL_MS), neverAborted)
    }
  }

  return {
    wake() {
      timing.wake()
      claimLoop.wake()
    },
    wakeNow: () => claimLoop.wakeNow(),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      const until = clock.monotonic() + LAST_BIDS_MS
      heldSnipes.releaseDueAfter(until)
      const [replaced] = await Promise.all([isReplaced(), claimLoop[Symbol.asyncDispose]()])
      if (!replaced) await sendLastBids(until, replaced !== null)
      await Promise.all([timing[Symbol.asyncDispose](), replaying])
      await heldSnipes.releaseAll()
      await engine.recorder.drain()
      await heartbeat[Symbol.asyncDispose]()
    },
  }
}
