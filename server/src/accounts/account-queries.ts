import type { Insertable } from 'kysely'
import type { Tables } from '../platform/database/generated-tables.ts'
import type { Db, Tx } from '../platform/database/tables.ts'

/** Inserts an account; null when the e-mail has one already, even if that was inserted at the same moment. */
export async function insertAccount(tx: Tx, account: Insertable<Tables['accounts']>) {
  const row = await tx
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function accountByEmail(db: Db, email: string) {
  return (await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()) ?? null
}
