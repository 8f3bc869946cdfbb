import { messages, SITE_LISTS_ASK_EVERY_MS, type SiteLists } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../context/ctx.ts'
import { announceChange } from '../../platform/changes/announce-change.ts'
import { AppError } from '../../platform/errors.ts'
import { listSiteLists } from './list-site-lists.ts'

/**
 * Has the jobs read what an account watches at the site: the API cannot open its login. Throws `rate_limited` when the
 * account asked less than a minute ago.
 */
export async function askForSiteLists(ctx: Ctx, accountId: number): Promise<SiteLists> {
  const { db, clock, marketplace } = ctx
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      insert into site_lists (account_id, marketplace, asked_at, due_at)
      values (${accountId}, ${marketplace.id}, ${new Date(now)}, ${new Date(now)})
      on conflict (account_id, marketplace) do update
         set asked_at = excluded.asked_at, due_at = excluded.due_at
       where site_lists.asked_at <= ${new Date(now - SITE_LISTS_ASK_EVERY_MS)}
      returning account_id`.execute(tx)
    if (rows.length === 0) {
      throw new AppError('rate_limited', messages.importing.site.askedTooSoon, {
        retryAfterMs: SITE_LISTS_ASK_EVERY_MS,
      })
    }
    await announceChange(tx, { what: 'reading_asked' })
  })
  return listSiteLists(ctx, accountId)
}
