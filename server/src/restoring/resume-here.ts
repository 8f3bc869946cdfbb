import { sql } from 'kysely'
import type { Tx } from '../platform/database/tables.ts'

/**
 * Lifts the pause with which the place of the backup ended bidding for good: it holds there, and not here. The jobs log it with each
 * bid. `now` is epoch ms.
 */
export async function resumeHere(tx: Tx, now: number): Promise<void> {
  const at = new Date(now)
  const lifted = await sql`
    update operator_pause set state = 'off', reason = null, since = null, moved_at = null where moved_at is not null
    returning singleton`.execute(tx)
  if (lifted.rows.length === 0) return
  await sql`
    with resumed as (
      insert into pauses (account_id, state, requested_by, reason, at) values (null, 'off', 'restore', null, ${at})
      returning id)
    insert into unlogged_pauses (pause_id, at) select id, ${at} from resumed`.execute(tx)
}
