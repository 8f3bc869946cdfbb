import { auctionDay, type Exposure, PERIODS, SITE_ZONE, spanOf, type Uses } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'
import { accountById } from '../identity/accounts/account-queries.ts'
import { siteNow } from '../marketplace/site-time.ts'
import type { Db, Tx } from '../platform/database/tables.ts'
import { limitsOf, refuseOver } from './stakes.ts'

/** What the bids of a day may cost. `day` has the form that the contract's `auctionDay` returns. */
export type DayUse = { day: string; spokenForCents: number; bids: number }

/** Not when the listing was closed: a bid on an item that the site misses waits for the announced end. */
const closesAt = sql`l.ends_at`
const closingDate = sql`(${closesAt} at time zone ${SITE_ZONE})::date`
const closingDay = sql<string>`to_char(${closingDate}, 'YYYY-MM-DD')`
const pendingMax = sql`(b.pending -> 'maxBidCents')::bigint`
const pendingAllIn = sql`(b.pending #> '{delivered,allInCents}')::bigint`
const bidCents = sql`case when b.status = 'won' then coalesce(b.final_price_cents, b.max_bid_cents)
                          else greatest(b.max_bid_cents, ${pendingMax}) end`
/** A bid with a delivered price counts with it, and once won with its price and no more costs than at its maximum. */
const costCents = sql`case when b.status = 'won'
                           then coalesce(b.final_price_cents, b.max_bid_cents) + coalesce(b.all_in_cents - b.max_bid_cents, 0)
                           else greatest(coalesce(b.all_in_cents, b.max_bid_cents),
                                         coalesce(${pendingAllIn}, ${pendingMax})) end`
/** What comes on top of the bid. */
const besidesCents = sql`greatest(b.all_in_cents - b.max_bid_cents, ${pendingAllIn} - ${pendingMax}, 0)`

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

/**
 * Returns what an account's bids may cost whose auctions close at the site from `first` on. A bid that can still win counts with
 * its maximum, or with a higher pending one, also while its outcome is not known; a won bid counts with its price. A bid that
 * is on its way into a group or out of it counts as a single one. `json` and dates, because every scheduling waits for this: with a
 * thousand bids `jsonb` and `to_char` take half as long again.
 */
export async function readUses(db: Db, accountId: number, first: string, exceptBidId?: number): Promise<Uses> {
  const isExcept = sql`b.id = ${exceptBidId ?? null}::bigint`
  const isSingle = sql`(b.group_id is null or coalesce(b.pending ? 'groupId', false))`
  const isOut = sql`(b.status <> 'pending' or b.group_granted_at is not null)`
  const { rows } = await sql<Uses>`
    select (select coalesce(json_agg(json_build_object('day', d.day, 'spoken_for', d.cents / 100.0, 'bids', d.bids)
                                      order by d.day), '[]')
              from (select ${closingDate} as day, sum(${costCents}) as cents, count(*) as bids
                      from bids b join listings l on l.id = b.listing_id
                     where b.account_id = ${accountId} and not coalesce(${isExcept}, false)
                       and (b.status = 'won' or b.status in ('pending', 'executed') and ${isSingle})
                       and ${closesAt} >= ${first}::timestamp at time zone ${SITE_ZONE}
                     group by 1) d) as days,
           (select coalesce(json_agg(json_build_object(
                     'id', g.id, 'name', g.name,
                     'wins_left', greatest(0, g.most_wins + g.extra_wins - w.wins),
                     'budget_left', case when g.budget_cents is not null then greatest(0, g.budget_cents - w.cents) / 100.0 end,
                     'stakes', s.stakes) order by g.id), '[]')
              from bid_groups g,
                   lateral (select count(*) as wins, coalesce(sum(coalesce(b.final_price_cents, b.max_bid_cents)), 0) as cents
                              from bids b where b.group_id = g.id and b.status = 'won') w,
                   lateral (select coalesce(json_agg(stake order by stake.bid_id), '[]') as stakes
                              from (select b.id as bid_id, ${closingDate} as day, ${costCents} / 100.0 as cost,
                                           ${besidesCents} / 100.0 as besides, ${isOut} as is_out
                                      from bids b join listings l on l.id = b.listing_id
                                     where b.group_id = g.id and not ${isSingle} and not coalesce(${isExcept}, false)
                                       and b.group_released_at is null
                                       and (b.status in ('pending', 'executed')
                                            or b.group_granted_at is not null and b.status in ('outbid', 'failed', 'auction_ended'))) stake) s
             where g.account_id = ${accountId} and g.deleted_at is null) as groups`.execute(db)
  return rows[0] ?? { days: [], groups: [] }
}

/** The first day of those of which a limit that covers this day needs to know. */
export const firstFor = (day: string) => [spanOf('week', day).first, spanOf('month', day).first].toSorted()[0] ?? day

/**
 * Throws `day_limit_reached`, `week_limit_reached` or `month_limit_reached` when a change of groups raises what bids may cost over a limit: `change` makes of what
 * they may cost what they may cost then. The caller holds the account's lock.
 */
export async function requireChangeWithinLimits(tx: Tx, accountId: number, now: number, change: (uses: Uses) => Uses) {
  const limits = limitsOf(await accountById(tx, accountId))
  if (PERIODS.every((period) => limits[period] === null)) return
  const before = await readUses(tx, accountId, firstFor(auctionDay(now)))
  const days = new Set(before.groups.flatMap(({ stakes }) => stakes.map(({ day }) => day)))
  refuseOver({ limits, others: before, before, after: change(before), bid: null, days: [...days], field: 'maxBid' })
}

/** The account's limits, and what its bids of this week, of this month and of later days may cost. */
export async function readExposure({ db, clock, marketplace }: Ctx, accountId: number): Promise<Exposure> {
  const limits = limitsOf(await accountById(db, accountId))
  const today = auctionDay(await siteNow(db, marketplace.id, clock))
  const { days, groups } = await readUses(db, accountId, firstFor(today))
  return {
    limits,
    today,
    days,
    groups: groups.filter(({ stakes }) => stakes.length > 0),
  }
}
