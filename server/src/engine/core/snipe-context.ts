import type { BidEventDetail } from '../../bids/log/bid-event.ts'
import type { BidConnection, PreparedBid, SiteSession } from '../../marketplace/marketplace.ts'
import type { Lease } from './lease.ts'
import type { Ports, Progress, Snipe } from './ports.ts'
import type { Recorder } from './recorder.ts'
import type { ClockEstimate, SiteClock } from './site-clock.ts'
import type { Timeline } from './timeline.ts'

/** What all snipes of one engine share. */
export type EngineState = {
  readonly ports: Ports
  readonly siteClock: SiteClock
  readonly recorder: Recorder
  lease(): Lease
  readonly leaseMs: number
}

/** One snipe that this engine holds. */
export type SnipeContext = {
  readonly engine: EngineState
  readonly snipe: Snipe
  /** The epoch of the lease under which the snipe was claimed. */
  readonly epoch: number
  readonly resources: Resources
  /** Aborted to release the snipe. Ignored from lock-in until the site's answer. */
  readonly stop: AbortSignal
  /** Adds to the snipe's log, at a monotonic instant. Resolves when the journal is written, or cannot be. */
  readonly log: (detail: BidEventDetail, progress?: Progress, at?: number) => Promise<void>
}

/** What a snipe keeps open: a session and a connection of its own. */
type Resources = AsyncDisposable & {
  session: SiteSession | null
  connection: BidConnection | null
  /** Built at lock-in, used once. */
  prepared: PreparedBid | null
}

export type SiteCallOptions = { timeline: Timeline; stop: AbortSignal }

export function createContext(engine: EngineState, snipe: Snipe, epoch: number, stop: AbortSignal): SnipeContext {
  const { clock, ids, store } = engine.ports
  return {
    engine,
    snipe,
    epoch,
    stop,
    resources: {
      session: null,
      connection: null,
      prepared: null,
      async [Symbol.asyncDispose]() {
        await this.connection?.[Symbol.asyncDispose]()
      },
    },
    log(detail, progress, at = clock.monotonic()) {
      const { bidId, fence } = snipe
      const { offsetMs, uncertaintyMs } = estimateAt(engine, at)
      const { engineId } = store
      const event = { key: ids.uuid(), bidId, at: at + offsetMs, uncertaintyMs, engineId, fence, detail }
      return engine.recorder.record({ bidId, fence, events: [event], progress: progress ?? null })
    },
  }
}

/** The site's clock at a monotonic instant. Throws before the first sample; no snipe is claimed before that. */
export function estimateAt({ siteClock }: EngineState, monotonic: number): ClockEstimate {
  const estimate = siteClock.estimateAt(monotonic)
  if (!estimate) throw new Error("A snipe is active although the site's clock is unknown")
  return estimate
}

/** Epoch ms on the site's clock at a monotonic instant. */
export const siteTimeAt = (engine: EngineState, monotonic: number): number =>
  monotonic + estimateAt(engine, monotonic).offsetMs
