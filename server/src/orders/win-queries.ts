import { SITE_ZONE, WIN } from '@bidwell/contract'
import { sql } from 'kysely'
import type { CostBasis } from '../platform/database/json-columns.ts'
import type { Db } from '../platform/database/tables.ts'
import { decidePayment, type Payment, type PaymentFacts } from './decide-payment.ts'

/** A won item with what its payment is decided by. Money is integer cents. */
export type Win = {
  bidId: number
  trackedAuctionId: number
  auctionId: string
  title: string
  imageUrl: string | null
  seller: string | null
  orderId: string | null
  itemsInOrder: number
  priceCents: number | null
  shippingCents: number | null
  handlingCents: number | null
  taxCents: number | null
  shipper: string | null
  combinesShipping: boolean
  /** The costs with which the bid's maximum was reckoned; null for one that was not set by its delivered price. */
  costBasis: CostBasis | null
  facts: PaymentFacts
  payment: Payment
}

type Row = Omit<Win, 'facts' | 'payment'> & PaymentFacts

/** Which wins: those at a site that were told after an instant (epoch ms), those of some tracked auctions, or that of a bid. */
type Which = { siteId: string; since: number } | { trackedAuctionIds: readonly number[] } | { bidId: number }

const MAX_WINS = 500

const epochMs = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`)

/** The account's wins, latest first. Of two bids that count as the winner of one item, the later one. */
export async function findWins(db: Db, accountId: number, which: Which): Promise<Win[]> {
  const { rows } = await sql<Row>`
    select * from (
      select distinct on (l.id)
             b.id as "bidId", b.tracked_auction_id as "trackedAuctionId", l.auction_id as "auctionId", l.title,
             l.image_urls[1] as "imageUrl", l.seller, o.order_id as "orderId",
             coalesce(o.items_in_order, 1) as "itemsInOrder", coalesce(o.price_cents, b.final_price_cents) as "priceCents",
             o.shipping_cents as "shippingCents", o.handling_cents as "handlingCents", o.tax_cents as "taxCents",
             b.cost_basis as "costBasis", coalesce(l.combines_shipping, false) and not l.pickup_only as "combinesShipping", o.shipper, o.tracking_number as "trackingNumber", coalesce(o.paid, false) as "isInPaidList",
             ${epochMs('b.settled_at')} as "wonAt", ${epochMs('o.unpaid_seen_at')} as "unpaidSeenAt",
             (o.unpaid_seen_at at time zone ${SITE_ZONE})::date::text as "unpaidSeenOn",
             ${epochMs('r.unpaid_read_at')} as "unpaidReadAt", ${epochMs('r.unpaid_failed_at')} as "unpaidFailedAt",
             ${epochMs('t.said_paid_at')} as "saidPaidAt", o.pay_by::text as "payBy"
        from bids b
        join listings l on l.id = b.listing_id
        join tracked_auctions t on t.id = b.tracked_auction_id
        left join orders o on (o.account_id, o.marketplace, o.auction_id) = (b.account_id, l.marketplace, l.auction_id)
        left join order_readings r on (r.account_id, r.marketplace) = (b.account_id, l.marketplace)
       where b.account_id = ${accountId} and b.status = 'won' and b.settled_at is not null and b.deleted_at is null
         and ${conditionOf(which)}
       order by l.id, b.id desc) wins
     order by "wonAt" desc, "bidId" desc limit ${MAX_WINS}`.execute(db)
  return rows.map(({ wonAt, unpaidSeenAt, unpaidSeenOn, isInPaidList, trackingNumber, ...row }) => {
    const { unpaidReadAt, unpaidFailedAt, saidPaidAt, payBy, ...win } = row
    const seen = { wonAt, unpaidSeenAt, unpaidSeenOn, isInPaidList, trackingNumber }
    const facts = { ...seen, unpaidReadAt, unpaidFailedAt, saidPaidAt, payBy }
    return { ...win, facts, payment: decidePayment(facts) }
  })
}

function conditionOf(which: Which) {
  if ('bidId' in which) return sql`b.id = ${which.bidId}`
  if ('since' in which) return sql`l.marketplace = ${which.siteId} and b.settled_at > ${new Date(which.since)}`
  return sql`b.tracked_auction_id = any(${which.trackedAuctionIds}::bigint[])`
}

/** From when on wins are listed, epoch ms. */
export const listedSince = (now: number): number => now - WIN.listedDays * 86_400_000

export type ReadingsRow = {
  readAt: number | null
  hasFailed: boolean
  isRefused: boolean
  isAsked: boolean
}

/** How the account's lists were read last. `readAt` is when both were. */
export async function findReadings(db: Db, accountId: number, siteId: string): Promise<ReadingsRow> {
  const { rows } = await sql<ReadingsRow>`
    select case when unpaid_read_at is not null and paid_read_at is not null
                then ${epochMs('least(unpaid_read_at, paid_read_at)')} end as "readAt",
           ${FAILED_LAST} as "hasFailed", login_refused and ${FAILED_LAST} as "isRefused",
           coalesce(asked_at > greatest(unpaid_read_at, unpaid_failed_at, '-infinity')
                    and asked_at > clock_timestamp() - ${ASKED_FOR}::interval, false) as "isAsked"
      from order_readings where account_id = ${accountId} and marketplace = ${siteId}`.execute(db)
  return rows[0] ?? { readAt: null, hasFailed: false, isRefused: false, isAsked: false }
}

/** A reading that does not come for so long is not awaited any more: the owner may ask again. */
const ASKED_FOR = '2 minutes'

const FAILED_LAST = sql`(coalesce(unpaid_failed_at > coalesce(unpaid_read_at, '-infinity'), false)
  or coalesce(paid_failed_at > coalesce(paid_read_at, '-infinity'), false))`
