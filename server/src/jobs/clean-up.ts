import { RETENTION_MS } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'
import { raiseAlarm } from '../platform/alarms.ts'
import type { Tables } from '../platform/database/generated-tables.ts'
import type { Db } from '../platform/database/tables.ts'

/** A statement locks and deletes at most so many rows. */
const BATCH = 1_000

type Rule = {
  table: keyof Tables
  /** Null where the jobs may not read the key: all rows are deleted at once. */
  key: string | null
  keepMs: number
  isOver: (before: Date) => ReturnType<typeof sql>
}

const since = (column: string) => (before: Date) => sql`${sql.ref(column)} < ${before}`

/** Which rows are deleted when. The key is what a statement names the rows by, so that it can delete them in batches. */
const RULES: readonly Rule[] = [
  rule('idempotency_keys', null, 'idempotencyKeys', since('created_at')),
  rule('known_callers', null, 'knownDevices', since('last_used_at')),
  rule('known_callers', null, 'knownNetworks', (at) => sql`last_used_at < ${at} and caller like 'network %'`),
  rule('login_locks', null, 'loginLocks', (at) => sql`greatest(updated_at, locked_until) < ${at}`),
  rule('attempt_budgets', null, 'attemptBudgets', since('updated_at')),
  rule('sessions', 'id', 'endedSessions', (at) => sql`least(expires_at, revoked_at) < ${at}`),
  rule('api_tokens', 'id', 'expiredApiTokens', since('expires_at')),
  rule('used_once', null, 'spentTokens', since('expires_at')),
  rule('identity_challenges', null, 'spentTokens', since('expires_at')),
  rule('deliveries', 'id', 'mails', (at) => sql`next_try_at is null and created_at < ${at}`),
  rule(
    'deliveries',
    'id',
    'mailsWithoutAccount',
    (at) => sql`next_try_at is null and account_id is null and created_at < ${at}`,
  ),
  rule('mailbox', 'id', 'mailbox', since('sent_at')),
  rule('mail_links', 'id', 'expiredLinks', since('expires_at')),
  rule('alert_links', null, 'expiredLinks', since('expires_at')),
  rule('login_failure_trail', 'id', 'loginFailureTrail', since('at')),
  rule('notifications', 'id', 'notifications', since('at')),
  rule('performance_metrics', 'id', 'performanceMetrics', since('at')),
  rule('security_events', 'id', 'securityLog', since('at')),
  rule('product_events', 'id', 'productEvents', since('at')),
  rule('site_lists', null, 'siteLists', since('asked_at')),
  rule('found_items', null, 'foundItems', since('ends_at')),
  rule(
    'site_searches',
    'id',
    'foundItems',
    (at) => sql`coalesce(tried_at, '-infinity') < ${at}
                and not exists (select from searches w where w.site_search_id = site_searches.id)`,
  ),
  rule('imports', 'id', 'imports', since('ended_at')),
  rule('sold_look_ups', null, 'soldLookUps', since('read_at')),
  rule(
    'read_shares',
    'account_id, marketplace',
    'readShares',
    (at) => sql`greatest(reads_until, refreshes_until) < ${at}`,
  ),
  rule('incidents', 'id', 'incidents', since('ended_at')),
  rule('unknown_replies', null, 'unknownReplies', since('seen_at')),
  rule(
    'engines',
    'id',
    'endedEngines',
    (at) => sql`coalesce(stopped_at, heartbeat_at) < ${at}
                and not exists (select from bids b where b.engine_id = engines.id)`,
  ),
  rule(
    'listings',
    'id',
    'untrackedListings',
    (at) => sql`last_checked_at < ${at}
                and not exists (select from tracked_auctions t where t.listing_id = listings.id)`,
  ),
]

function rule(table: keyof Tables, key: Rule['key'], period: keyof typeof RETENTION_MS, isOver: Rule['isOver']): Rule {
  return { table, key, keepMs: RETENTION_MS[period], isOver }
}

/**
 * Deletes rows whose time is over, as the table of periods says, and accounts that nobody uses. A table that fails raises
 * an alarm and does not stop the others; the first error is thrown at the end, so that the job is repeated.
 */
export async function cleanUp({ db, clock, log }: Ctx): Promise<void> {
  const errors: unknown[] = []
  const attempt = async (table: string, deleteBatch: () => Promise<number>) => {
    try {
      while ((await deleteBatch()) === BATCH);
    } catch (error) {
      errors.push(error)
      log.error({ err: error, table }, 'rows whose time is over could not be deleted')
      await raiseAlarm(db, { kind: 'retention_failed', subject: table })
    }
  }

  for (const { table, key, keepMs, isOver } of RULES) {
    const over = isOver(new Date(clock.now() - keepMs))
    await attempt(table, () => deleteRows(db, { table, key, over }))
  }
  await attempt('accounts', () => deleteUnusedAccounts(db, new Date(clock.now() - RETENTION_MS.unusedAccounts)))
  await attempt('jobs that failed', () => deleteFailedJobs(db))
  if (errors.length > 0) throw errors[0]
}

async function deleteRows(
  db: Db,
  { table, key, over }: { table: string; key: string | null; over: ReturnType<typeof sql> },
) {
  const name = sql.table(table)
  if (key === null) {
    await sql`delete from ${name} where ${over}`.execute(db)
    return 0
  }
  const columns = sql.raw(key)
  const { numAffectedRows } = await sql`
    delete from ${name} where (${columns}) in (select ${columns} from ${name} where ${over} limit ${BATCH})`.execute(db)
  return Number(numAffectedRows)
}

/** Jobs that have used up their tries: the schedule does their work anew. For a day they show that something is wrong. */
async function deleteFailedJobs(db: Db): Promise<number> {
  const { rows } = await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
       where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '1 day'
       limit ${BATCH}))`.execute(db)
  return rows.length
}

async function deleteUnusedAccounts(db: Db, openedBefore: Date): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    select delete_unused_accounts(${openedBefore}, ${BATCH}) as deleted`.execute(db)
  return rows[0]?.deleted ?? 0
}
