import { sql } from 'kysely'

/** An engine raises its heartbeat each second. By the database's clock, which does not differ between hosts. */
export const BEATS = sql<boolean>`heartbeat_at > now() - interval '5 s'`

/**
 * An engine that sends bids, in the table of engines: it has not stopped, and its last beat is younger than a lease. So long, it
 * sends what it holds also without the database; then another engine takes its bids over. An unfit engine sends too: it lets fit
 * ones go first, and where there are none, it claims every bid.
 */
export const SENDS = sql<boolean>`(stopped_at is null and heartbeat_at > now() - interval '20 s')`
