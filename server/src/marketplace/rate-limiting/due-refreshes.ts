import { sql } from 'kysely'
import type { Tx } from '../../platform/database/tables.ts'
import { fullShare } from './read-share.ts'

/** Locks an account's share, and returns for how many ms the refreshes that the account has asked for are planned. */
export async function lockDueRefreshes(tx: Tx, siteId: string, accountId: number): Promise<number> {
  await sql`
    insert into read_shares (account_id, marketplace, tokens, refilled_at)
    values (${accountId}, ${siteId}, ${fullShare(0).tokens}, clock_timestamp())
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from refreshes_until - clock_timestamp()) * 1000)::float8 as ms
      from read_shares
     where account_id = ${accountId} and marketplace = ${siteId}
       for update`.execute(tx)
  return Math.max(0, rows[0]?.ms ?? 0)
}

export async function writeDueRefreshes(tx: Tx, siteId: string, accountId: number, plannedMs: number) {
  await sql`
    update read_shares set refreshes_until = clock_timestamp() + ${plannedMs} * interval '1 millisecond'
     where account_id = ${accountId} and marketplace = ${siteId}`.execute(tx)
}
