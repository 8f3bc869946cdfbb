import { auctionDay, dayLimitFault, SITE_ZONE } from '@bidwell/contract'
import { sql } from 'kysely'
import type { BidRow, Db, Tx } from '../platform/database/tables.ts'
import { fieldError } from '../platform/errors.ts'

/** How much of a day's limit its bids take. `day` has the form that the contract's `auctionDay` returns. */
export type DayUse = { day: string; spokenForCents: number; bids: number }

/**
 * Returns what an account's bids may cost, by the day on which their auctions close at the site. A bid that can still
 * win counts with its maximum, or with a higher pending one; a won bid counts with its price.
 */
export async function dayUses(db: Db, accountId: number, exceptBidId: number | null = null): Promise<DayUse[]> {
  const { rows } = await sql<DayUse>`
    select to_char(coalesce(l.closed_at, l.ends_at) at time zone ${SITE_ZONE}, 'YYYY-MM-DD') as day,
           sum(case when b.status = 'won' then coalesce(b.final_price_cents, b.max_bid_cents)
                    else greatest(b.max_bid_cents, b.pending_max_bid_cents) end)::bigint as "spokenForCents",
           count(*)::int as bids
      from bids b join listings l on l.id = b.listing_id
     where b.account_id = ${accountId} and b.status in ('pending', 'executed', 'won')
       and b.id is distinct from ${exceptBidId}::bigint
     group by 1 order by 1`.execute(db)
  return rows
}

type NewMaximum = {
  accountId: number
  maxBidCents: number
  /** Epoch ms on the site's clock. */
  endsAt: number
  /** The bid that this maximum changes; null for a new bid. */
  existing: BidRow | null
}

/**
 * Throws `day_limit_reached` when a maximum takes the bids of its day over the account's limit. The caller holds the
 * account's lock, so two requests at once cannot both pass.
 */
export async function requireWithinDayLimit(tx: Tx, { accountId, maxBidCents, endsAt, existing }: NewMaximum) {
  const replacedCents = existing ? Math.max(existing.max_bid_cents, existing.pending_max_bid_cents ?? 0) : 0
  if (maxBidCents <= replacedCents) return
  const { day_limit_cents: limitCents } = await tx
    .selectFrom('accounts')
    .select('day_limit_cents')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (limitCents === null) return

  const day = auctionDay(endsAt)
  const otherBids = await dayUses(tx, accountId, existing?.id)
  const otherBidsCents = otherBids.find((use) => use.day === day)?.spokenForCents ?? 0
  const message = dayLimitFault({ day, limitCents, otherBidsCents, maxCents: maxBidCents, replacedCents })
  if (message !== null) throw fieldError('maxBid', message, 'day_limit_reached')
}
