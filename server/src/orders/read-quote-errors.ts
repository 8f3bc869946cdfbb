import { learnMargin, type QuoteErrors } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'

/** Older wins tell little of what carriers ask now. */
const MAX_WINS = 100

/**
 * How far the shipping that the account paid lay above its quotes. Counts items whose shipping depended on the address, whose quote is
 * known, and that the site's list of paid orders has alone in their order, with their shipping.
 */
export async function readQuoteErrors({ db, marketplace }: Ctx, accountId: number): Promise<QuoteErrors> {
  const { rows } = await sql<{ quotedCents: number; paidCents: number }>`
    select coalesce((b.cost_basis -> 'quote' ->> 'shippingCents')::bigint, e.shipping_cents) as "quotedCents",
           o.shipping_cents as "paidCents"
      from bids b
      join listings l on l.id = b.listing_id
      join accounts a on a.id = b.account_id
      join orders o on (o.account_id, o.marketplace, o.auction_id) = (b.account_id, l.marketplace, l.auction_id)
      left join shipping_estimates e on e.listing_id = l.id and e.zip = a.shipping_zip
     where b.account_id = ${accountId} and l.marketplace = ${marketplace.id} and b.status = 'won' and b.deleted_at is null
       and o.paid and o.items_in_order = 1 and o.shipping_cents is not null and l.shipping_cents is null and not l.pickup_only
       and coalesce((b.cost_basis -> 'quote' ->> 'shippingCents')::bigint, e.shipping_cents) > 0
       and not coalesce((b.cost_basis ->> 'pickup')::boolean, false)
     order by b.settled_at desc, b.id desc limit ${MAX_WINS}`.execute(db)
  return learnMargin(rows)
}
