import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'

/** Until when the account's browsers have shown every result; null where none has said so yet. */
export async function readResultsSeen(db: Db, accountId: number): Promise<string | null> {
  const { results_seen_until } = await db
    .selectFrom('accounts')
    .select('results_seen_until')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return results_seen_until?.toISOString() ?? null
}

/** Notes that a browser has shown every result until then. Never goes back, nor past the present. */
export async function noteResultsSeen(db: Db, accountId: number, until: string): Promise<void> {
  const shown = sql<Date>`greatest(results_seen_until, least(${new Date(until)}::timestamptz, now()))`
  await db.updateTable('accounts').set({ results_seen_until: shown }).where('id', '=', accountId).execute()
}
