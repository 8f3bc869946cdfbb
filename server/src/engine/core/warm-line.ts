import type { Carried } from './carried.ts'
import type { Facts } from './facts.ts'
import type { Timeline } from './timeline.ts'
import { tellArmed } from './tell-armed.ts'
import { within } from './within.ts'

const WARM_MS = 5_000
const HURRIED_WARM_MS = 900
/** The light read and the item may say the same end as differently as this. */
const ROUNDED_BY_MS = 2_000

/** Connects the line, or keeps it warm, with a light read that also tells price, end and round trip. Throws what the site throws. */
export async function warmLine(carried: Carried, facts: Facts, timeline: Timeline, stop: AbortSignal): Promise<Facts> {
  const { engine, snipe, gear } = carried
  const { clock } = engine.ports
  const { line } = gear
  if (!line) return { ...facts, loggedIn: false }
  const patienceMs = Math.max(HURRIED_WARM_MS, Math.min(WARM_MS, timeline.lockInAt - clock.monotonic()))
  const warm = await within(clock, patienceMs, stop, (signal) => line.warm(snipe.auctionId, signal))
  engine.wayToSite.took(warm.roundTripMs, clock.monotonic())

  const movedMs = endMovedBy(warm.endsAt, gear.warmEndsAt, facts)
  gear.warmEndsAt = warm.endsAt
  const learned: Facts = {
    ...facts,
    warmedAt: clock.monotonic(),
    price: { currentCents: warm.currentPriceCents, minimumCents: warm.minimumBidCents },
    failures: 0,
    notBefore: -Infinity,
    // Only the item itself says for certain when it ends; until it has, the nearer end is the one not to miss.
    readAt: movedMs === 0 ? facts.readAt : null,
    nearerEndsAt: movedMs < 0 ? facts.endsAt + movedMs : facts.nearerEndsAt,
  }
  if (!facts.isArmed) tellArmed(carried, learned, timeline)
  return { ...learned, isArmed: true }
}

/** Light reads are compared with each other; the first of them, as far as it may be, with the item. */
function endMovedBy(warmEndsAt: number, before: number | null, { endsAt }: Facts): number {
  if (before !== null) return warmEndsAt - before
  return Math.abs(warmEndsAt - endsAt) > ROUNDED_BY_MS ? warmEndsAt - endsAt : 0
}
