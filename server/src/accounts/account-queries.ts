import type { AccountTable, Db, Tx } from '../platform/database/tables.ts'
import type { Insertable } from 'kysely'

/** Null when the e-mail is taken: two registrations at once cannot both have it. */
export async function insertAccount(tx: Tx, account: Insertable<AccountTable>) {
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

export async function accountById(db: Db, accountId: number) {
  return db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
}

/** Holds the account's row, so that what must not happen side by side for one account takes turns. */
export async function lockAccount(tx: Tx, accountId: number) {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirstOrThrow()
}
