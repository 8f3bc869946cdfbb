import type { SnipeContext } from './snipe-context.ts'
import type { SnipeState } from './snipe-state.ts'
import type { Timeline } from './timeline.ts'
import { onLightRead } from './on-light-read.ts'
import { emitArmed } from './emit-armed.ts'
import { withTimeout } from '../../platform/with-timeout.ts'

const WARM_MS = 5_000
const HURRIED_WARM_MS = 900

/** Connects the line, or keeps it warm, with a light read that also tells price, end and round trip. Throws what the site throws. */
export async function warm(
  context: SnipeContext,
  state: SnipeState,
  timeline: Timeline,
  stop: AbortSignal,
): Promise<SnipeState> {
  const { engine, snipe, resources } = context
  const { clock } = engine.ports
  const { connection } = resources
  if (!connection) return { ...state, loggedIn: false }
  const patienceMs = Math.max(HURRIED_WARM_MS, Math.min(WARM_MS, timeline.lockInAt - clock.monotonic()))
  const warm = await withTimeout(clock, patienceMs, stop, (signal) => connection.warm(snipe.auctionId, signal))
  engine.latencyEstimator.took(warm.roundTripMs, clock.monotonic())

  const learned = onLightRead(state, warm, clock.monotonic())
  if (!state.isArmed) emitArmed(context, learned, timeline)
  return { ...learned, isArmed: true }
}
