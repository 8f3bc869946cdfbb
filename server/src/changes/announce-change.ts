import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'
import { CHANNEL, type Change } from './change.ts'

/** Tells every process. Within a transaction it is heard once that commits, and never if it does not. */
export const announceChange = (db: Db, change: Change): Promise<void> => announceChanges(db, [change])

/** The same for many, in one step. */
export async function announceChanges(db: Db, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const texts = changes.map((change) => JSON.stringify(change))
  await sql`select pg_notify(${CHANNEL}, said) from unnest(${texts}::text[]) said`.execute(db)
}
