import { formatWait, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import { acquireRead, type Reader } from '../auctions/listings/get-fresh-listing.ts'
import type { Ctx } from '../context/ctx.ts'
import type { FoundPage, SiteSearch } from '../marketplace/marketplace.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { AppError } from '../platform/errors.ts'

const HOUR_MS = 3_600_000
const LONGEST_MS = 24 * HOUR_MS

/**
 * Reads a page of the site's search. A refusal pauses all searches, for an hour and each time for twice as long, and nothing else: the
 * site refuses searches before it refuses other reads, and a failed search says nothing of an item. Throws `site_unavailable` while
 * the site refuses or does not answer, and `rate_limited` when the reader's share of the reads is used up.
 */
export async function askSite(ctx: Ctx, reader: Reader, wanted: SiteSearch): Promise<FoundPage> {
  const { db, clock, marketplace, readBudget, log } = ctx
  const refusedUntil = await readRefusal(ctx)
  if (refusedUntil !== null) throw refused(ctx, refusedUntil)
  const grant = await acquireRead(ctx, reader)
  try {
    const page = await marketplace.search(wanted)
    await readBudget.report(null, { item: 'search', trial: grant.trial })
    await db
      .updateTable('search_pauses')
      .set({ refusals: 0 })
      .where('marketplace', '=', marketplace.id)
      .where('refusals', '>', 0)
      .execute()
    if (page.odd) log.warn({ page: wanted.page, ...page.odd }, 'a page of the search is odd')
    return page
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    // A trial has shown nothing of the site's items, so another read tries.
    if (grant.trial) await readBudget.refund({ reads: 0, trial: true })
    if (!isRefusal(error)) {
      throw new AppError('site_unavailable', messages.search.notAnswered(marketplace.siteName), { cause: error })
    }
    const until = await pause(ctx, clock.now(), error.retryAfterMs ?? 0)
    log.warn({ kind: error.kind, until: new Date(until).toISOString() }, 'the site refuses searches')
    throw refused(ctx, until, error)
  }
}

/** Whether the site refuses searches, and not only this one. */
export const isRefusal = ({ kind }: SiteError): boolean =>
  kind === 'rate_limited' || messages.auction.isSiteRefusal(kind)

/** Until when the site is not asked, epoch ms; null: it may be. */
export async function readRefusal({ db, clock, marketplace }: Ctx): Promise<number | null> {
  const pause = await db
    .selectFrom('search_pauses')
    .select('refused_until')
    .where('marketplace', '=', marketplace.id)
    .where('refused_until', '>', new Date(clock.now()))
    .executeTakeFirst()
  return pause?.refused_until?.getTime() ?? null
}

/** Returns the end of the pause, epoch ms. */
async function pause({ db, marketplace }: Ctx, now: number, retryAfterMs: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ refusals: number }>`
      insert into search_pauses (marketplace, refusals) values (${marketplace.id}, 1)
      on conflict (marketplace) do update set refusals = search_pauses.refusals + 1
      returning refusals`.execute(tx)
    const doubled = HOUR_MS * 2 ** Math.min((rows[0]?.refusals ?? 1) - 1, 10)
    const until = now + Math.max(retryAfterMs, Math.min(LONGEST_MS, doubled))
    await tx
      .updateTable('search_pauses')
      .set({ refused_until: new Date(until) })
      .where('marketplace', '=', marketplace.id)
      .execute()
    return until
  })
}

function refused({ clock, marketplace }: Ctx, until: number, cause?: SiteError): AppError {
  const retryAfterMs = until - clock.now()
  return new AppError('site_unavailable', messages.search.refused(marketplace.siteName, formatWait(retryAfterMs)), {
    cause,
    retryAfterMs,
  })
}
