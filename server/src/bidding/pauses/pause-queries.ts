import type { PauseState } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/tables.ts'

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

/** Whether a pause applies to bid `b`. The operator's `no_new` does not apply to bids that an engine holds. */
export const isCoveredByPause = sql<boolean>`(
  exists (select from accounts a where a.id = b.account_id and a.bidding_paused_at is not null)
  or exists (select from operator_pause p where p.state = 'all' or (p.state = 'no_new' and b.engine_id is null)))`

/** Whether bid `b` is paused and therefore not sent. A pause does not stop a bid that is locked in. */
export const isPaused = sql<boolean>`(b.locked_in_at is null and ${isCoveredByPause})`
