import { sql } from 'kysely'

/**
 * Whether bid `b` may not be sent, because its owner or the operator has paused bidding. From lock-in on no pause
 * reaches it; the operator's `no_new` leaves alone what an engine holds.
 */
export const isPaused = sql<boolean>`(
  b.locked_in_at is null
  and (exists (select from accounts a where a.id = b.account_id and a.bidding_paused_at is not null)
       or exists (select from bidding_stop s
                   where s.state = 'all' or (s.state = 'no_new' and b.engine_id is null))))`
