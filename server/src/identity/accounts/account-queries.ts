import { type Insertable, sql } from 'kysely'
import type { Tables } from '../../platform/database/generated-tables.ts'
import type { Db, Tx } from '../../platform/database/tables.ts'

/* The row of an account, which folders on every level read and lock. */

export async function accountById(db: Db, accountId: number) {
  return db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
}

/**
 * Locks the account's row until the transaction ends, and returns it: transactions that do so run one after the other per
 * account. Returns null when there is no such account.
 */
export async function lockAccountIfAny(tx: Tx, accountId: number) {
  const query = tx.selectFrom('accounts').selectAll().where('id', '=', accountId).forNoKeyUpdate()
  return (await query.executeTakeFirst()) ?? null
}

/** Locks the row of an account that exists, and returns it. */
export async function lockAccount(tx: Tx, accountId: number) {
  const account = await lockAccountIfAny(tx, accountId)
  if (!account) throw new Error(`There is no account ${accountId}`)
  return account
}

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

/** The e-mail of an account that has or had a trial or a subscription, or began to buy one. The jobs see no other addresses. */
export async function addressOfCustomer(tx: Tx, accountId: number): Promise<string> {
  const { rows } = await sql<{ address: string | null }>`select address_of_customer(${accountId}) as address`.execute(
    tx,
  )
  const address = rows[0]?.address ?? null
  if (address === null) throw new Error(`Account ${accountId} has no trial, and has begun to buy nothing`)
  return address
}
