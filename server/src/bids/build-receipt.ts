import type { Receipt } from '@bidwell/contract'
import { dollarsFromCents } from '../platform/money.ts'
import type { BidEventDetail } from '../bid-log/bid-event.ts'
import type { BidRecord } from './bid-queries.ts'
import { describeEvent } from './describe-event.ts'
import { presentBid } from './present-bid.ts'
import { summariseBid } from './summarise-bid.ts'

/** A line of the log as it was kept. `at` is epoch ms on the site's clock. */
export type LoggedEvent = { at: number; uncertaintyMs: number | null; detail: BidEventDetail }

/** The whole story of a bid, from its row and its log in the order of happening. `site` is the auction site's name. */
export function buildReceipt(bid: BidRecord, events: LoggedEvent[], site: string): Receipt {
  const last = <Kind extends BidEventDetail['kind']>(kind: Kind) => lastOf(events, kind)
  const armed = last('armed')
  const sent = last('sent')
  const answered = last('answered')
  const shot = sent ?? armed
  const wire = presentBid(bid)
  const words = answered?.detail.words || last('failed')?.detail.words || bid.error_detail

  return {
    bid: wire,
    ends_at: iso(sent?.detail.endsAt ?? bid.ends_at.getTime()),
    planned_at: iso((sent ?? last('locked_in'))?.detail.plannedAt ?? bid.fire_at.getTime()),
    armed_at: isoOrNull(armed?.at),
    locked_in_at: isoOrNull(last('locked_in')?.at ?? bid.locked_in_at?.getTime()),
    sent_at: isoOrNull(sent?.at),
    answered_at: isoOrNull(answered?.at),
    verified_at: isoOrNull(last('verified')?.at),
    settled_at: isoOrNull(last('settled')?.at ?? bid.settled_at?.getTime()),
    sent_before_end_ms: sent ? sent.detail.endsAt - sent.at : null,
    clock_offset_ms: shot?.detail.clockOffsetMs ?? null,
    clock_uncertainty_ms: shot?.uncertaintyMs ?? null,
    round_trip_ms: shot?.detail.roundTripMs ?? null,
    site_words: answered?.detail.words || null,
    margin: bid.went_for_cents === null ? null : dollarsFromCents(bid.max_bid_cents - bid.went_for_cents),
    summary: summariseBid(
      {
        stage: wire.stage,
        outcome: wire.outcome,
        maxBidCents: bid.max_bid_cents,
        secondsBeforeEnd: bid.seconds_before_end,
        finalPriceCents: bid.went_for_cents,
        sent: sent !== undefined,
        words,
      },
      site,
    ),
    events: events.map(({ at, uncertaintyMs, detail }) => ({
      kind: detail.kind,
      at: iso(at),
      uncertainty_ms: uncertaintyMs,
      says: describeEvent(detail, site),
    })),
  }
}

function lastOf<Kind extends BidEventDetail['kind']>(events: LoggedEvent[], kind: Kind) {
  // The kind tells the variants apart, so an event of this kind has this kind's detail.
  return events.findLast((event) => event.detail.kind === kind) as
    | (LoggedEvent & { detail: Extract<BidEventDetail, { kind: Kind }> })
    | undefined
}

const iso = (instant: number) => new Date(instant).toISOString()
const isoOrNull = (instant: number | undefined) => (instant === undefined ? null : iso(instant))
