import { sql } from 'kysely'
import { DUE_NOW } from '../bids/preflight-due.ts'
import type { Db } from '../platform/database/tables.ts'

/**
 * Makes preflights of an account's bids due whose findings contradict the state of the account's login. Call it after
 * every change of the login: it does nothing while the findings are right.
 */
export async function recheckLogins(db: Db, siteId: string, accountId: number): Promise<void> {
  await sql`
    update bids b
       set preflight_due_at = ${DUE_NOW}
     where b.account_id = ${accountId} and b.status = 'pending' and b.engine_id is null and b.preflight_at is not null
       and exists (select from jsonb_array_elements(b.preflight_findings) finding
                    where finding ->> 'code' in ('login_missing', 'login_refused'))
           = exists (select from connections c
                      where c.account_id = b.account_id and c.marketplace = ${siteId} and c.state <> 'refused')
       `.execute(db)
}
