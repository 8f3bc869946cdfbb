import { sql } from 'kysely'

/**
 * Whether a pause of its owner's or of the operator's is meant for bid `b`. The operator's `no_new` leaves alone what an
 * engine holds.
 */
export const isCoveredByPause = sql<boolean>`(
  exists (select from accounts a where a.id = b.account_id and a.bidding_paused_at is not null)
  or exists (select from operator_pause s where s.state = 'all' or (s.state = 'no_new' and b.engine_id is null)))`

/** Whether bid `b` is paused, and so is not sent: once it is locked in, no pause reaches it. */
export const isPaused = sql<boolean>`(b.locked_in_at is null and ${isCoveredByPause})`
