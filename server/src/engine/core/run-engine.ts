import { every } from '../../platform/every.ts'
import { callStore } from './call-store.ts'
import { startClaimLoop } from './claim-loop.ts'
import { openDeadJournals } from './dead-journals.ts'
import { openHeldSnipes } from './held-snipes.ts'
import { keepClock } from './keep-clock.ts'
import { openLatencyEstimator } from './latency-estimator.ts'
import { LEASE_MS, noLease, renewedLease } from './lease.ts'
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

/**
 * Claims snipes that come due and runs each until it is settled, under a lease that keeps peers from claiming the same
 * snipes. Disposing releases waiting snipes and waits for the answers to bids on the way.
 */
export function runEngine(ports: Ports, { unfitReason, leaseMs = LEASE_MS }: EngineOptions): RunningEngine {
  const { clock, store } = ports
  const stopping = new AbortController()
  const stopped = new AbortController()
  let lease = noLease
  const engine: EngineState = {
    ports,
    siteClock: openSiteClock(),
    latencyEstimator: openLatencyEstimator(),
    recorder: openRecorder(ports),
    lease: () => lease,
    leaseMs,
  }
  const heldSnipes = openHeldSnipes(engine, stopping.signal)
  const deadJournals = openDeadJournals(engine)

  async function renewLease() {
    const startedAt = clock.monotonic()
    const renewed = await callStore(ports, 'renew the lease', () => store.renew())
    if (renewed !== null) lease = renewedLease(lease, { startedAt, answeredAt: clock.monotonic() }, leaseMs)
  }

  const replaying = deadJournals.replayAll(stopping.signal)
  const claimLoop = startClaimLoop({ engine, heldSnipes, deadJournals, unfitReason })
  const heartbeat = every(clock, HEARTBEAT_INTERVAL_MS, renewLease)
  const timing = keepClock(engine, stopped.signal)

  return {
    wake: () => claimLoop.wake(),
    wakeNow: () => claimLoop.wakeNow(),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await Promise.all([claimLoop[Symbol.asyncDispose](), replaying])
      await heldSnipes.releaseAll()
      await engine.recorder.drain()
      stopped.abort()
      await Promise.all([heartbeat[Symbol.asyncDispose](), timing])
    },
  }
}
