import { sql } from 'kysely'
import type { Db } from '../platform/database/tables.ts'

const BURST = 20
/** The longest that one answer of the site can make us stay away. */
const LONGEST_PAUSE_MS = 10 * 60_000

export type Budget = { siteId: string; readsPerSecond: number }

/**
 * Takes one read of the site out of the budget that all processes share. Answers 0 when it was there to take, else how
 * long until one will be, ms. The database's clock fills the bucket, being the one clock that they all share.
 */
export async function takeRead(db: Db, { siteId, readsPerSecond }: Budget): Promise<number> {
  const tokens = tokensNow(readsPerSecond)
  const taken = await sql`
    insert into read_budgets as b (marketplace, tokens, refilled_at)
    values (${siteId}, ${BURST - 1}, clock_timestamp())
    on conflict (marketplace) do update set tokens = ${tokens} - 1, refilled_at = clock_timestamp() where ${tokens} >= 1
    returning 1`.execute(db)
  if (taken.rows.length > 0) return 0

  const { rows } = await sql<{ tokens: number }>`
    select ${tokens} as tokens from read_budgets b where marketplace = ${siteId}`.execute(db)
  const missing = Math.max(0, 1 - (rows[0]?.tokens ?? 0))
  return Math.max(1, (missing / readsPerSecond) * 1_000)
}

/** Nobody reads the site for a while: it has asked for that, or is in trouble. Pauses do not add up. */
export async function pauseReads(db: Db, { siteId, readsPerSecond }: Budget, pauseMs: number): Promise<void> {
  const debt = (Math.min(pauseMs, LONGEST_PAUSE_MS) / 1_000) * readsPerSecond
  await sql`
    insert into read_budgets as b (marketplace, tokens, refilled_at)
    values (${siteId}, ${1 - debt}, clock_timestamp())
    on conflict (marketplace) do update
       set tokens = least(${tokensNow(readsPerSecond)}, ${1 - debt}), refilled_at = clock_timestamp()`.execute(db)
}

/** What bucket `b` holds at this moment. A clock set back costs a refill, nothing more. */
const tokensNow = (readsPerSecond: number) => sql<number>`
  least(${BURST}::float8, b.tokens + ${readsPerSecond}::float8
    * greatest(0, extract(epoch from clock_timestamp() - b.refilled_at))::float8)`
