import { sql } from 'kysely'
import type { Tx } from '../../platform/database/tables.ts'

/** The part of the site's reads that one account gets, after so many at once, so that its reads keep nobody waiting. */
const PART = 1 / 4
const AT_ONCE = 5

/** Which reads of an account: those that somebody waits for, or the refreshes that somebody has asked for, which are planned. */
type Kind = 'reads_until' | 'refreshes_until'

/**
 * An account's share of the reads of a site, locked until the transaction ends. Each read moves the end of what is used by one
 * interval; the share is used up when that end is more than a burst away. `plannedMs` is how far away it is. `take` uses so many
 * reads, and returns in how many ms each of them may be made.
 */
export async function lockShare(
  tx: Tx,
  { siteId, accountId, kind }: { siteId: string; accountId: number; kind: Kind },
  readsPerSecond: number,
) {
  const until = sql.ref(kind)
  const { rows } = await sql<{ ms: number }>`
    insert into read_shares as s (account_id, marketplace) values (${accountId}, ${siteId})
    on conflict (account_id, marketplace) do update set account_id = s.account_id
    returning (extract(epoch from ${until} - clock_timestamp()) * 1000)::float8 as ms`.execute(tx)
  const plannedMs = Math.max(0, rows[0]?.ms ?? 0)
  const intervalMs = 1_000 / (readsPerSecond * PART)
  const delayOf = (place: number) => Math.max(0, plannedMs + (place + 1 - AT_ONCE) * intervalMs)
  return {
    plannedMs,
    /** How long until the share holds a read, ms; 0 when it holds one. */
    waitMs: delayOf(0),
    take: async (count: number): Promise<number[]> => {
      await sql`
        update read_shares set ${until} = clock_timestamp() + ${plannedMs + count * intervalMs} * interval '1 millisecond'
         where account_id = ${accountId} and marketplace = ${siteId}`.execute(tx)
      return Array.from({ length: count }, (_, place) => Math.round(delayOf(place)))
    },
  }
}
