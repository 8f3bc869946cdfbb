import type { BidEventDetail } from '../../bid-log/bid-event.ts'
import type { EngineState } from './engine-state.ts'
import { type Resources, openResources } from './resources.ts'
import type { Progress, Snipe } from './ports.ts'
import type { ClockEstimate } from './site-clock.ts'

/** One snipe in the hands of this engine. */
export type SnipeContext = {
  readonly engine: EngineState
  readonly snipe: Snipe
  /** The term of the lease under which it was claimed. */
  readonly epoch: number
  readonly resources: Resources
  /** Aborted when it should be let go of; has no effect from locking in until the site has answered. */
  readonly stop: AbortSignal
  /** Writes into the snipe's log, at a monotonic instant; resolves when the journal is done with it: `record`'s answer. */
  readonly log: (detail: BidEventDetail, progress?: Progress, at?: number) => Promise<boolean>
}

/** Takes a claimed snipe into this engine's hands. */
export function activate(engine: EngineState, snipe: Snipe, epoch: number, stop: AbortSignal): SnipeContext {
  const { clock, ids, store } = engine.ports
  return {
    engine,
    snipe,
    epoch,
    stop,
    resources: openResources(),
    log(detail, progress, at = clock.monotonic()) {
      const { bidId, fence } = snipe
      const { offsetMs, uncertaintyMs } = estimateAt(engine, at)
      const { engineId } = store
      const event = { key: ids.uuid(), bidId, at: at + offsetMs, uncertaintyMs, engineId, fence, detail }
      return engine.recorder.record({ bidId, fence, events: [event], progress: progress ?? null })
    },
  }
}

/** Snipes are claimed only while the site's clock is known, and what is known is never forgotten. */
export function estimateAt({ siteClock }: EngineState, monotonic: number): ClockEstimate {
  const estimate = siteClock.estimateAt(monotonic)
  if (!estimate) throw new Error('A snipe is carried although the clock of the site is not known')
  return estimate
}

export const siteTimeAt = (engine: EngineState, monotonic: number): number =>
  monotonic + estimateAt(engine, monotonic).offsetMs
