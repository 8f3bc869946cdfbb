import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'
import { type Change, CHANNEL } from './change.ts'

/** Notifies every process. Within a transaction, the notification is sent when the transaction commits. */
export const announceChange = (db: Db, change: Change): Promise<void> => announceChanges(db, [change])

/** Announces many changes with one statement. */
export async function announceChanges(db: Db, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const payloads = changes.map((change) => JSON.stringify(change))
  await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) payload`.execute(db)
}
