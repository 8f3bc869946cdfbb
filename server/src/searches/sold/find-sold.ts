import {
  type api,
  type Data,
  dollarsFromCents,
  formatWait,
  matchTitle,
  messages,
  readSoldText,
  RETENTION_MS,
  SOLD,
} from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../context/ctx.ts'
import { giveBack, overBudget, soldBudget, takeFrom } from '../../identity/limits/attempt-budgets.ts'
import type { JsonColumns } from '../../platform/database/json-columns.ts'
import { fieldError } from '../../platform/errors.ts'
import { askSite } from '../ask-site.ts'

const DAY_MS = 86_400_000
/** Of the archive, whose rows may have a word inside of another. */
const MOST_ARCHIVED = 500

type Items = JsonColumns['sold_look_ups']['items']

/**
 * What items sold for whose titles match a text: those of one page of the site's search, and those of the archive. Throws `rule_broken`
 * for a text that breaks a rule, `rate_limited` when the account has used its look-ups up, and what `askSite` throws.
 */
export async function findSold(ctx: Ctx, accountId: number, text: string): Promise<Data<typeof api.findSold>> {
  const { terms, siteWords, fault } = readSoldText(text)
  if (fault !== null) throw fieldError('words', fault)
  const shown = (await readKept(ctx, siteWords)) ?? (await lookUp(ctx, accountId, siteWords))
  const now = ctx.clock.now()
  const items = [...shown.items, ...(await readArchive(ctx, siteWords))].filter(
    ({ title, endsAt }) => endsAt <= now && endsAt > now - SOLD.days * DAY_MS && matchTitle(terms, title) !== null,
  )
  const each = [...new Map(items.map((item) => [item.auctionId, item])).values()]
  return {
    items: each
      .toSorted((a, b) => b.endsAt - a.endsAt)
      .slice(0, SOLD.most)
      .map(({ auctionId, title, priceCents, endsAt }) => ({
        auction_id: auctionId,
        title,
        item_url: ctx.marketplace.itemUrl(auctionId),
        price: dollarsFromCents(priceCents),
        ended_at: new Date(endsAt).toISOString(),
      })),
    read_at: shown.read_at.toISOString(),
    has_more: !shown.is_last || each.length > SOLD.most,
  }
}

const readKept = ({ db, clock, marketplace }: Ctx, siteWords: readonly string[]) =>
  db
    .selectFrom('sold_look_ups')
    .select(['items', 'read_at', 'is_last'])
    .where('marketplace', '=', marketplace.id)
    .where('words', '=', siteWords.join(' '))
    .where('read_at', '>', new Date(clock.now() - RETENTION_MS.soldLookUps))
    .executeTakeFirst()

/** Reads the latest page at the site, and keeps what sold for all who ask for the same words: an item without bids did not sell. */
async function lookUp(ctx: Ctx, accountId: number, siteWords: readonly string[]) {
  const { db, clock, marketplace } = ctx
  const budgets = [soldBudget(accountId)]
  await db.transaction().execute(async (tx) => {
    const spent = await takeFrom(tx, budgets, clock.now())
    if (spent) throw overBudget(spent, messages.sold.usedUp(formatWait(spent.retryAfterMs)))
  })
  try {
    const anything = { maxPriceCents: null, categoryId: null, sellerId: null, delivery: 'any' } as const
    const wanted = { ...anything, words: siteWords, among: 'closed', page: 1 } as const
    const page = await askSite(ctx, { by: 'user', accountId }, wanted)
    const items: Items = page.items
      .filter(({ bidCount }) => bidCount > 0)
      .map(({ auctionId, title, priceCents, endsAt }) => ({ auctionId, title, priceCents, endsAt }))
    const read = { read_at: new Date(clock.now()), is_last: page.isLast }
    const kept = { ...read, items: JSON.stringify(items) }
    await db
      .insertInto('sold_look_ups')
      .values({ marketplace: marketplace.id, words: siteWords.join(' '), ...kept })
      .onConflict((at) => at.columns(['marketplace', 'words']).doUpdateSet(kept))
      .execute()
    return { ...read, items }
  } catch (error) {
    await giveBack(db, budgets, clock.now())
    throw error
  }
}

/** What was tracked here and sold, the latest close first. The words are those of the site, which also stand inside of others. */
async function readArchive({ db, clock, marketplace }: Ctx, siteWords: readonly string[]): Promise<Items> {
  const { rows } = await sql<Items[number]>`
    select auction_id as "auctionId", title, final_price_cents as "priceCents",
           extract(epoch from ended_at)::float8 * 1000 as "endsAt"
      from closed_auctions
     where marketplace = ${marketplace.id} and ended_at > ${new Date(clock.now() - SOLD.days * DAY_MS)}
       and closed_reason <> 'withdrawn' and bid_count > 0 and final_price_cents is not null
       and ${plain(sql`title`)} like all (select '%' || ${plain(sql`word`)} || '%' from unnest(${siteWords}::text[]) word)
     order by ended_at desc limit ${MOST_ARCHIVED}`.execute(db)
  return rows
}

/** Without accents and case, as `matchTitle` compares. */
const plain = (text: ReturnType<typeof sql>) =>
  sql`lower(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g'))`
