import { sql } from 'kysely'
import type { Tx } from '../../platform/database/tables.ts'

/**
 * More than an installation gives out between two backups: a number that was given after the backup, and that a mail, a link or
 * Stripe may still name, is not given again.
 */
const NUMBER_GAP = 1_000_000

/**
 * Takes out of a restored database what was true of the machines and of the moment of its backup alone: the engines, measurements,
 * shares, and readings of Stripe, which are made anew. Numbers go on after a gap.
 */
export async function leaveOldPlace(tx: Tx): Promise<void> {
  // Where the copies of the other place are, nobody here knows.
  for (const table of ['backups', 'jobs_processes', 'read_shares', 'site_clocks'] as const)
    await sql`delete from ${sql.table(table)}`.execute(tx)
  await sql`update bids set engine_id = null where engine_id is not null`.execute(tx)
  await sql`delete from engines`.execute(tx)
  await sql`update connections set login_started_at = null, renewal_requested_at = null`.execute(tx)
  await sql`update listings set read_claimed_until = null`.execute(tx)
  // The billing of every customer is read soon.
  await sql`update billing_customers set read_at = null`.execute(tx)
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'`.execute(tx)
  for (const { name } of rows) {
    const sequence = sql.table(`public.${name}`)
    await sql`select setval(${`public."${name}"`}::regclass, last_value + ${NUMBER_GAP}) from ${sequence}`.execute(tx)
  }
}
