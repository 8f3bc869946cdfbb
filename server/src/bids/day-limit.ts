import { auctionDay, dayInWords, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import type { BidRow, Db, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { formatCents } from '../platform/money.ts'

/** What the bids of one day take of its limit. `day` as the contract's `auctionDay` gives it. */
export type DayUse = { day: string; spokenForCents: number; bids: number }

/**
 * What an account's bids may cost, by the day on which their auctions close at the site: a bid that may still be won
 * counts with its maximum, a wish to raise it included; one that was won with its price.
 */
export async function dayUses(db: Db, accountId: number, exceptBidId: number | null = null): Promise<DayUse[]> {
  const { rows } = await sql<DayUse>`
    select to_char(coalesce(l.closed_at, l.ends_at) at time zone 'America/Los_Angeles', 'YYYY-MM-DD') as day,
           sum(case when b.status = 'won' then coalesce(b.final_price_cents, b.max_bid_cents)
                    else greatest(b.max_bid_cents, b.pending_max_bid_cents) end)::bigint as "spokenForCents",
           count(*)::int as bids
      from bids b join listings l on l.id = b.listing_id
     where b.account_id = ${accountId} and b.status in ('pending', 'executed', 'won')
       and b.id is distinct from ${exceptBidId}::bigint
     group by 1 order by 1`.execute(db)
  return rows
}

type Commitment = {
  accountId: number
  maxBidCents: number
  /** Epoch ms on the site's clock. */
  endsAt: number
  /** The bid that this changes, if there is one. */
  standing: BidRow | null
}

/**
 * Throws `day_limit_reached` when a maximum would take its day's bids over the account's limit. The caller holds the
 * account's lock, so that two at once cannot both pass. What does not raise a bid that stands is never refused.
 */
export async function requireWithinDay(tx: Tx, { accountId, maxBidCents, endsAt, standing }: Commitment) {
  const stands = standing ? Math.max(standing.max_bid_cents, standing.pending_max_bid_cents ?? 0) : 0
  if (maxBidCents <= stands) return
  const { day_limit_cents: limit } = await tx
    .selectFrom('accounts')
    .select('day_limit_cents')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (limit === null) return

  const day = auctionDay(endsAt)
  const uses = await dayUses(tx, accountId, standing?.id)
  const taken = uses.find((use) => use.day === day)?.spokenForCents ?? 0
  if (taken + maxBidCents <= limit) return
  const message = messages.bid.overDayLimit({
    day: dayInWords(day),
    wouldBe: formatCents(taken + maxBidCents),
    limit: formatCents(limit),
    taken: formatCents(taken),
    left: taken < limit ? formatCents(limit - taken) : null,
  })
  throw new AppError('day_limit_reached', message, { details: [{ path: 'maxBid', message }] })
}
