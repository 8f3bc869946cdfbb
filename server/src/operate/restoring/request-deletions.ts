import { sql } from 'kysely'
import type { Tx } from '../../platform/database/tables.ts'
import { deletionMarkOf } from '../../privacy/note-deletion.ts'

/**
 * Has accounts deleted again that were deleted after the backup was taken: the jobs do it at their next run. `marks` as
 * `deletionMarkOf` writes them; those of no account here are ignored.
 */
export async function requestDeletions(tx: Tx, marks: readonly string[]): Promise<void> {
  if (marks.length === 0) return
  const wanted = new Set(marks)
  const accounts = await tx.selectFrom('accounts').select(['id', 'created_at']).execute()
  const ids = accounts.filter((account) => wanted.has(deletionMarkOf(account))).map(({ id }) => id)
  // Far in the past, so that a bid that is not settled does not delay it; the operator's, so that no sign-in cancels it.
  await sql`
    insert into account_deletions (account_id, requested_by, due_at)
    select id, 'operator', clock_timestamp() - interval '15 days' from unnest(${ids}::bigint[]) id
        on conflict (account_id) where cancelled_at is null and completed_at is null
        do update set due_at = excluded.due_at, requested_by = 'operator'`.execute(tx)
}
