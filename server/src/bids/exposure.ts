import {
  auctionDay,
  dollarsFromCents,
  dollarsOrNull,
  type Exposure,
  type Period,
  PERIODS,
  SITE_ZONE,
  spanOf,
  spendingFault,
} from '@bidwell/contract'
import { sql } from 'kysely'
import { accountById } from '../accounts/account-queries.ts'
import { siteNow } from '../marketplace/site-time.ts'
import type { AccountRow, BidRow, Db, Tx } from '../platform/database/tables.ts'
import { fieldError } from '../platform/errors.ts'
import type { BidDeps } from './await-change.ts'

/** What the bids of a day may cost. `day` has the form that the contract's `auctionDay` returns. */
export type DayUse = { day: string; spokenForCents: number; bids: number }

const limitsOf = ({
  day_limit_cents,
  week_limit_cents,
  month_limit_cents,
}: AccountRow): Record<Period, number | null> => ({
  day: day_limit_cents,
  week: week_limit_cents,
  month: month_limit_cents,
})

/**
 * Returns what an account's bids may cost, by the day on which their auctions close at the site, from `first` on. A bid that can
 * still win counts with its maximum, or with a higher pending one, also while its outcome is not known; a won bid counts with
 * its price. A bid with a delivered price counts with it, and once won with its price and no more costs than at its maximum. With a
 * token, only the bids that it scheduled or raised, by their maximum alone.
 */
export async function dayUses(
  db: Db,
  accountId: number,
  first: string,
  { exceptBidId, apiTokenId }: { exceptBidId?: number | undefined; apiTokenId?: string } = {},
): Promise<DayUse[]> {
  const isOfToken = apiTokenId !== undefined
  const besides = isOfToken ? sql`0` : sql`coalesce(b.all_in_cents - b.max_bid_cents, 0)`
  const all = (prefix: '' | 'pending_') =>
    isOfToken
      ? sql.raw(`b.${prefix}max_bid_cents`)
      : sql.raw(`coalesce(b.${prefix}all_in_cents, b.${prefix}max_bid_cents)`)
  const closesAt = sql`coalesce(l.closed_at, l.ends_at)`
  const { rows } = await sql<DayUse>`
    select to_char(${closesAt} at time zone ${SITE_ZONE}, 'YYYY-MM-DD') as day,
           sum(case when b.status = 'won' then coalesce(b.final_price_cents, b.max_bid_cents) + ${besides}
                    else greatest(${all('')}, ${all('pending_')}) end)::bigint as "spokenForCents",
           count(*)::int as bids
      from bids b join listings l on l.id = b.listing_id
     where b.account_id = ${accountId} and b.status in ('pending', 'executed', 'won')
       and b.id is distinct from ${exceptBidId ?? null}::bigint
       and (${apiTokenId ?? null}::uuid is null or b.api_token_id = ${apiTokenId ?? null}::uuid)
       and ${closesAt} >= ${first}::timestamp at time zone ${SITE_ZONE}
     group by 1 order by 1`.execute(db)
  return rows
}

/** The first day of those of which a limit that covers this day needs to know. */
const firstFor = (day: string) => [spanOf('week', day).first, spanOf('month', day).first].toSorted()[0] ?? day

export type NewMaximum = {
  accountId: number
  maxBidCents: number
  /** What the bid costs at the door, where it was set by that; else null. */
  allInCents: number | null
  /** Epoch ms on the site's clock. */
  endsAt: number
  /** The bid that this maximum changes; null for a new bid. */
  existing: BidRow | null
}

/**
 * Throws `day_limit_reached`, `week_limit_reached` or `month_limit_reached` when a maximum takes the bids of its day, week or month
 * over the account's limit. The caller holds the account's lock, so two requests at once cannot both pass.
 */
export async function requireWithinLimits(
  tx: Tx,
  { accountId, maxBidCents, allInCents, endsAt, existing }: NewMaximum,
) {
  const replaced = existing ? committedCents(existing) : 0
  const maxCents = allInCents ?? maxBidCents
  if (maxCents <= replaced) return
  const limits = limitsOf(await accountById(tx, accountId))
  if (PERIODS.every((period) => limits[period] === null)) return

  const day = auctionDay(endsAt)
  const otherBids = await dayUses(tx, accountId, firstFor(day), { exceptBidId: existing?.id })
  for (const period of PERIODS) {
    const limitCents = limits[period]
    if (limitCents === null) continue
    const { first, last } = spanOf(period, day)
    const otherBidsCents = otherBids
      .filter((use) => first <= use.day && use.day <= last)
      .reduce((sum, { spokenForCents }) => sum + spokenForCents, 0)
    const message = spendingFault({
      period,
      day,
      limitCents,
      otherBidsCents,
      maxCents,
      replacedCents: replaced,
    })
    if (message !== null) throw fieldError(allInCents === null ? 'maxBid' : 'allIn', message, `${period}_limit_reached`)
  }
}

/** The most that a pending bid can come to as it is. */
export const replacedCents = (bid: BidRow): number => Math.max(bid.max_bid_cents, bid.pending_max_bid_cents ?? 0)

/** The most that a pending bid can cost as it is: delivered, where it was set by that. */
const committedCents = (bid: BidRow): number =>
  Math.max(bid.all_in_cents ?? bid.max_bid_cents, bid.pending_all_in_cents ?? bid.pending_max_bid_cents ?? 0)

/** The account's limits, and what its bids of this week, of this month and of later days may cost. */
export async function readExposure({ db, clock, marketplace }: BidDeps, accountId: number): Promise<Exposure> {
  const limits = limitsOf(await accountById(db, accountId))
  const today = auctionDay(await siteNow(db, marketplace.id, clock))
  const days = await dayUses(db, accountId, firstFor(today))
  return {
    limits: {
      day: dollarsOrNull(limits.day),
      week: dollarsOrNull(limits.week),
      month: dollarsOrNull(limits.month),
    },
    today,
    days: days.map(({ day, spokenForCents, bids }) => ({ day, spoken_for: dollarsFromCents(spokenForCents), bids })),
  }
}
