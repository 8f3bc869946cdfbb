import type { ItemReading } from '../../marketplace/marketplace.ts'
import type { Carried } from './carried.ts'
import type { Facts } from './facts.ts'
import { learnFromReading } from './learn-from-reading.ts'
import type { Timeline } from './timeline.ts'
import { never, within } from './within.ts'

const READ_MS = 5_000
/** A reading close to the shot may not hold it up for longer than this. */
const HURRIED_READ_MS = 1_000
const NOTE_MS = 5_000

/** Reads the item as its bidder sees it, and learns from it. Throws what the site throws. */
export async function readItem(carried: Carried, facts: Facts, timeline: Timeline, stop: AbortSignal): Promise<Facts> {
  const { engine, snipe, gear } = carried
  const { clock, site } = engine.ports
  const leftMs = facts.bid === 'none' ? timeline.lockInAt - clock.monotonic() : READ_MS
  const patienceMs = Math.max(HURRIED_READ_MS, Math.min(READ_MS, leftMs))
  // Without a login that holds, the page is read as everybody sees it, for a dead token shows nothing at all.
  const session = facts.loggedIn ? gear.session : null
  const reading = await within(clock, patienceMs, stop, (signal) =>
    site.readItem(snipe.auctionId, session ? { session, signal } : { signal }),
  )
  engine.siteClock.add(reading.clock)
  void share(carried, reading)
  const learned = learnFromReading(facts, reading)
  void writeDown(carried, facts, learned, reading)
  return learned
}

/** Everybody who tracks the item sees what we saw; the shot does not wait for it. */
async function share({ engine }: Carried, reading: ItemReading) {
  const { clock, store, tell } = engine.ports
  try {
    await within(clock, NOTE_MS, never, () => store.noteReading(reading))
  } catch (error) {
    tell({ news: 'store_failed', doing: 'note a reading', error })
  }
}

async function writeDown({ log }: Carried, before: Facts, after: Facts, reading: ItemReading) {
  const { currentPriceCents: priceCents, minimumBidCents, endsAt } = reading
  if (before.bid === 'in_doubt') {
    const ownBidSeen = (reading.standing?.ownBids ?? []).some((bid) => bid.at >= before.ownSince)
    const detail = { kind: 'verified', ownBidSeen, leads: after.leads, priceCents } as const
    const progress = { to: 'executed', at: executedAt(before, reading) } as const
    await (after.bid === 'stands' ? log(detail, progress) : log(detail))
    return
  }
  if (before.bid === 'none' && before.readAt !== null)
    await log({ kind: 'reread', priceCents, minimumBidCents, endsAt })
  // How an auction that has closed came to its end, the last line of the log says.
  if (before.endsAt !== endsAt && !reading.closed) await log({ kind: 'end_moved', from: before.endsAt, to: endsAt })
}

/** When the site took a bid of which we never heard: by its own account, else when it showed that we lead. */
const executedAt = ({ ownSince }: Facts, { standing, clock }: ItemReading) =>
  standing?.ownBids.find((bid) => bid.at >= ownSince)?.at ?? clock.siteTime
