import type { Db, Tx } from './tables.ts'

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
