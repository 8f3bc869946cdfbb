import type { ItemReading } from '../../marketplace/marketplace.ts'
import type { SnipeContext } from './snipe-context.ts'
import type { SnipeState } from './snipe-state.ts'
import { onItemRead } from './on-item-read.ts'
import type { Timeline } from './timeline.ts'
import { neverAborted, withTimeout } from '../../platform/with-timeout.ts'

const READ_MS = 5_000
/** A reading close to the shot may not hold it up for longer than this. */
const HURRIED_READ_MS = 1_000
const NOTE_MS = 5_000

/** Reads the item as its bidder sees it, and learns from it. Throws what the site throws. */
export async function readItem(
  context: SnipeContext,
  state: SnipeState,
  timeline: Timeline,
  stop: AbortSignal,
): Promise<SnipeState> {
  const { engine, snipe, resources } = context
  const { clock, site } = engine.ports
  const leftMs = state.bid === 'none' ? timeline.lockInAt - clock.monotonic() : READ_MS
  const patienceMs = Math.max(HURRIED_READ_MS, Math.min(READ_MS, leftMs))
  // Without a login that holds, the page is read as everybody sees it, for a dead token shows nothing at all.
  const session = state.loggedIn ? resources.session : null
  const reading = await withTimeout(clock, patienceMs, stop, (signal) =>
    site.readItem(snipe.auctionId, session ? { session, signal } : { signal }),
  )
  engine.siteClock.add(reading.clock)
  void share(context, reading)
  const learned = onItemRead(state, reading)
  void writeDown(context, state, learned, reading)
  return learned
}

/** Everybody who tracks the item sees what we saw; the shot does not wait for it. */
async function share({ engine }: SnipeContext, reading: ItemReading) {
  const { clock, store, emit } = engine.ports
  try {
    await withTimeout(clock, NOTE_MS, neverAborted, () => store.noteReading(reading))
  } catch (error) {
    emit({ kind: 'store_failed', doing: 'note a reading', error })
  }
}

async function writeDown({ log }: SnipeContext, before: SnipeState, after: SnipeState, reading: ItemReading) {
  const { currentPriceCents: priceCents, minimumBidCents, endsAt } = reading
  if (before.bid === 'outcome_unknown') {
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
const executedAt = ({ ownSince }: SnipeState, { standing, clock }: ItemReading) =>
  standing?.ownBids.find((bid) => bid.at >= ownSince)?.at ?? clock.siteTime
