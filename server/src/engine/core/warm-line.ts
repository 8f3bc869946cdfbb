import type { Carried } from './carried.ts'
import type { Facts } from './facts.ts'
import type { Timeline } from './timeline.ts'
import { learnFromLightRead } from './learn-from-light-read.ts'
import { tellArmed } from './tell-armed.ts'
import { within } from './within.ts'

const WARM_MS = 5_000
const HURRIED_WARM_MS = 900

/** Connects the line, or keeps it warm, with a light read that also tells price, end and round trip. Throws what the site throws. */
export async function warmLine(carried: Carried, facts: Facts, timeline: Timeline, stop: AbortSignal): Promise<Facts> {
  const { engine, snipe, gear } = carried
  const { clock } = engine.ports
  const { line } = gear
  if (!line) return { ...facts, loggedIn: false }
  const patienceMs = Math.max(HURRIED_WARM_MS, Math.min(WARM_MS, timeline.lockInAt - clock.monotonic()))
  const warm = await within(clock, patienceMs, stop, (signal) => line.warm(snipe.auctionId, signal))
  engine.wayToSite.took(warm.roundTripMs, clock.monotonic())

  const learned = learnFromLightRead(facts, warm, clock.monotonic())
  if (!facts.isArmed) tellArmed(carried, learned, timeline)
  return { ...learned, isArmed: true }
}
