import { sql } from 'kysely'
import type { Tx } from '../platform/database/tables.ts'

/** The e-mail of an account that has or had a trial or a subscription, or began to buy one. The jobs see no other addresses. */
export async function addressOfCustomer(tx: Tx, accountId: number): Promise<string> {
  const { rows } = await sql<{ address: string | null }>`select address_of_customer(${accountId}) as address`.execute(
    tx,
  )
  const address = rows[0]?.address ?? null
  if (address === null) throw new Error(`Account ${accountId} has no trial, and has begun to buy nothing`)
  return address
}
