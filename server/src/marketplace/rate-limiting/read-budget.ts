import { sql } from 'kysely'
import type { Db, ReadBudgetRow, Tx } from '../../platform/database/tables.ts'
import { type SiteError, SITE_ERROR_KINDS } from '../site-error.ts'
import { afterFault, afterTrial, afterUnmeteredAnswer, isSiteFault } from './back-off.ts'
import { advanceTo, type Bucket, BURST, debit, type Grant, grantReads, type ReadRequest, refund } from './bucket.ts'

/** The site's health as every process sees it. Instants are epoch ms; a negative `readsLeft` is the debt of snipes. */
export type SiteState = {
  state: Bucket['state']
  /** Null when the state has never changed. */
  since: number | null
  failureKind: Bucket['failureKind']
  failures: number
  nextTryAt: number | null
  readsLeft: number
}

export type ReadBudget = ReturnType<typeof openReadBudget>

/** A batch of reads made without a grant: its worst failure, and whether the site answered any of them. */
export type UnmeteredReads = { reads: number; failure: SiteError | null; answered: boolean }

type Options = {
  db: Db
  siteId: string
  readsPerSecond: number
  /** Called in the process that saw it, when the site fails, fails again, or recovers. */
  onChange: (state: SiteState) => void
}

/**
 * The budget of reads of one site, shared by all processes through the database. The database's clock fills the bucket,
 * since it is the one clock that all processes share. Reads of armed snipes need no grant; they are debited afterwards.
 */
export function openReadBudget({ db, siteId, readsPerSecond, onChange }: Options) {
  async function change<T>(work: (bucket: Bucket) => readonly [T, Bucket]): Promise<T> {
    const [result, before, after] = await db.transaction().execute(async (tx) => {
      const { row, now } = await lockRow(tx, siteId)
      const before = advanceTo(now, bucketOf(row), readsPerSecond)
      const [result, after] = work(before)
      await tx.updateTable('read_budgets').set(columnsOf(after)).where('marketplace', '=', siteId).execute()
      return [result, before, after] as const
    })
    if (before.state !== after.state || before.failures !== after.failures) onChange(stateOf(after))
    return result
  }

  return {
    /** Takes reads out of the budget if it holds any. Each granted read must be made or refunded. */
    acquire: (request: ReadRequest): Promise<Grant> => change((bucket) => grantReads(bucket, request, readsPerSecond)),

    /** Returns reads that were granted but not made. */
    async refund({ reads, trial }: { reads: number; trial: boolean }): Promise<void> {
      if (reads > 0 || trial) await change((bucket) => [undefined, refund(bucket, reads, trial)])
    },

    /** Counts reads that were made without a grant, and their result. */
    debit: ({ reads, failure, answered }: UnmeteredReads): Promise<void> =>
      change((bucket) => {
        const after = debit(bucket, reads)
        if (failure && isSiteFault(failure)) return [undefined, afterFault(after, failure, false, Math.random())]
        return [undefined, answered ? afterUnmeteredAnswer(after) : after]
      }),

    /** Reports the result of a granted read: null for an answer, else its failure. */
    async report(error: SiteError | null, trial: boolean): Promise<void> {
      const chance = Math.random()
      if (error && isSiteFault(error)) await change((bucket) => [undefined, afterFault(bucket, error, trial, chance)])
      else if (trial) await change((bucket) => [undefined, afterTrial(bucket)])
    },

    async state(): Promise<SiteState> {
      const { rows } = await sql<LockedRow>`
        select *, ${NOW} as now from read_budgets where marketplace = ${siteId}`.execute(db)
      const [row] = rows
      return stateOf(row ? advanceTo(row.now, bucketOf(row), readsPerSecond) : FULL_BUCKET)
    },
  }
}

type LockedRow = ReadBudgetRow & { now: number }

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

const FULL_BUCKET: Bucket = {
  at: 0,
  tokens: BURST,
  state: 'ok',
  stateSince: 0,
  failureKind: null,
  failures: 0,
  nextTryAt: 0,
  trialUntil: 0,
  userWaitingUntil: 0,
  userReadAt: 0,
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
  userWaitingUntil: row.user_waiting_until?.getTime() ?? 0,
  userReadAt: row.user_read_at?.getTime() ?? 0,
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
  user_waiting_until: new Date(bucket.userWaitingUntil),
  user_read_at: new Date(bucket.userReadAt),
})

const stateOf = ({ state, stateSince, failureKind, failures, nextTryAt, tokens }: Bucket): SiteState => ({
  state,
  since: stateSince || null,
  failureKind,
  failures: state === 'ok' ? 0 : failures,
  nextTryAt: state === 'ok' ? null : nextTryAt,
  readsLeft: Math.floor(tokens),
})
