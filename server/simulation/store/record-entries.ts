import type { BidEvent } from '../../src/bids/log/bid-event.ts'
import type { Claim, JournalEntry, Progress } from '../../src/engine/core/ports.ts'
import { isUngranted, releaseGrant } from './grant-bids.ts'
import { bidOfClaim, listingOf, logEvent, type ModelBid, type ModelDatabase } from './model-database.ts'

/** Writes journal entries: events once each, progress only forward and only while its claim stands. */
export function recordEntries(database: ModelDatabase, entries: readonly JournalEntry[]) {
  for (const entry of entries)
    for (const event of entry.events)
      if (event.detail.kind === 'end_moved') recordMovedEnd(database, entry, event, event.detail.to)
  const counted = advanceBids(database, entries)
  for (const entry of entries) {
    const bid = database.bids.get(entry.bidId)
    const isLogged = entry.progress?.to !== 'finished' || counted.has(entry)
    if (!bid || !isLogged) continue
    for (const event of entry.events) if (event.detail.kind !== 'end_moved') logEvent(database, bid, event)
  }
}

/** Logs the first report of a move alone. A report from before the listing was last seen moves nothing. */
function recordMovedEnd(database: ModelDatabase, claim: Claim, event: BidEvent, to: number) {
  const bid = bidOfClaim(database, claim)
  if (!bid || isLoggedBeside(bid, event.at, to)) return
  const isCurrent = event.at >= (listingOf(database, bid).observedAt ?? 0)
  if (bid.status === 'pending' && isCurrent) bid.fireAt = to - bid.leadMs
  logEvent(database, bid, event)
}

/** Whether the last move before an instant, or the first one after it, goes to the same end. */
function isLoggedBeside({ events }: ModelBid, instant: number, to: number): boolean {
  const moves = [...events.values()]
    .flatMap(({ at, detail }) => (detail.kind === 'end_moved' ? [{ at, to: detail.to }] : []))
    .toSorted((a, b) => a.at - b.at)
  return moves.findLast(({ at }) => at <= instant)?.to === to || moves.find(({ at }) => at > instant)?.to === to
}

/** In the order in which a bid goes through them. */
const STEPS = ['locked_in', 'executed', 'finished'] as const

/** Returns the entries that advanced their bids: of several alike, the first. */
function advanceBids(database: ModelDatabase, entries: readonly JournalEntry[]): Set<JournalEntry> {
  const counted = new Set<JournalEntry>()
  for (const step of STEPS) {
    const advanced = new Set<ModelBid>()
    for (const entry of entries) {
      const bid = bidOfClaim(database, entry)
      if (!bid || entry.progress?.to !== step || advanced.has(bid) || !isOpen(bid, step)) continue
      advanced.add(bid)
      counted.add(entry)
      advance(database, bid, entry.progress)
    }
  }
  return counted
}

const isOpen = ({ status }: ModelBid, step: Progress['to']) =>
  status === 'pending' || (status === 'executed' && step === 'finished')

function advance(database: ModelDatabase, bid: ModelBid, progress: Progress) {
  bid.pendingChange = null
  bid.pendingGroup = null
  if (progress.to === 'locked_in') bid.lockedInAt ??= bid.isRestored || isUngranted(bid) ? null : progress.at
  else if (progress.to === 'executed') bid.status = 'executed'
  else {
    const { at, status, outcome, priceCents, lossProof } = progress
    const finalPriceCents = status === 'won' || status === 'lost' ? priceCents : null
    Object.assign(bid, { status, outcome, finalPriceCents, engineId: null })
    if (lossProof) releaseGrant(database, bid, { at, because: lossProof }, priceCents)
  }
}
