import { sql } from 'kysely'
import type { Db, ReadBudgetRow, Tx } from '../../platform/database/tables.ts'
import { type SiteError, SITE_ERROR_KINDS } from '../site-error.ts'
import { lockShare } from './account-share.ts'
import { afterAnswer, afterFault, isSiteFault } from './back-off.ts'
import {
  advanceTo,
  type Bucket,
  BURST,
  type Grant,
  grantReads,
  pauseLeftMs,
  type ReadRequest,
  refund,
} from './bucket.ts'

/** The site's health as every process sees it. Instants are epoch ms. */
export type SiteState = {
  state: Bucket['state']
  /** Null when the state has never changed. */
  since: number | null
  failureKind: Bucket['failureKind']
  failures: number
  nextTryAt: number | null
  readsLeft: number
  /** How long reads that can wait are still paused, ms. */
  pauseLeftMs: number
}

export type ReadBudget = ReturnType<typeof openReadBudget>

/** The results of reads that were made without a grant: whether the site answered one, and the failures by their items. */
export type OwnReads = { answered: boolean; failures: ReadonlyMap<string, SiteError> }

/** A read with its item: the site's id, or the name of another kind of read, such as `clock`. */
type ReportedRead = { item: string; trial: boolean }

type Options = {
  db: Db
  siteId: string
  readsPerSecond: number
  /** Called in the process that saw it, when the site fails, fails again, or recovers. */
  onChange: (state: SiteState) => void
}

/**
 * The budget of reads of one site, shared by all processes through the database. The database's clock fills the bucket,
 * since it is the one clock that all processes share. Reads of armed snipes are exempt; their results are heard.
 */
export function openReadBudget(options: Options) {
  const { db, siteId, readsPerSecond } = options
  const change = changeBucket(options)
  const state = () => readState(db, siteId, readsPerSecond)

  return {
    /**
     * Takes reads out of the budget if it holds any; a user's read also comes out of the share of the account. Each
     * granted read must be made or refunded.
     */
    acquire: (request: ReadRequest): Promise<Grant> =>
      change(async (bucket, tx) => {
        if (request.by === 'refresh') return grantReads(bucket, request, readsPerSecond)
        const share = await lockShare(tx, { siteId, accountId: request.accountId, kind: 'reads_until' }, readsPerSecond)
        if (share.waitMs > 0) return [{ kind: 'wait', reason: 'budget', waitMs: share.waitMs }, bucket]
        const granted = grantReads(bucket, request, readsPerSecond)
        if (granted[0].kind === 'granted') await share.take(1)
        return granted
      }),

    /**
     * Locks the share of the refreshes that an account asks for, which are granted when they are due, like all refreshes. What its
     * owner looks up meanwhile does not wait for them.
     */
    lockRefreshes: (tx: Tx, accountId: number) =>
      lockShare(tx, { siteId, accountId, kind: 'refreshes_until' }, readsPerSecond),

    /** Returns reads that were granted but not made. */
    async refund({ reads, trial }: { reads: number; trial: boolean }): Promise<void> {
      if (reads === 0 && !trial) return
      await change((bucket) => [undefined, refund(bucket, reads, trial)])
    },

    /** Hears the results of reads that were made without a grant. Returns the site's state after them. */
    async hear({ answered, failures }: OwnReads): Promise<SiteState> {
      if (failures.size === 0 && !(answered && (await isInTrouble(db, siteId)))) return state()
      return change((bucket) => {
        let after = answered ? afterAnswer(bucket, false) : bucket
        for (const [item, error] of failures) after = afterFault(after, { error, item, trial: false }, Math.random())
        return [stateOf(after), after]
      })
    },

    /** Reports the result of a granted read: null for an answer, else its failure. */
    async report(error: SiteError | null, { item, trial }: ReportedRead): Promise<void> {
      if (error && isSiteFault(error)) {
        await change((bucket) => [undefined, afterFault(bucket, { error, item, trial }, Math.random())])
      } else if (trial || (await isInTrouble(db, siteId))) {
        await change((bucket) => [undefined, afterAnswer(bucket, trial)])
      }
    },

    state,
  }
}

type Change<T> = readonly [T, Bucket]

/** Returns the function that changes the bucket under the lock of its row. */
function changeBucket({ db, siteId, readsPerSecond, onChange }: Options) {
  return async function change<T>(work: (bucket: Bucket, tx: Tx) => Change<T> | Promise<Change<T>>): Promise<T> {
    const [result, before, after] = await db.transaction().execute(async (tx) => {
      const { row, now } = await lockRow(tx, siteId)
      const before = advanceTo(now, bucketOf(row), readsPerSecond)
      const [result, after] = await work(before, tx)
      await tx.updateTable('read_budgets').set(columnsOf(after)).where('marketplace', '=', siteId).execute()
      return [result, before, after] as const
    })
    if (before.state !== after.state || before.failures !== after.failures) onChange(stateOf(after))
    return result
  }
}

type LockedRow = ReadBudgetRow & { now: number }

async function readState(db: Db, siteId: string, readsPerSecond: number): Promise<SiteState> {
  const { rows } = await sql<LockedRow>`
    select *, ${NOW} as now from read_budgets where marketplace = ${siteId}`.execute(db)
  const [row] = rows
  return stateOf(row ? advanceTo(row.now, bucketOf(row), readsPerSecond) : FULL_BUCKET)
}

/** Whole milliseconds: the precision at which the columns are read back. */
const NOW = sql<number>`ceil(extract(epoch from clock_timestamp()) * 1000)::float8`

/** Reads the time after the row is locked: a time read before could be earlier than the previous holder's write. */
async function lockRow(tx: Tx, siteId: string): Promise<{ row: ReadBudgetRow; now: number }> {
  const lock = sql<LockedRow>`
    with locked as materialized (select * from read_budgets where marketplace = ${siteId} for update)
    select *, ${NOW} as now from locked`
  let { rows } = await lock.execute(tx)
  if (rows.length === 0) {
    await sql`
      insert into read_budgets (marketplace, tokens, refilled_at) values (${siteId}, ${BURST}, clock_timestamp())
      on conflict do nothing`.execute(tx)
    rows = (await lock.execute(tx)).rows
  }
  const [row] = rows
  if (!row) throw new Error(`The read budget of ${siteId} is missing`)
  return { row, now: row.now }
}

/** An answer is recorded only while it could change anything: most reads then cost one short query more. */
async function isInTrouble(db: Db, siteId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from read_budgets
     where marketplace = ${siteId} and (state <> 'ok' or failing_item is not null)`.execute(db)
  return rows.length > 0
}

const FULL_BUCKET: Bucket = {
  at: 0,
  tokens: BURST,
  state: 'ok',
  stateSince: 0,
  failureKind: null,
  failures: 0,
  nextTryAt: 0,
  trialUntil: 0,
  failingItem: null,
}

const bucketOf = (row: ReadBudgetRow): Bucket => ({
  at: row.refilled_at.getTime(),
  tokens: row.tokens,
  state: row.state,
  stateSince: row.state_since.getTime(),
  failureKind: SITE_ERROR_KINDS.find((kind) => kind === row.failure_kind) ?? null,
  failures: row.failures,
  nextTryAt: row.next_try_at?.getTime() ?? 0,
  trialUntil: row.trial_until?.getTime() ?? 0,
  failingItem: row.failing_item,
})

const columnsOf = (bucket: Bucket) => ({
  tokens: bucket.tokens,
  refilled_at: new Date(bucket.at),
  state: bucket.state,
  state_since: new Date(bucket.stateSince),
  failure_kind: bucket.failureKind,
  failures: bucket.failures,
  next_try_at: new Date(bucket.nextTryAt),
  trial_until: new Date(bucket.trialUntil),
  failing_item: bucket.failingItem,
})

const stateOf = (bucket: Bucket): SiteState => {
  const { state, stateSince, failureKind, failures, nextTryAt, tokens } = bucket
  return {
    state,
    since: stateSince || null,
    failureKind,
    failures: state === 'ok' ? 0 : failures,
    nextTryAt: state === 'ok' ? null : nextTryAt,
    readsLeft: Math.floor(tokens),
    pauseLeftMs: pauseLeftMs(bucket),
  }
}
