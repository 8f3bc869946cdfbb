import { SEARCH, SITE_ZONE } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'
import type { FoundItem, FoundPage } from '../marketplace/marketplace.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { siteNow } from '../marketplace/site-time.ts'
import { type NewNotification, notify } from '../notifying/notifications/notify.ts'
import type { Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { askSite, isRefusal } from './ask-site.ts'
import { matchingItems } from './matching-items.ts'
import { type DuePage, findDuePage, findOpenItems, findSearches, type FoundRow } from './search-queries.ts'

const PAGES = SEARCH.maxHits / SEARCH.pageRows

/**
 * Reads the next page of all searches, one, behind what people read. The last page of a run tells the users of the search what is
 * new, with one message for each; the first run of a search tells nothing. What another process has read meanwhile changes nothing.
 */
export async function runSearches(ctx: Ctx): Promise<void> {
  const { db, clock, marketplace } = ctx
  const due = ctx.hasSearches ? await findDuePage(db, marketplace.id) : null
  if (due === null) return
  const read = await readPage(ctx, due)
  if (read === 'later') return
  const now = clock.now()
  const openAt = await siteNow(db, marketplace.id, clock)
  await db.transaction().execute(async (tx) => {
    if (!(await lockTurn(tx, due))) return
    if (read === 'site' || isTooMany(due, read)) {
      const failure = read === 'site' ? 'site' : 'too_many'
      const found = read === 'site' ? {} : { found: read.count }
      await endTurn(tx, due, { next_page: 1, tried_at: new Date(now), failure, ...found })
      return
    }
    await keepItems(tx, due, read.items, now)
    if (read.isLast) await tellNews(tx, due, { now, openAt })
    const ended = { next_page: 1, last_run_at: new Date(now), found: read.count, failure: null }
    await endTurn(tx, due, { tried_at: new Date(now), ...(read.isLast ? ended : { next_page: due.page + 1 }) })
  })
}

const isTooMany = ({ page }: DuePage, { count, isLast }: FoundPage) =>
  count > SEARCH.maxHits || (page >= PAGES && !isLast)

/** `site`: it did not answer this search, and the next one has its turn. `later`: it was not asked, or refuses all searches. */
async function readPage(ctx: Ctx, due: DuePage): Promise<FoundPage | 'site' | 'later'> {
  const words = due.words.split(' ').filter(Boolean)
  try {
    return await askSite(ctx, { by: 'refresh' }, { ...due, words, among: 'open' })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.cause instanceof SiteError && !isRefusal(error.cause) ? 'site' : 'later'
  }
}

/** Locks the search if its turn is still the one that was read. */
async function lockTurn(tx: Tx, { id, page, triedAt }: DuePage): Promise<boolean> {
  const { rows } = await sql`
    select from site_searches
     where id = ${id} and next_page = ${page} and tried_at is not distinct from ${triedAt} for update`.execute(tx)
  return rows.length > 0
}

type Turn = {
  next_page: number
  tried_at: Date
  last_run_at?: Date
  found?: number
  failure?: 'too_many' | 'site' | null
}

const endTurn = (tx: Tx, { id }: DuePage, turn: Turn) =>
  tx.updateTable('site_searches').set(turn).where('id', '=', id).execute()

/** The site may ignore a filter: what it should not have found is left out. */
async function keepItems(tx: Tx, due: DuePage, items: readonly FoundItem[], now: number) {
  const rows = items
    .filter(
      ({ categoryId, sellerId, priceCents }) =>
        (due.categoryId === null || categoryId === null || categoryId === due.categoryId) &&
        (due.sellerId === null || sellerId === due.sellerId) &&
        (due.maxPriceCents === null || priceCents <= due.maxPriceCents),
    )
    .map((item) => ({
      site_search_id: due.id,
      auction_id: item.auctionId,
      title: item.title,
      seller_id: item.sellerId,
      category_id: item.categoryId,
      category: item.category,
      image_url: item.imageUrl,
      price_cents: item.priceCents,
      bid_count: item.bidCount,
      ends_at: new Date(item.endsAt),
      found_at: new Date(now),
    }))
  if (rows.length === 0) return
  await tx
    .insertInto('found_items')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['site_search_id', 'auction_id']).doUpdateSet((eb) => ({
        title: eb.ref('excluded.title'),
        price_cents: eb.ref('excluded.price_cents'),
        bid_count: eb.ref('excluded.bid_count'),
        ends_at: eb.ref('excluded.ends_at'),
      })),
    )
    .execute()
}

async function tellNews(tx: Tx, { id }: DuePage, { now, openAt }: { now: number; openAt: number }) {
  const news = await findOpenItems(tx, [id], { at: openAt, isNews: true })
  const searches = await findSearches(tx, { siteSearchId: id })
  await notify(
    tx,
    searches.flatMap((search): NewNotification[] => {
      const items = search.watchedSince === null ? [] : matchingItems(search, news)
      const key = `search ${search.id} ${now}`
      return items.length === 0
        ? []
        : [{ accountId: search.accountId, key, kind: 'search_found', values: valuesOf(search.words, items) }]
    }),
  )
  await tx.updateTable('found_items').set({ is_told: true }).where('site_search_id', '=', id).execute()
  await tx
    .updateTable('searches')
    .set({ watched_since: new Date(now) })
    .where('site_search_id', '=', id)
    .where('watched_since', 'is', null)
    .execute()
}

/** A message names so many items; the page has all. */
const NAMED = 3

const valuesOf = (words: string, items: readonly FoundRow[]) => ({
  words,
  count: items.length,
  items: items.slice(0, NAMED).map(({ title, priceCents, before }) => ({
    title,
    priceCents,
    before: before && { priceCents: before.priceCents, bidCount: before.bidCount, day: DAY.format(before.endedAt) },
  })),
})

const DAY = new Intl.DateTimeFormat('en-US', { timeZone: SITE_ZONE, month: 'short', day: 'numeric' })
