import {
  type api,
  type Data,
  dollarsFromCents,
  dollarsOrNull,
  messages,
  SEARCH,
  type SearchHit,
  type WireSearch,
} from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { siteNow } from '../marketplace/site-time.ts'
import { AppError } from '../platform/errors.ts'
import { readRefusal } from './ask-site.ts'
import { matchingItems } from './matching-items.ts'
import { itemPresenter } from './present-item.ts'
import {
  countPagesBefore,
  findOpenItems,
  findSearches,
  findTracked,
  type FoundRow,
  type SearchRow,
} from './search-queries.ts'

export async function listSearches(ctx: Ctx, accountId: number): Promise<Data<typeof api.listSearches>> {
  const refusedUntil = await readRefusal(ctx)
  const read = await readSearches(ctx, await findSearches(ctx.db, { accountId }), refusedUntil)
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
  const present = await itemPresenter(ctx, found)
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

async function readOne(ctx: Ctx, accountId: number, id: number) {
  const [read] = await readSearches(ctx, await findSearches(ctx.db, { accountId, id }), await readRefusal(ctx))
  if (!read) throw new AppError('not_found', messages.search.notFound)
  return read
}

async function readSearches(ctx: Ctx, rows: readonly SearchRow[], refusedUntil: number | null) {
  const { db, clock, marketplace } = ctx
  const ids = rows.map(({ siteSearchId }) => siteSearchId)
  const at = await siteNow(db, marketplace.id, clock)
  const items = Map.groupBy(await findOpenItems(db, ids, { at }), ({ siteSearchId }) => siteSearchId)
  const before = await countPagesBefore(db, marketplace.id)
  const isPaused = !ctx.hasSearches || refusedUntil !== null
  return rows.map((row) => {
    const found = matchingItems(row, items.get(row.siteSearchId) ?? [])
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

const isNew = ({ foundAt }: FoundRow, { watchedSince }: SearchRow) => watchedSince !== null && foundAt > watchedSince

/** The schedule of the jobs reads a page whenever so many ms of the epoch have passed. */
const firstTurnAfter = (now: number) => Math.ceil(now / SEARCH.everyMs) * SEARCH.everyMs

const iso = (at: number) => new Date(at).toISOString()
