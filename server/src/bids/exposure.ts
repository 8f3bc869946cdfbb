import {
  auctionDay,
  committedCents,
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

const closesAt = sql`coalesce(l.closed_at, l.ends_at)`
const closingDay = sql<string>`to_char(${closesAt} at time zone ${SITE_ZONE}, 'YYYY-MM-DD')`
const bidCents = sql`case when b.status = 'won' then coalesce(b.final_price_cents, b.max_bid_cents)
                          else greatest(b.max_bid_cents, b.pending_max_bid_cents) end`
/** A bid with a delivered price counts with it, and once won with its price and no more costs than at its maximum. */
const costCents = sql`case when b.status = 'won'
                           then coalesce(b.final_price_cents, b.max_bid_cents) + coalesce(b.all_in_cents - b.max_bid_cents, 0)
                           else greatest(coalesce(b.all_in_cents, b.max_bid_cents),
                                         coalesce(b.pending_all_in_cents, b.pending_max_bid_cents)) end`
/** What comes on top of the bid. */
const besidesCents = sql`greatest(b.all_in_cents - b.max_bid_cents, b.pending_all_in_cents - b.pending_max_bid_cents, 0)`

/**
 * Returns what the bids may cost that a token has scheduled or raised, by the day on which their auctions close at the site, from
 * `first` on, by their maximum alone. A bid in a group counts as every other.
 */
export async function dayUsesOfToken(
  db: Db,
  { accountId, apiTokenId, exceptBidId }: { accountId: number; apiTokenId: string; exceptBidId?: number | undefined },
  first: string,
): Promise<DayUse[]> {
  const { rows } = await sql<DayUse>`
    select ${closingDay} as day, sum(${bidCents})::bigint as "spokenForCents", count(*)::int as bids
      from bids b join listings l on l.id = b.listing_id
     where b.account_id = ${accountId} and b.status in ('pending', 'executed', 'won')
       and b.id is distinct from ${exceptBidId ?? null}::bigint and b.api_token_id = ${apiTokenId}::uuid
       and ${closesAt} >= ${first}::timestamp at time zone ${SITE_ZONE}
     group by 1 order by 1`.execute(db)
  return rows
}

/** What an account's bids may cost: by day those that won and the single ones, and the groups with their stakes. */
export type Uses = Pick<Exposure, 'days' | 'groups'>

/**
 * Returns what an account's bids may cost whose auctions close at the site from `first` on. A bid that can still win counts with
 * its maximum, or with a higher pending one, also while its outcome is not known; a won bid counts with its price. A bid that
 * is on its way into a group or out of it counts as a single one.
 */
async function readUses(db: Db, accountId: number, first: string, exceptBidId?: number): Promise<Uses> {
  const isExcept = sql`b.id = ${exceptBidId ?? null}::bigint`
  const isSingle = sql`(b.group_id is null or b.pending_leaves_group or b.pending_group_id is not null)`
  const isOut = sql`(b.status <> 'pending' or b.group_granted_at is not null)`
  const { rows } = await sql<Uses>`
    select (select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'spoken_for', d.cents / 100.0, 'bids', d.bids)
                                      order by d.day), '[]')
              from (select ${closingDay} as day, sum(${costCents}) as cents, count(*) as bids
                      from bids b join listings l on l.id = b.listing_id
                     where b.account_id = ${accountId} and not coalesce(${isExcept}, false)
                       and (b.status = 'won' or b.status in ('pending', 'executed') and ${isSingle})
                       and ${closesAt} >= ${first}::timestamp at time zone ${SITE_ZONE}
                     group by 1) d) as days,
           (select coalesce(jsonb_agg(jsonb_build_object(
                     'id', g.id, 'name', g.name,
                     'wins_left', greatest(0, g.most_wins + g.extra_wins - w.wins),
                     'budget_left', case when g.budget_cents is not null then greatest(0, g.budget_cents - w.cents) / 100.0 end,
                     'stakes', s.stakes) order by g.id), '[]')
              from bid_groups g,
                   lateral (select count(*) as wins, coalesce(sum(coalesce(b.final_price_cents, b.max_bid_cents)), 0) as cents
                              from bids b where b.group_id = g.id and b.status = 'won') w,
                   lateral (select coalesce(jsonb_agg(jsonb_build_object(
                                     'bid_id', b.id, 'day', ${closingDay}, 'cost', ${costCents} / 100.0,
                                     'besides', ${besidesCents} / 100.0, 'is_out', ${isOut})
                                   order by b.id), '[]') as stakes
                              from bids b join listings l on l.id = b.listing_id
                             where b.group_id = g.id and not ${isSingle} and not coalesce(${isExcept}, false)
                               and b.group_released_at is null
                               and (b.status in ('pending', 'executed')
                                    or b.group_granted_at is not null and b.status in ('outbid', 'failed', 'auction_ended'))) s
             where g.account_id = ${accountId} and g.deleted_at is null) as groups`.execute(db)
  return rows[0] ?? { days: [], groups: [] }
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
  /** The group that the bid is in from now on. Without it, as before. */
  groupId?: number | null | undefined
}

/**
 * Throws `day_limit_reached`, `week_limit_reached` or `month_limit_reached` when a maximum takes the bids of its day, week or month
 * over the account's limit. The caller holds the account's lock, so two requests at once cannot both pass.
 */
export async function requireWithinLimits(tx: Tx, maximum: NewMaximum) {
  const { accountId, maxBidCents, allInCents, endsAt, existing, groupId = existing?.group_id ?? null } = maximum
  const wanted = { cents: allInCents ?? maxBidCents, besidesCents: (allInCents ?? maxBidCents) - maxBidCents }
  const replaced = existing ? stakeOf(existing) : { cents: 0, besidesCents: 0 }
  if (wanted.cents <= replaced.cents && groupId === (existing?.group_id ?? null)) return
  const limits = limitsOf(await accountById(tx, accountId))
  if (!hasLimit(limits)) return

  const day = auctionDay(endsAt)
  const others = await readUses(tx, accountId, firstFor(day), existing?.id)
  const before = existing ? withBid(others, { day, ...replaced, groupId: existing.group_id }) : others
  const after = withBid(others, { day, ...wanted, groupId })
  refuseOver(limits, { others, before, after, days: [day], field: allInCents === null ? 'maxBid' : 'allIn' })
}

type Limits = Record<Period, number | null>
const hasLimit = (limits: Limits) => PERIODS.some((period) => limits[period] !== null)

/**
 * Throws as `requireWithinLimits` does when a change of groups raises what bids may cost over a limit: `change` makes of what
 * they may cost what they may cost then. The caller holds the account's lock.
 */
export async function requireChangeWithinLimits(tx: Tx, accountId: number, now: number, change: (uses: Uses) => Uses) {
  const limits = limitsOf(await accountById(tx, accountId))
  if (!hasLimit(limits)) return
  const before = await readUses(tx, accountId, firstFor(auctionDay(now)))
  const days = new Set(before.groups.flatMap(({ stakes }) => stakes.map(({ day }) => day)))
  refuseOver(limits, { others: before, before, after: change(before), days: [...days], field: 'maxBid' })
}

type Comparison = {
  /** Without the bid that changes. */ others: Uses
  before: Uses
  after: Uses
  days: readonly string[]
  field: 'maxBid' | 'allIn'
}

/** What raises nothing is never refused. */
function refuseOver(limits: Limits, { others, before, after, days, field }: Comparison) {
  for (const day of days)
    for (const period of PERIODS) {
      const limitCents = limits[period]
      if (limitCents === null) continue
      const otherBidsCents = committedCents(others, period, day)
      const message = spendingFault({
        period,
        day,
        limitCents,
        otherBidsCents,
        maxCents: committedCents(after, period, day) - otherBidsCents,
        replacedCents: committedCents(before, period, day) - otherBidsCents,
      })
      if (message !== null) throw fieldError(field, message, `${period}_limit_reached`)
    }
}

type AddedBid = { day: string; cents: number; besidesCents: number; groupId: number | null }

/** With one bid more. */
function withBid({ days, groups }: Uses, { day, cents, besidesCents, groupId }: AddedBid): Uses {
  const dollars = dollarsFromCents(cents)
  if (groupId === null) return { days: [...days, { day, spoken_for: dollars, bids: 1 }], groups }
  const stake = { bid_id: 0, day, cost: dollars, besides: dollarsFromCents(besidesCents), is_out: false }
  return { days, groups: groups.map((it) => (it.id === groupId ? { ...it, stakes: [...it.stakes, stake] } : it)) }
}

/** The most that a pending bid can come to as it is. */
export const replacedCents = (bid: BidRow): number => Math.max(bid.max_bid_cents, bid.pending_max_bid_cents ?? 0)

/** The most that a pending bid can cost as it is: delivered, where it was set by that. */
function stakeOf(bid: BidRow): { cents: number; besidesCents: number } {
  const { max_bid_cents: max, all_in_cents: allIn, pending_max_bid_cents, pending_all_in_cents: pendingAllIn } = bid
  const pendingMax = pending_max_bid_cents ?? 0
  return {
    cents: Math.max(allIn ?? max, pendingAllIn ?? pendingMax),
    besidesCents: Math.max((allIn ?? max) - max, (pendingAllIn ?? pendingMax) - pendingMax),
  }
}

/** A pending bid as it is, as a maximum that it could have in another group. */
export function standingMaximum(bid: BidRow): Pick<NewMaximum, 'maxBidCents' | 'allInCents'> {
  const { cents, besidesCents } = stakeOf(bid)
  return { maxBidCents: cents - besidesCents, allInCents: besidesCents === 0 ? null : cents }
}

/** The account's limits, and what its bids of this week, of this month and of later days may cost. */
export async function readExposure({ db, clock, marketplace }: BidDeps, accountId: number): Promise<Exposure> {
  const limits = limitsOf(await accountById(db, accountId))
  const today = auctionDay(await siteNow(db, marketplace.id, clock))
  const { days, groups } = await readUses(db, accountId, firstFor(today))
  return {
    limits: {
      day: dollarsOrNull(limits.day),
      week: dollarsOrNull(limits.week),
      month: dollarsOrNull(limits.month),
    },
    today,
    days,
    groups: groups.filter(({ stakes }) => stakes.length > 0),
  }
}
