import { BidOutcome } from '@bidwell/contract'
import { type RawBuilder, sql } from 'kysely'
import { type LossProof, newBidEvent } from '../bids/log/bid-event.ts'
import { recordBidEvents } from '../bids/log/record-bid-events.ts'
import { notify } from '../notifying/notifications/notify.ts'
import { resultOfBid } from '../notifying/notifications/result-of-bid.ts'
import { announceChanges } from '../platform/changes/announce-change.ts'
import type { BidRow, Tx } from '../platform/database/tables.ts'
import type { JournalEntry, Progress } from './core/ports.ts'

/** Applies entries' progress to bids, only forward and with a current fence. Returns the entries with an effect. */
export async function advanceBids(tx: Tx, entries: readonly JournalEntry[]): Promise<Set<JournalEntry>> {
  const applied = new Set<JournalEntry>()
  for (const to of PHASES) {
    const due = new Map<string, JournalEntry>()
    for (const entry of entries.filter(({ progress }) => progress?.to === to)) {
      if (!due.has(claimOf(entry))) due.set(claimOf(entry), entry)
    }
    if (due.size === 0) continue
    const advanced = await advance(tx, to, [...due.values()])
    for (const bid of advanced) {
      const entry = due.get(claimOf({ bidId: bid.id, fence: bid.fence }))
      if (entry) applied.add(entry)
    }
    if (to === 'finished') {
      await markAuctions(tx, advanced)
      await notifyOwners(tx, advanced)
      await logReleases(tx, advanced)
    }
  }
  return applied
}

/** In the order of a bid's life. */
const PHASES = ['locked_in', 'executed', 'finished'] as const
type Phase = Progress['to']

const claimOf = ({ bidId, fence }: { bidId: number; fence: number }) => `${bidId}/${fence}`

type Advanced = Pick<BidRow, 'id' | 'fence' | 'status' | 'account_id' | 'tracked_auction_id' | 'updated_at'> &
  Pick<BidRow, 'outcome' | 'max_bid_cents' | 'site_message'> & {
    price_cents: number | null
    increment_cents: number
    closed_early_at: Date | null
    sent: boolean
    /** What has proved the loss to the bid's group now. */
    proof: LossProof | null
  }

async function advance(tx: Tx, to: Phase, entries: readonly JournalEntry[]): Promise<Advanced[]> {
  const steps = entries.map(({ bidId, fence, progress }) => ({
    bid_id: bidId,
    fence,
    ...progress,
    at: new Date(progress?.at ?? 0),
  }))
  // From lock-in on, the owner's pending change can no longer be applied.
  const { rows } = await sql<Advanced>`
    update bids b
       set ${CHANGES[to]}, updated_at = step.at, pending = null
      from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
             as step (bid_id bigint, fence bigint, at timestamptz, status text, outcome text, "priceCents" bigint, "siteMessage" text,
                     "errorDetail" text, "lossProof" text)
     where b.id = step.bid_id and b.fence = step.fence and b.status in (${OPEN[to]})
    returning b.id, b.fence, b.status, b.account_id, b.tracked_auction_id, b.updated_at,
              b.outcome, b.max_bid_cents, b.site_message, step."priceCents" as price_cents,
              (select l.bid_increment_cents from listings l where l.id = b.listing_id) as increment_cents,
              (select l.closed_at from listings l where l.id = b.listing_id and l.closed_reason <> 'ended') as closed_early_at,
              b.executed_at is not null as sent,
              case when b.group_released_at = step.at then b.group_released_because end as proof`.execute(tx)
  return rows
}

const OPEN: Record<Phase, RawBuilder<unknown>> = {
  locked_in: sql`'pending'`,
  executed: sql`'pending'`,
  finished: sql`'pending', 'executed'`,
}

/** A proof that came before stays. */
const isProvenNow = sql`(b.group_granted_at is not null and b.group_released_at is null and step."lossProof" is not null)`

const CHANGES: Record<Phase, RawBuilder<unknown>> = {
  locked_in: sql`locked_in_at = coalesce(b.locked_in_at, step.at)`,
  executed: sql`status = 'executed', executed_at = step.at`,
  finished: sql`status = step.status, outcome = step.outcome, settled_at = step.at, engine_id = null,
                site_message = nullif(step."siteMessage", ''), error_detail = step."errorDetail",
                final_price_cents = case when step.status in ('won', 'lost') then step."priceCents" end,
                group_released_at = case when ${isProvenNow} then step.at else b.group_released_at end,
                group_released_because = case when ${isProvenNow} then step."lossProof" else b.group_released_because end`,
}

/** The group can let out another bid. */
async function logReleases(tx: Tx, bids: readonly Advanced[]): Promise<void> {
  const events = bids.flatMap(({ id, updated_at, proof, price_cents: priceCents }) =>
    proof === null
      ? []
      : [newBidEvent(id, updated_at.getTime(), { kind: 'group_released' as const, because: proof, priceCents })],
  )
  await recordBidEvents(tx, events)
}

/** The bid statuses that are also the status of the tracked auction. */
const AUCTION_STATUSES: readonly string[] = ['won', 'lost', 'outbid']

async function markAuctions(tx: Tx, bids: readonly Advanced[]): Promise<void> {
  const ended = bids.filter(({ status }) => AUCTION_STATUSES.includes(status))
  if (ended.length === 0) return
  await sql`
    update tracked_auctions t
       set status = ended.status, updated_at = ended.updated_at
      from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb)
             as ended (tracked_auction_id bigint, status text, updated_at timestamptz)
     where t.id = ended.tracked_auction_id`.execute(tx)
  await announceChanges(
    tx,
    ended.map((bid) => ({ what: 'auction', accountId: bid.account_id, auctionId: bid.tracked_auction_id })),
  )
}

/** Only a bid that this transaction has finished is told about, so that each result is told once. */
async function notifyOwners(tx: Tx, bids: readonly Advanced[]): Promise<void> {
  const results = bids.map((bid) =>
    resultOfBid({
      accountId: bid.account_id,
      bidId: bid.id,
      trackedAuctionId: bid.tracked_auction_id,
      status: bid.status,
      outcome: BidOutcome.parse(bid.outcome),
      maxBidCents: bid.max_bid_cents,
      priceCents: bid.price_cents,
      incrementCents: bid.increment_cents,
      sent: bid.sent,
      siteMessage: bid.site_message,
      closedEarlyAt: bid.closed_early_at,
    }),
  )
  await notify(
    tx,
    results.filter((result) => result !== null),
  )
}
