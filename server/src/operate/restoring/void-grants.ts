import { sql } from 'kysely'
import { endRestoredWaysIn } from '../../identity/accounts/ways-in.ts'
import type { Tx } from '../../platform/database/tables.ts'

/**
 * Ends everything that lets somebody in or acts once: after the backup was taken it may have been used, revoked or replaced. Each
 * user signs in again; passwords, second factors and site logins stay. Alerts that waited to be sent are dropped.
 */
export async function voidGrants(tx: Tx): Promise<void> {
  await endRestoredWaysIn(tx)
  await sql`delete from idempotency_keys`.execute(tx)
  await sql`
    update deliveries set ended_at = clock_timestamp(), outcome = 'dropped', said = 'restored', next_try_at = null,
                          leased_until = null, content = null
     where ended_at is null`.execute(tx)
  await sql`update notifications set alert_due_at = null where alert_due_at is not null`.execute(tx)
}
