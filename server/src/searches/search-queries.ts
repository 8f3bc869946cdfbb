import { SEARCH } from '@bidwell/contract'
import { sql } from 'kysely'
import type { FoundItem, SiteSearch } from '../marketplace/marketplace.ts'
import type { Db } from '../platform/database/tables.ts'

/** A search of a user, with what the site is asked for. Instants are epoch ms. */
export type SearchRow = {
  id: number
  accountId: number
  siteSearchId: number
  words: string
  maxPriceCents: number | null
  categoryId: string | null
  categoryName: string | null
  sellerId: string | null
  sellerName: string | null
  delivery: SiteSearch['delivery']
  watchedSince: number | null
  lastRunAt: number | null
  failure: 'too_many' | 'site' | null
}

const epochMs = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`)

/** The searches of an account, of a search at the site, or one of an account. Oldest first. */
export async function findSearches(
  db: Db,
  which: { accountId: number; id?: number } | { siteSearchId: number },
): Promise<SearchRow[]> {
  const condition =
    'siteSearchId' in which
      ? sql`w.site_search_id = ${which.siteSearchId}`
      : sql`w.account_id = ${which.accountId} and (${which.id ?? null}::bigint is null or w.id = ${which.id ?? null})`
  const { rows } = await sql<SearchRow>`
    select w.id, w.account_id as "accountId", w.site_search_id as "siteSearchId", w.words,
           s.max_price_cents as "maxPriceCents", s.category_id as "categoryId", w.category_name as "categoryName",
           s.seller_id as "sellerId", w.seller_name as "sellerName", s.delivery,
           ${epochMs('w.watched_since')} as "watchedSince", ${epochMs('s.last_run_at')} as "lastRunAt", s.failure
      from searches w join site_searches s on s.id = w.site_search_id
     where ${condition} order by w.id`.execute(db)
  return rows
}

/** An item that runs have found, with the last close of the same title of the same seller before it. Instants are epoch ms. */
export type FoundRow = FoundItem & {
  siteSearchId: number
  foundAt: number
  before: { priceCents: number; bidCount: number; endedAt: number } | null
}

/** The items of searches at the site that are open at an instant, newest finds first; of `isNews` those that no run has told yet. */
export async function findOpenItems(
  db: Db,
  siteSearchIds: readonly number[],
  { at, isNews = false }: { at: number; isNews?: boolean },
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select f.site_search_id as "siteSearchId", f.auction_id as "auctionId", f.title, f.seller_id as "sellerId",
           f.category_id as "categoryId", f.category, f.image_url as "imageUrl", f.price_cents as "priceCents",
           f.bid_count as "bidCount", ${epochMs('f.ends_at')} as "endsAt", ${epochMs('f.found_at')} as "foundAt", b.before
      from found_items f
      left join lateral (
        select jsonb_build_object('priceCents', e.price_cents, 'bidCount', e.bid_count, 'endedAt', ${epochMs('e.ends_at')}) as before
          from found_items e
         where e.site_search_id = f.site_search_id and e.seller_id = f.seller_id and lower(e.title) = lower(f.title)
           and e.auction_id <> f.auction_id and e.ends_at <= f.found_at
         order by e.ends_at desc limit 1) b on true
     where f.site_search_id = any(${siteSearchIds}::bigint[]) and f.ends_at > ${new Date(at)}
       and (not f.is_told or not ${isNews})
     order by f.found_at desc, f.ends_at, f.auction_id`.execute(db)
  return rows
}

/** A search at the site that is run next, and the page that is read. */
export type DuePage = { id: number; page: number; triedAt: Date | null } & Omit<
  SiteSearch,
  'among' | 'page' | 'words'
> & {
    words: string
  }

/** A run in progress goes on; else the search that was read longest ago is next. */
const IN_TURN = sql`(s.next_page > 1) desc, s.tried_at nulls first, s.id`
const IS_WATCHED = sql`exists (select from searches w where w.site_search_id = s.id)`

/** The page that is read next; null: nobody looks for anything. */
export async function findDuePage(db: Db, siteId: string): Promise<DuePage | null> {
  const { rows } = await sql<DuePage>`
    select s.id, s.next_page as page, s.tried_at as "triedAt", s.words, s.max_price_cents as "maxPriceCents",
           s.category_id as "categoryId", s.seller_id as "sellerId", s.delivery
      from site_searches s where s.marketplace = ${siteId} and ${IS_WATCHED} order by ${IN_TURN} limit 1`.execute(db)
  return rows[0] ?? null
}

/** How many pages are read before each search has its turn, by the number of the search at the site. */
export async function countPagesBefore(db: Db, siteId: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; before: number }>`
    select id, (sum(pages) over (order by place) - pages)::int as before
      from (select s.id, row_number() over (order by ${IN_TURN}) as place,
                   greatest(1, ceil(least(coalesce(s.found, 0), ${SEARCH.maxHits}) / ${SEARCH.pageRows}::float8) - (s.next_page - 1)) as pages
              from site_searches s where s.marketplace = ${siteId} and ${IS_WATCHED}) in_turn`.execute(db)
  return new Map(rows.map(({ id, before }) => [id, before]))
}

/** The names of sellers by the site's numbers, as items that were read have told them. */
export async function findSellerNames(db: Db, siteId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select wanted.number as id, known.seller as name
      from unnest(${[...new Set(ids)]}::text[]) as wanted (number)
     cross join lateral (select seller from listings
                          where marketplace = ${siteId} and seller_id = wanted.number and seller is not null
                          limit 1) known`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Those of some items that an account tracks. */
export async function findTracked(db: Db, siteId: string, accountId: number, auctionIds: readonly string[]) {
  const rows = await db
    .selectFrom('tracked_auctions as t')
    .innerJoin('listings as l', 'l.id', 't.listing_id')
    .select('l.auction_id')
    .where('t.account_id', '=', accountId)
    .where('t.removed_at', 'is', null)
    .where('l.marketplace', '=', siteId)
    .where('l.auction_id', 'in', [...auctionIds, ''])
    .execute()
  return new Set(rows.map(({ auction_id }) => auction_id))
}
