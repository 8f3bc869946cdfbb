import { type CompleteAuction, dollarsFromCents, dollarsOrNull, SITE_ZONE } from '@bidwell/contract'
import type { Marketplace } from '../marketplace/marketplace.ts'
import type { AuctionRecord } from './auction-queries.ts'
import { formatIsoTime } from './format-iso-time.ts'

/** Converts a tracked auction to the API's form. The next acceptable bid is the site's own figure. */
export function presentAuction(record: AuctionRecord, marketplace: Pick<Marketplace, 'itemUrl'>): CompleteAuction {
  return {
    id: record.id,
    auction_id: record.auction_id,
    user_id: record.account_id,
    title: record.title,
    current_bid: dollarsFromCents(record.current_price_cents),
    max_bid: dollarsOrNull(record.max_bid_cents),
    end_time: record.ends_at.toISOString(),
    end_time_pt: formatPacificTime(record.ends_at),
    end_time_ambiguous: record.ends_at_ambiguous,
    status: record.status,
    bid_count: record.bid_count,
    seller: record.seller,
    shipping_cost: dollarsOrNull(record.shipping_cents),
    handling_cost: dollarsFromCents(record.handling_cents ?? 0),
    pickup_only: record.pickup_only,
    item_condition: record.item_condition,
    category: record.category,
    description: record.description,
    image_urls: record.image_urls,
    bid_timing_preference: record.bid_timing_preference,
    bid_increment: dollarsFromCents(record.bid_increment_cents),
    minimum_bid: dollarsFromCents(record.minimum_bid_cents),
    item_url: marketplace.itemUrl(record.auction_id),
    price_history: record.price_steps.map((step) => ({
      at: formatIsoTime(step.at),
      price: dollarsFromCents(step.priceCents),
      bid_count: step.bidCount,
    })),
    closed_because: record.closed_reason,
    check_error: record.check_error,
    alerts_muted_until: record.alerts_muted_until?.toISOString() ?? null,
    note: record.note,
    labels: record.labels,
    last_checked_at: record.last_checked_at.toISOString(),
    created_at: record.created_at.toISOString(),
    updated_at: later(record.updated_at, record.listing_updated_at).toISOString(),
  }
}

const later = (a: Date, b: Date) => (a > b ? a : b)

const PACIFIC = new Intl.DateTimeFormat('en-US', {
  timeZone: SITE_ZONE,
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})

/** The ends that were formatted last: the same lists are read again and again, and formatting takes long. */
const formatted = new Map<number, string>()
const MAX_FORMATTED = 10_000

/** Formats an instant in the site's own time zone: `Nov 20, 2026, 6:42:17 PM PST`. */
function formatPacificTime(instant: Date): string {
  const known = formatted.get(instant.getTime())
  if (known !== undefined) return known
  if (formatted.size >= MAX_FORMATTED) formatted.clear()
  const text = format(instant)
  formatted.set(instant.getTime(), text)
  return text
}

function format(instant: Date): string {
  // Some versions of the locale data put a narrow no-break space before AM and PM.
  return PACIFIC.format(instant).replaceAll('\u202F', ' ')
}
