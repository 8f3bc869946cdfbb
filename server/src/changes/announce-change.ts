import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'
import { CHANNEL, type Change } from './change.ts'

/** Tells every process. Within a transaction it is heard once that commits, and never if it does not. */
export async function announceChange(db: Db, change: Change): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(change)})`.execute(db)
}
