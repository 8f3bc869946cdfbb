import { type api, type HistoryResult, type Query, SITE_ZONE } from '@bidwell/contract'
import { type RawBuilder, sql } from 'kysely'
import { closingPrice } from '../bidding/bid-queries.ts'
import type { Db } from '../platform/database/tables.ts'
import type { HistoryCursor } from './history-cursor.ts'

/** What `historyResultOf` says, of the bid `b`. A test compares the two. */
export const resultOfBid = sql<HistoryResult>`case
  when b.status in ('won', 'lost', 'outbid') then b.status
  when b.status in ('failed', 'auction_ended') then 'not_placed'
  when b.status = 'cancelled' and b.outcome = 'paused' then 'not_placed'
  when b.status = 'cancelled' then 'cancelled'
  when b.status = 'executed' and b.outcome = 'unresolved' then 'unknown'
  else 'open' end`

/**
 * The account's history: each bid that was sent or is over, and each auction that ended without any bid while the account
 * tracked it: removing it later from the dashboard keeps its row. Bids and auctions have numbers of their own, so that the
 * rows are told apart by even and odd ones. Items of the site's file that no bid has won have their item numbers, below zero.
 *
 * Of a won item, the file outweighs the lists of orders: it has what else was paid.
 */
const entriesOf = (accountId: number) => sql`
  select b.id * 2 as id, b.id as bid_id, b.tracked_auction_id, ${resultOfBid} as result,
         least(l.ends_at, b.settled_at) as at, b.max_bid_cents, ${closingPrice} as final_price_cents,
         l.marketplace, l.auction_id, l.title, l.seller, l.image_urls[1] as image_url, t.note, t.labels,
         coalesce(p.order_id, o.order_id) as order_id, coalesce(p.items_in_order, o.items_in_order) as items_in_order, p.ordered_on,
         coalesce(p.paid_on, (o.paid_seen_at at time zone ${SITE_ZONE})::date) as paid_on, p.shipped_on,
         coalesce(o.tracking_number, p.tracking_number) as tracking_number, coalesce(p.price_cents, o.price_cents, b.final_price_cents) as cost_cents,
         coalesce(p.shipping_cents, o.shipping_cents) as shipping_cents, coalesce(p.handling_cents, o.handling_cents) as handling_cents,
         coalesce(p.tax_cents, o.tax_cents) as tax_cents, p.additional_fee_cents, p.donation_cents
    from bids b join listings l on l.id = b.listing_id join tracked_auctions t on t.id = b.tracked_auction_id
    left join orders o on b.status = 'won' and (o.account_id, o.marketplace, o.auction_id) = (b.account_id, l.marketplace, l.auction_id)
    left join past_orders p on b.status = 'won' and (p.account_id, p.marketplace, p.auction_id) = (b.account_id, l.marketplace, l.auction_id)
   where b.account_id = ${accountId} and b.deleted_at is null
     and (b.status <> 'pending' or b.locked_in_at is not null)
  union all
  select t.id * 2 + 1, null, t.id, 'no_bid',
         least(l.ends_at, l.closed_at), null, case when l.closed_reason = 'ended' and l.bid_count > 0 then l.current_price_cents end,
         l.marketplace, l.auction_id, l.title, l.seller, l.image_urls[1], t.note, t.labels, null, null, null, null, null, null, null, null, null, null, null, null
    from tracked_auctions t join listings l on l.id = t.listing_id
   where t.account_id = ${accountId} and t.deleted_at is null
     and l.closed_at is not null and (t.removed_at is null or t.removed_at >= l.closed_at)
     and not exists (select from bids b where b.tracked_auction_id = t.id)
     -- Bought at the site itself: the file has it as won.
     and not exists (select from past_orders p where (p.account_id, p.marketplace, p.auction_id) = (t.account_id, l.marketplace, l.auction_id))
  union all
  select -p.auction_id::bigint, null, null, 'won', p.ended_at, null, p.price_cents,
         p.marketplace, p.auction_id, coalesce(l.title, p.title), p.seller, l.image_urls[1], '', '{}', p.order_id, p.items_in_order, p.ordered_on,
         p.paid_on, p.shipped_on, p.tracking_number, p.price_cents, p.shipping_cents, p.handling_cents, p.tax_cents,
         p.additional_fee_cents, p.donation_cents
    from past_orders p left join listings l on (l.marketplace, l.auction_id) = (p.marketplace, p.auction_id)
   where p.account_id = ${accountId}
     and not exists (select from bids b where (b.account_id, b.listing_id, b.status) = (p.account_id, l.id, 'won'))`

export type HistoryFilter = { results: readonly string[] | null; sold: 'yes' | 'no' | null; search: string }

/** The entries with what each cost, and what was noted of its sale. */
const withSales = (accountId: number) => sql`
  select e.*, s.auction_id is not null as is_noted, s.sold_for_cents, s.fees_cents, s.sold_on, s.sold_at, s.refund_cents,
         s.sold_for_cents - s.fees_cents - e.total_cents + coalesce(s.refund_cents, 0) as profit_cents,
         -- Given back in full, it is not there to be sold.
         case when e.result = 'won' and s.sold_for_cents is not null then 'yes'
              when e.result = 'won' and coalesce(s.refund_cents < coalesce(e.total_cents, e.cost_cents), true) then 'no' end as sold
    from (select f.*, cost_cents + shipping_cents + handling_cents + tax_cents + coalesce(additional_fee_cents, 0) + coalesce(donation_cents, 0)
                 as total_cents from (${entriesOf(accountId)}) f) e
    left join sales s on e.result = 'won' and (s.account_id, s.marketplace, s.auction_id) = (${accountId}, e.marketplace, e.auction_id)`

/** The rows that a filter leaves, each with what was paid and with its margin. */
function filteredEntries(accountId: number, { results, sold, search }: HistoryFilter) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return sql`
    select e.*, date_trunc('milliseconds', e.at) as ms, case when e.result = 'won' then e.final_price_cents end as paid_cents,
           case when e.result <> 'won' or e.final_price_cents <= e.max_bid_cents
                then e.max_bid_cents - e.final_price_cents end as margin_cents
      from (${withSales(accountId)}) e
     where (${sold}::text is null or e.sold = ${sold}::text) and (${results}::text[] is null or e.result = any(${results}::text[]))
       and (e.auction_id = ${search.trim()}
            or (select coalesce(bool_and(position(word in lower(concat_ws(' ', e.title, e.note, array_to_string(e.labels, ' ')))) > 0), true)
                  from unnest(${words}::text[]) word))`
}

export type HistoryRow = {
  id: number
  bid_id: number | null
  tracked_auction_id: number | null
  result: HistoryResult
  at: Date
  auction_id: string
  title: string
  seller: string | null
  note: string
  labels: string[]
  image_url: string | null
  max_bid_cents: number | null
  final_price_cents: number | null
  paid_cents: number | null
  margin_cents: number | null
  /** What the site's lists of orders, or its file, say of a won item; the total only when they tell every part of it. Days are texts. */
  order_id: string | null
  items_in_order: number | null
  ordered_on: string | null
  paid_on: string | null
  shipped_on: string | null
  tracking_number: string | null
  shipping_cents: number | null
  handling_cents: number | null
  tax_cents: number | null
  additional_fee_cents: number | null
  donation_cents: number | null
  total_cents: number | null
  /** What its owner noted of a won item. */
  is_noted: boolean
  sold_for_cents: number | null
  fees_cents: number | null
  sold_on: string | null
  sold_at: string | null
  refund_cents: number | null
  profit_cents: number | null
  /** The row's value in the column by which the list is sorted. */
  key: number | string
}

export type HistorySort = NonNullable<Query<typeof api.listHistory>['sort']>
export type HistoryOrder = { sort: HistorySort; direction: 'asc' | 'desc' }

const ORDER_OF_RESULTS = {
  open: 1,
  won: 2,
  lost: 3,
  outbid: 4,
  not_placed: 5,
  unknown: 6,
  cancelled: 7,
  no_bid: 8,
} as const satisfies Record<HistoryResult, number>
const FARTHEST = Number.MAX_SAFE_INTEGER

/** The value by which rows are sorted. What is not known comes last, whichever way the list is sorted. */
function keyOf({ sort, direction }: HistoryOrder): RawBuilder<number | string> {
  const last = direction === 'asc' ? FARTHEST : -FARTHEST
  switch (sort) {
    case 'date':
      return sql`(extract(epoch from e.ms) * 1000)::bigint`
    case 'item':
      return sql`left(lower(e.title), 60) collate "C"`
    case 'result':
      return sql`(${JSON.stringify(ORDER_OF_RESULTS)}::jsonb ->> e.result)::int`
    case 'paid':
      return sql`coalesce(e.paid_cents, ${last}::bigint)`
    case 'max':
      return sql`coalesce(e.max_bid_cents, ${last}::bigint)`
    case 'margin':
      return sql`coalesce(e.margin_cents, ${last}::bigint)`
  }
}

export const keyTypeOf = (sort: HistorySort) => (sort === 'item' ? 'string' : 'number')

export type HistoryPage = HistoryFilter & HistoryOrder & { after: HistoryCursor | null; limit: number }

/** Returns up to `limit` rows that follow the cursor. */
export async function findHistory(db: Db, accountId: number, page: HistoryPage): Promise<HistoryRow[]> {
  const { sort, direction, after, limit } = page
  const order = sql.raw(direction)
  const beyond = sql.raw(direction === 'asc' ? '>' : '<')
  const type = sql.raw(keyTypeOf(sort) === 'string' ? 'text' : 'bigint')
  const { rows } = await sql<HistoryRow>`
    select * from (
      select e.id, e.bid_id, e.tracked_auction_id, e.result, e.ms as at, e.auction_id, e.title, e.seller, e.image_url, e.note, e.labels,
             e.order_id, e.items_in_order, e.ordered_on::text, e.paid_on::text, e.shipped_on::text, e.tracking_number,
             e.additional_fee_cents, e.donation_cents, e.is_noted, e.sold_for_cents, e.fees_cents, e.sold_on::text, e.sold_at, e.refund_cents, e.profit_cents,
             e.max_bid_cents, e.final_price_cents, e.paid_cents, e.margin_cents, e.shipping_cents, e.handling_cents, e.tax_cents, e.total_cents,
             ${keyOf(page)} as key
        from (${filteredEntries(accountId, page)}) e) sorted
     ${after === null ? sql`` : sql`where (key, id) ${beyond} (${after.key}::${type}, ${after.id}::bigint)`}
     order by key ${order}, id ${order} limit ${limit}`.execute(db)
  return rows
}

export type HistorySums = {
  /** `2026-11`; null for all months together. */
  month: string | null
  entries: number
  won: number
  decided: number
  spent_cents: number
  saved_cents: number
  unpriced: number
  /** What the won items cost in all, of those of which the site has told it, and how many those are. */
  cost_cents: number
  costed: number
  read_in: number
  sold: number
  profit_cents: number
  profited: number
}

/** The sums of each month, latest first, and those of all months together. What was sold counts in the month of its sale. */
export async function sumHistory(db: Db, accountId: number, filter: HistoryFilter): Promise<HistorySums[]> {
  const { rows } = await sql<HistorySums>`
    with dated as (
      select e.*, to_char(e.at at time zone ${SITE_ZONE}, 'YYYY-MM') as month, to_char(e.sold_on, 'YYYY-MM') as sold_in
        from (${filteredEntries(accountId, filter)}) e),
    ended as (
    select coalesce(month, '') as month, count(*)::int as entries,
           (count(*) filter (where result = 'won'))::int as won,
           (count(*) filter (where result in ('won', 'lost', 'outbid', 'not_placed')))::int as decided,
           coalesce(sum(paid_cents), 0)::bigint as spent_cents,
           coalesce(sum(margin_cents) filter (where result = 'won'), 0)::bigint as saved_cents,
           (count(*) filter (where result = 'won' and paid_cents is null))::int as unpriced,
           coalesce(sum(total_cents), 0)::bigint as cost_cents, count(total_cents)::int as costed,
           (count(*) filter (where result = 'won' and bid_id is null))::int as read_in
      from dated group by rollup (month)),
    sales as (
      select coalesce(sold_in, '') as month, count(*)::int as sold, coalesce(sum(profit_cents), 0)::bigint as profit_cents,
             count(profit_cents)::int as profited
        from dated where sold_for_cents is not null group by rollup (sold_in))
    select nullif(month, '') as month, coalesce(entries, 0) as entries, coalesce(won, 0) as won, coalesce(decided, 0) as decided,
           coalesce(spent_cents, 0) as spent_cents, coalesce(saved_cents, 0) as saved_cents, coalesce(unpriced, 0) as unpriced,
           coalesce(cost_cents, 0) as cost_cents, coalesce(costed, 0) as costed, coalesce(read_in, 0) as read_in,
           coalesce(sold, 0) as sold, coalesce(profit_cents, 0) as profit_cents, coalesce(profited, 0) as profited
      from ended full join sales using (month) order by nullif(month, '') desc nulls first`.execute(db)
  return rows
}
