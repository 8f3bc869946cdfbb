import { sql } from 'kysely'
import type { Db } from '../../platform/database/tables.ts'

/** How long an account stays active after its mark was written. */
const ACTIVE_MS = 90_000
/** A mark that is younger is not written again. */
const RENEW_AFTER_MS = 30_000

/**
 * Marks accounts as having a browser open, for at least the coming minute less a heartbeat, and returns those that were not
 * marked. `now` is epoch ms. Most calls write nothing; rows are written in the order of ids, so that processes that mark
 * the same accounts cannot deadlock.
 */
export async function markActive(db: Db, accountIds: readonly number[], now: number): Promise<number[]> {
  const until = new Date(now + ACTIVE_MS)
  const dueBefore = new Date(now + ACTIVE_MS - RENEW_AFTER_MS)
  const { rows } = await sql<{ id: number }>`
    with due as materialized (
      select a.id, coalesce(m.active_until > ${new Date(now)}, false) as was_active
        from accounts a left join active_accounts m on m.account_id = a.id
       where a.id = any(${accountIds}::bigint[]) and (m.active_until <= ${dueBefore} or m.account_id is null)
    ), marked as (
      insert into active_accounts (account_id, active_until)
      select id, ${until} from due order by id
          on conflict (account_id) do update set active_until = excluded.active_until
       where active_accounts.active_until <= ${dueBefore}
    )
    select id from due where not was_active`.execute(db)
  return rows.map(({ id }) => id)
}

/** Until when account `a` is or was active, or null. */
export const activeUntil = sql<Date | null>`(select m.active_until from active_accounts m where m.account_id = a.id)`
