import { type Carried, estimateAt } from './carried.ts'
import { connectLine } from './connect-line.ts'
import { decideStep } from './decide-step.ts'
import { type Facts, factsOnClaim, isLockedIn } from './facts.ts'
import { finishSnipe } from './finish-snipe.ts'
import { fireBid } from './fire-bid.ts'
import { type Doing, learnFromFailure } from './learn-from-failure.ts'
import { lockIn } from './lock-in.ts'
import { logIn } from './log-in.ts'
import { readItem } from './read-item.ts'
import { type Timeline, timelineOf } from './timeline.ts'
import { warmLine } from './warm-line.ts'
import { never } from './within.ts'

/**
 * `finished`: its end is recorded. `let_go`: no longer ours to fire, or we were asked to stop. `distrusted`: others may
 * hold it by now, so nothing more was done.
 */
export type Ending = 'finished' | 'let_go' | 'distrusted'

/** How a snipe is held. `isFirm`: it cannot be let go of now. `hasSent`: the site has its bid. */
export type Grip = { isFirm: boolean; hasSent: boolean }

/** Carries one claimed snipe from arming until it is settled: look at what is known, decide, do, and learn from it. */
export async function carrySnipe(carried: Carried, grip: Grip): Promise<Ending> {
  const { engine, gear, snipe } = carried
  const { clock } = engine.ports
  await using _gear = gear
  const claimedAt = clock.monotonic()
  let facts = factsOnClaim(snipe, claimedAt, estimateAt(engine, claimedAt))

  for (;;) {
    const now = clock.monotonic()
    facts = { ...facts, isConnected: gear.line?.isOpen ?? false }
    const timeline = timelineFor(carried, facts, now)
    const step = decideStep(facts, timeline, now)
    // A bid cut off on the wire may still land: from lock-in to answer, nobody stops it.
    if (!grip.isFirm && carried.stop.aborted) return 'let_go'
    // One that came to nothing, and whose end has moved away since, waits for its moment as before; after the close
    // there is nothing to send.
    const isDue = isLockedIn(facts) && facts.bid === 'none' && now >= timeline.lockInAt && now < timeline.endAt
    grip.isFirm = step.do === 'lock_in' || isDue
    grip.hasSent = facts.bid === 'stands'
    const stop = grip.isFirm ? never : carried.stop

    switch (step.do) {
      case 'wait':
        await clock.sleepUntil(step.until, stop).catch(() => {}) // cut short by stop
        continue
      case 'log_in':
        facts = await attempt(carried, facts, timeline, step.do, stop, () => logIn(carried, facts, stop))
        continue
      case 'connect':
        facts = await attempt(carried, facts, timeline, step.do, stop, () => connectLine(carried, facts, stop))
        continue
      case 'read':
        facts = await attempt(carried, facts, timeline, step.do, stop, () => readItem(carried, facts, timeline, stop))
        continue
      case 'warm':
        facts = await attempt(carried, facts, timeline, step.do, stop, () => warmLine(carried, facts, timeline, stop))
        continue
      case 'lock_in': {
        const learned = await lockIn(carried, facts, timeline)
        if (learned === 'refused') return 'let_go'
        if (learned === 'distrusted') return learned
        facts = learned
        continue
      }
      case 'fire': {
        const learned = await fireBid(carried, facts, timeline)
        if (learned === 'distrusted') return learned
        facts = learned
        continue
      }
      case 'finish':
        await finishSnipe(carried, facts, step.verdict)
        return 'finished'
    }
  }
}

/** A call to the site that may fail: then the failure is what was learned. */
async function attempt(
  { engine, snipe }: Carried,
  facts: Facts,
  timeline: Timeline,
  doing: Doing,
  stop: AbortSignal,
  work: () => Promise<Facts>,
): Promise<Facts> {
  const { clock, tell } = engine.ports
  try {
    return await work()
  } catch (error) {
    if (stop.aborted) return facts
    tell({ news: 'site_failed', bidId: snipe.bidId, doing, error })
    return learnFromFailure(facts, { doing, error }, timeline, clock.monotonic())
  }
}

function timelineFor({ engine, snipe }: Carried, facts: Facts, now: number): Timeline {
  const { bidId, leadMs } = snipe
  const roundTripMs = engine.wayToSite.roundTripMs() ?? 0
  // Only the item itself says for certain when it ends; until it has, the nearer end is the one not to miss.
  const endsAt = Math.min(facts.endsAt, facts.shownEndsAt)
  return timelineOf({ bidId, endsAt, leadMs }, estimateAt(engine, now), roundTripMs / 2)
}
