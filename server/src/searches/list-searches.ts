import {
  type api,
  type Data,
  dollarsFromCents,
  dollarsOrNull,
  matchTitle,
  messages,
  type NewSearch,
  readSearchText,
  SEARCH,
  type SearchHit,
  type WireSearch,
} from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import type { FoundItem } from '../marketplace/marketplace.ts'
import { siteNow } from '../marketplace/site-time.ts'
import { AppError } from '../platform/errors.ts'
import { askSite, readRefusal } from './ask-site.ts'
import { readWanted } from './read-wanted.ts'
import {
  countPagesBefore,
  findOpenItems,
  findSearches,
  findSellerNames,
  findTracked,
  type FoundRow,
  type SearchRow,
} from './search-queries.ts'

export async function listSearches(ctx: Ctx, accountId: number): Promise<Data<typeof api.listSearches>> {
  const refusedUntil = await readRefusal(ctx)
  const read = await readSearches(ctx, await findSearches(ctx.db, { accountId }))
  return { searches: read.map(({ search }) => search), refused_until: refusedUntil === null ? null : iso(refusedUntil) }
}

/** Throws `not_found` for a search that is another account's. */
export async function getSearch(ctx: Ctx, accountId: number, id: number): Promise<WireSearch> {
  return (await readOne(ctx, accountId, id)).search
}

/** Throws `not_found` for a search that is another account's. */
export async function readSearch(ctx: Ctx, accountId: number, id: number): Promise<Data<typeof api.readSearch>> {
  const { search, row, found } = await readOne(ctx, accountId, id)
  const ids = found.map(({ auctionId }) => auctionId)
  const tracked = await findTracked(ctx.db, ctx.marketplace.id, accountId, ids)
  const present = await presenter(ctx, found)
  const items = found.map((item): SearchHit => ({
    ...present(item),
    new_since: isNew(item, row) ? iso(item.foundAt) : null,
    listed_before: item.before && {
      price: dollarsFromCents(item.before.priceCents),
      bid_count: item.before.bidCount,
      ended_at: iso(item.before.endedAt),
    },
    is_tracked: tracked.has(item.auctionId),
  }))
  return { search, items }
}

/** Reads the first page of what the site finds. Throws as `askSite` does, and `rule_broken` for a search that breaks a rule. */
export async function trySearch(ctx: Ctx, accountId: number, input: NewSearch): Promise<Data<typeof api.trySearch>> {
  const page = await askSite(ctx, { by: 'user', accountId }, { ...readWanted(input), page: 1 })
  const present = await presenter(ctx, page.items)
  return { items: page.items.map(present), found: page.count }
}

async function readOne(ctx: Ctx, accountId: number, id: number) {
  const [read] = await readSearches(ctx, await findSearches(ctx.db, { accountId, id }))
  if (!read) throw new AppError('not_found', messages.search.notFound)
  return read
}

async function readSearches(ctx: Ctx, rows: readonly SearchRow[]) {
  const { db, clock, marketplace } = ctx
  const ids = rows.map(({ siteSearchId }) => siteSearchId)
  const at = await siteNow(db, marketplace.id, clock)
  const items = Map.groupBy(await findOpenItems(db, ids, { at }), ({ siteSearchId }) => siteSearchId)
  const before = await countPagesBefore(db, marketplace.id)
  const isPaused = !ctx.hasSearches || (await readRefusal(ctx)) !== null
  return rows.map((row) => {
    const found = matching(row, items.get(row.siteSearchId) ?? [])
    const nextRunAt = firstTurnAfter(clock.now()) + (before.get(row.siteSearchId) ?? 0) * SEARCH.everyMs
    const search: WireSearch = {
      id: row.id,
      words: row.words,
      max_price: dollarsOrNull(row.maxPriceCents),
      category: row.categoryId === null ? null : { id: row.categoryId, name: row.categoryName ?? row.categoryId },
      seller: row.sellerId === null ? null : { id: row.sellerId, name: row.sellerName ?? row.sellerId },
      delivery: row.delivery,
      last_run_at: row.lastRunAt === null ? null : iso(row.lastRunAt),
      next_run_at: isPaused ? null : iso(nextRunAt),
      hits: found.length,
      new_hits: found.filter((item) => isNew(item, row)).length,
      failure: row.failure,
    }
    return { search, row, found }
  })
}

/** Those of some items whose titles a search matches. */
export function matching(row: Pick<SearchRow, 'words'>, items: readonly FoundRow[]): FoundRow[] {
  const { terms } = readSearchText(row.words)
  return terms === null ? [] : items.filter(({ title }) => matchTitle(terms, title) !== null)
}

const isNew = ({ foundAt }: FoundRow, { watchedSince }: SearchRow) => watchedSince !== null && foundAt > watchedSince

/** The schedule of the jobs reads a page whenever so many ms of the epoch have passed. */
const firstTurnAfter = (now: number) => Math.ceil(now / SEARCH.everyMs) * SEARCH.everyMs

async function presenter({ db, marketplace }: Ctx, items: readonly FoundItem[]) {
  const sellers = items.map(({ sellerId }) => sellerId)
  const names = await findSellerNames(db, marketplace.id, sellers)
  return (item: FoundItem) => ({
    auction_id: item.auctionId,
    title: item.title,
    item_url: marketplace.itemUrl(item.auctionId),
    image_url: item.imageUrl,
    category: item.categoryId === null ? null : { id: item.categoryId, name: item.category ?? item.categoryId },
    seller: { id: item.sellerId, name: names.get(item.sellerId) ?? messages.search.unnamedSeller(item.sellerId) },
    price: dollarsFromCents(item.priceCents),
    bid_count: item.bidCount,
    ends_at: iso(item.endsAt),
  })
}

const iso = (at: number) => new Date(at).toISOString()
