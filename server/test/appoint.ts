import type { Db } from '../src/platform/database/tables.ts'

/** Appoints an account as the operator's command does. */
export const appoint = (db: Db, account_id: number) =>
  db
    .insertInto('administrators')
    .values({ account_id, appointed_at: new Date(0) })
    .execute()
