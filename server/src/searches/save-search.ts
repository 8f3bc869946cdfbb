import { messages, type NewSearch, SEARCH, type WireSearch } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'
import type { Caller } from '../http/route.ts'
import { lockCaller } from '../identity/sessions/lock-caller.ts'
import type { SiteSearch } from '../marketplace/marketplace.ts'
import type { Tx } from '../platform/database/tables.ts'
import { AppError, fieldError } from '../platform/errors.ts'
import { askSite } from './ask-site.ts'
import { getSearch } from './list-searches.ts'
import { readWanted } from './read-wanted.ts'
import { findSearches } from './search-queries.ts'

/**
 * Keeps a search, or changes the one with an id. Throws `rule_broken` for one that breaks a rule, that finds more at the site than a run
 * reads, or that is one too many; `not_found` for another account's. While the site does not answer, its first run tells how many it finds.
 */
export async function saveSearch(
  ctx: Ctx,
  caller: Caller,
  input: NewSearch,
  id: number | null = null,
): Promise<WireSearch> {
  const { db, clock, marketplace } = ctx
  const wanted = readWanted(input)
  if (id !== null && (await findSearches(db, { accountId: caller.accountId, id })).length === 0) {
    throw new AppError('not_found', messages.search.notFound)
  }
  await requireFewHits(ctx, caller.accountId, wanted)
  const saved = await db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    const siteSearchId = await findOrAdd(tx, marketplace.id, wanted)
    const values = {
      site_search_id: siteSearchId,
      words: input.words.trim(),
      category_name: input.category?.name ?? null,
      seller_name: input.seller?.name ?? null,
    }
    if (id === null) {
      await requireFewOfAccount(tx, caller.accountId)
      const row = { ...values, account_id: caller.accountId, created_at: new Date(clock.now()) }
      const added = await tx.insertInto('searches').values(row).returning('id').executeTakeFirstOrThrow()
      await requireFewInAll(tx, marketplace.id)
      return added.id
    }
    const changed = await tx
      .updateTable('searches')
      .set({
        ...values,
        // The site is asked for something else: what it finds at first is no news.
        watched_since: sql`case when site_search_id = ${siteSearchId} then watched_since end`,
      })
      .where('id', '=', id)
      .where('account_id', '=', caller.accountId)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new AppError('not_found', messages.search.notFound)
    await requireFewInAll(tx, marketplace.id)
    return id
  })
  return getSearch(ctx, caller.accountId, saved)
}

async function requireFewHits(ctx: Ctx, accountId: number, wanted: Omit<SiteSearch, 'page'>) {
  const page = await askSite(ctx, { by: 'user', accountId }, { ...wanted, page: 1 }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'site_unavailable') return null
    throw error
  })
  if (page && page.count > SEARCH.maxHits) throw fieldError('words', messages.search.tooManyHits)
}

async function findOrAdd(tx: Tx, siteId: string, wanted: Omit<SiteSearch, 'page'>): Promise<number> {
  const { words, maxPriceCents, categoryId, sellerId, delivery } = wanted
  const { rows } = await sql<{ id: number }>`
    insert into site_searches (marketplace, words, max_price_cents, category_id, seller_id, delivery)
    values (${siteId}, ${words.join(' ')}, ${maxPriceCents}, ${categoryId}, ${sellerId}, ${delivery})
    on conflict (marketplace, words, max_price_cents, category_id, seller_id, delivery)
      do update set words = excluded.words
    returning id`.execute(tx)
  if (!rows[0]) throw new Error('The search at the site is missing')
  return rows[0].id
}

/** The account is locked. */
async function requireFewOfAccount(tx: Tx, accountId: number) {
  const kept = await tx.selectFrom('searches').select('id').where('account_id', '=', accountId).execute()
  if (kept.length >= SEARCH.perAccount) throw fieldError('words', messages.search.tooManySearches)
}

async function requireFewInAll(tx: Tx, siteId: string) {
  const { rows } = await sql<{ watched: number }>`
    select count(*)::int as watched from site_searches s
     where s.marketplace = ${siteId} and exists (select from searches w where w.site_search_id = s.id)`.execute(tx)
  if ((rows[0]?.watched ?? 0) > SEARCH.inAll) throw fieldError('words', messages.search.allTaken)
}
