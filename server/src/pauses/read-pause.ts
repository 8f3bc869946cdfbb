import type { PauseState } from '@bidwell/contract'
import type { Db } from '../platform/database/tables.ts'

/** Whether the account's bidding is paused, and by whom. */
export async function readPause(db: Db, accountId: number): Promise<PauseState> {
  const { bidding_paused_at: paused } = await db
    .selectFrom('accounts')
    .select('bidding_paused_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { state, reason, since } = await db.selectFrom('operator_pause').selectAll().executeTakeFirstOrThrow()
  return {
    own: paused && { since: paused.toISOString() },
    operator: state === 'off' || since === null ? null : { state, reason, since: since.toISOString() },
  }
}
