import { sql } from 'kysely'
import type { Db, SubscriptionRow } from '../platform/database/tables.ts'

/** The customer of an account at Stripe; null when the account has never begun to buy anything. */
export async function customerOf(db: Db, accountId: number): Promise<string | null> {
  const row = await db
    .selectFrom('billing_customers')
    .select('external_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.external_id ?? null
}

/** The account of a customer; null for a customer of somebody else. */
export async function accountOfCustomer(db: Db, customer: string): Promise<number | null> {
  const row = await db
    .selectFrom('billing_customers')
    .select('account_id')
    .where('external_id', '=', customer)
    .executeTakeFirst()
  return row?.account_id ?? null
}

/** The subscription that has not ended; null if there is none. */
export async function liveSubscriptionOf(db: Db, accountId: number): Promise<SubscriptionRow | null> {
  const row = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '<>', 'ended')
    .executeTakeFirst()
  return row ?? null
}

/**
 * Counts a reading of an account's billing as begun. Returns its number and the customer; null when there is nothing to
 * read.
 */
export async function beginReading(db: Db, accountId: number): Promise<{ number: number; customer: string } | null> {
  const { rows } = await sql<{ number: number; customer: string }>`
    update billing_customers set readings_begun = readings_begun + 1
     where account_id = ${accountId} and external_id is not null
    returning readings_begun as number, external_id as customer`.execute(db)
  return rows[0] ?? null
}
