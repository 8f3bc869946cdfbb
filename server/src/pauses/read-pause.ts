import type { PauseState } from '@bidwell/contract'
import type { Db } from '../platform/database/tables.ts'

/** The account's own pause and the operator's pause; each is null when it is not in force. */
export async function readPause(db: Db, accountId: number): Promise<PauseState> {
  const { bidding_paused_at: pausedAt } = await db
    .selectFrom('accounts')
    .select('bidding_paused_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { state, reason, since } = await db.selectFrom('operator_pause').selectAll().executeTakeFirstOrThrow()
  return {
    own: pausedAt && { since: pausedAt.toISOString() },
    operator: state === 'off' || since === null ? null : { state, reason, since: since.toISOString() },
  }
}
