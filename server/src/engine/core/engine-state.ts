import type { Lease } from './lease.ts'
import type { Ports } from './ports.ts'
import type { Recorder } from './recorder.ts'
import type { SiteClock } from './site-clock.ts'
import type { LatencyEstimator } from './latency-estimator.ts'

/** What the snipes of one engine share. */
export type EngineState = {
  readonly ports: Ports
  readonly siteClock: SiteClock
  readonly latencyEstimator: LatencyEstimator
  readonly recorder: Recorder
  lease(): Lease
}
