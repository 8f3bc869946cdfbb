import { auctionDay, type DayLimit, dayLimitFault, dollarsFromCents, SITE_ZONE } from '@bidwell/contract'
import { sql } from 'kysely'
import { accountById } from '../accounts/account-queries.ts'
import { siteNow } from '../marketplace/site-time.ts'
import type { BidRow, Db, Tx } from '../platform/database/tables.ts'
import { fieldError } from '../platform/errors.ts'
import type { BidDeps } from './await-change.ts'

/** How much of a day's limit its bids take. `day` has the form that the contract's `auctionDay` returns. */
export type DayUse = { day: string; spokenForCents: number; bids: number }

/**
 * Returns what an account's bids may cost, by the day on which their auctions close at the site. A bid that can still
 * win counts with its maximum, or with a higher pending one; a won bid counts with its price.
 */
async function dayUses(db: Db, accountId: number, exceptBidId: number | null = null): Promise<DayUse[]> {
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

/** The account's day limit, and how much of it the bids of today and of later days use. */
export async function readDayLimit({ db, clock, marketplace }: BidDeps, accountId: number): Promise<DayLimit> {
  const { day_limit_cents: limit } = await accountById(db, accountId)
  const today = auctionDay(await siteNow(db, marketplace.id, clock))
  const uses = (await dayUses(db, accountId)).filter(({ day }) => day >= today)
  const unusedToday = { day: today, spokenForCents: 0, bids: 0 }
  const days = uses.some(({ day }) => day === today) ? uses : [unusedToday, ...uses]
  return {
    limit: limit === null ? null : dollarsFromCents(limit),
    today,
    days: days.map(({ day, spokenForCents, bids }) => ({ day, spoken_for: dollarsFromCents(spokenForCents), bids })),
  }
}
