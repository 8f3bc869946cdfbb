import { sql } from 'kysely'
import type { Db } from '../../platform/database/tables.ts'

const DAY_MS = 86_400_000
/** A destination that was tried less often may only have been unlucky. */
const LEAST_FAILURES = 5

/** Records that an alert has arrived: the failures before it no longer count. */
export async function recordArrival(db: Db, destinationId: number): Promise<void> {
  await db
    .updateTable('destinations')
    .set({ failing_since: null, failures: 0 })
    .where('id', '=', destinationId)
    .where('failures', '>', 0)
    .execute()
}

/** Records a failed try, and returns whether nothing has arrived for a day. `now` is epoch ms. */
export async function recordFailedTry(db: Db, destinationId: number, now: number): Promise<boolean> {
  const failing = await db
    .updateTable('destinations')
    .set({
      failing_since: sql<Date>`coalesce(failing_since, ${new Date(now)})`,
      failures: sql<number>`failures + 1`,
    })
    .where('id', '=', destinationId)
    .returning(['failing_since', 'failures'])
    .executeTakeFirst()
  const since = failing?.failing_since?.getTime() ?? now
  return now - since >= DAY_MS && (failing?.failures ?? 0) >= LEAST_FAILURES
}
