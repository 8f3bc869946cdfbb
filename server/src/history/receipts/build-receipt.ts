import { dollarsFromCents, type Receipt } from '@bidwell/contract'
import type { BidRecord } from '../../bidding/bid-queries.ts'
import { presentBid } from '../../bidding/present-bid.ts'
import { describeEvent } from './describe-event.ts'
import { isOf, lastOf, lastShot, type LoggedEvent } from './last-shot.ts'
import { summariseBid } from './summarise-bid.ts'

type Built = Omit<Receipt, 'item_url' | 'image_url' | 'price_history' | 'note'>

/** Builds a bid's receipt from its row and its log, in chronological order. `now` is epoch ms on the clock of `site`. */
export function buildReceipt(bid: BidRecord, log: readonly LoggedEvent[], site: string, now: number): Built {
  const events = withExactAnswers(log)
  const armed = lastOf(events, 'armed')
  const shot = lastShot(events)
  const { sent, answered } = shot ?? {}
  const measured = sent ?? armed
  const lockedIn = lastOf(events, 'locked_in')
  const lastRead = events.findLast((event) => isOf(event, 'armed') || isOf(event, 'reread'))
  const wire = presentBid(bid)
  const corrected = lastOf(events, 'corrected')

  return {
    bid: wire,
    ends_at: iso(sent?.detail.endsAt ?? bid.ends_at.getTime()),
    planned_at: iso((sent ?? lockedIn)?.detail.plannedAt ?? bid.fire_at.getTime()),
    armed_at: isoOrNull(armed?.at),
    locked_in_at: isoOrNull(lockedIn?.at ?? bid.locked_in_at?.getTime()),
    sent_at: isoOrNull(sent?.at),
    answered_at: isoOrNull(answered?.at),
    verified_at: isoOrNull(lastOf(events, 'verified')?.at),
    settled_at: isoOrNull(lastOf(events, 'settled')?.at ?? bid.settled_at?.getTime()),
    sent_before_end_ms: sent ? sent.detail.endsAt - sent.at : null,
    clock_offset_ms: measured?.detail.clockOffsetMs ?? null,
    clock_uncertainty_ms: measured?.uncertaintyMs ?? null,
    round_trip_ms: measured?.detail.roundTripMs ?? null,
    site_words: answered?.detail.siteMessage || null,
    margin: marginOf(bid),
    summary: summariseBid(
      {
        correctedFrom: corrected?.detail.from ?? null,
        phase: wire.phase,
        isOver: now >= bid.ends_at.getTime(),
        outcome: wire.outcome,
        maxBidCents: bid.max_bid_cents,
        secondsBeforeEnd: bid.seconds_before_end,
        finalPriceCents: bid.closing_price_cents,
        incrementCents: bid.bid_increment_cents,
        sent: shot !== null,
        accepted: bid.status === 'executed',
        ledAtClose: wire.led_at_close,
        priceAtBidCents: (lastOf(events, 'skipped') ?? answered)?.detail.priceCents ?? null,
        minimumBidCents: lastRead?.detail.minimumBidCents ?? null,
        ownMaximumCents: lastOf(events, 'skipped')?.detail.ownMaximumCents ?? null,
        siteMessage: answered?.detail.siteMessage || lastOf(events, 'failed')?.detail.siteMessage || bid.site_message,
      },
      site,
    ),
    events: fromScheduling(events).map(({ at, uncertaintyMs, detail }) => ({
      kind: detail.kind,
      at: iso(at),
      uncertainty_ms: uncertaintyMs,
      message: describeEvent(detail, site),
    })),
  }
}

/**
 * The log with each answer at the time of its sending plus how long it took, in whole milliseconds: the clock of the site may
 * have been measured anew in between, and no two figures of a receipt may contradict each other.
 */
function withExactAnswers(log: readonly LoggedEvent[]): LoggedEvent[] {
  const sentAt = new Map<number, number>()
  return log.map((event) => {
    if (isOf(event, 'sent')) sentAt.set(event.detail.attempt, event.at)
    if (!isOf(event, 'answered')) return event
    const at = sentAt.get(event.detail.attempt)
    return at === undefined ? event : { ...event, at: at + Math.round(event.detail.tookMs) }
  })
}

/** The log, from the scheduling on: what follows is noted by another process, whose clock may be some ms behind. */
const fromScheduling = (events: readonly LoggedEvent[]): LoggedEvent[] =>
  events.toSorted((a, b) => Number(isOf(b, 'scheduled')) - Number(isOf(a, 'scheduled')))

/** In dollars, how far the final price was below the maximum. Null for a bid that was not decided by the price. */
function marginOf({ outcome, max_bid_cents, closing_price_cents }: BidRecord): number | null {
  if (closing_price_cents === null) return null
  const marginCents = max_bid_cents - closing_price_cents
  // Won by a higher bid of the owner: this bid decided nothing.
  if (outcome === 'won' && marginCents < 0) return null
  const contested = outcome !== null && LOST_ON_PRICE.includes(outcome) && marginCents <= 0
  return outcome === 'won' || contested ? dollarsFromCents(marginCents) : null
}

const LOST_ON_PRICE = ['lost', 'outbid_on_arrival', 'price_past_maximum', 'below_next_bid']

const iso = (instant: number) => new Date(instant).toISOString()
const isoOrNull = (instant: number | undefined) => (instant === undefined ? null : iso(instant))
