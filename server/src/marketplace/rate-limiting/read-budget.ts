import { sql } from 'kysely'
import type { Db, ReadBudgetRow, Tx } from '../../platform/database/tables.ts'
import { type SiteError, SITE_ERROR_KINDS } from '../site-error.ts'
import { afterAnswer, afterFault, isSiteFault } from './back-off.ts'
import {
  advanceTo,
  type Bucket,
  BURST,
  debit,
  type Grant,
  grantReads,
  pauseLeftMs,
  type ReadRequest,
  refund,
} from './bucket.ts'
import { lockDueRefreshes, writeDueRefreshes } from './due-refreshes.ts'
import {
  advanceShare,
  fullShare,
  type OtherReaders,
  spreadRefreshes,
  type ReadShare,
  shareOf,
  shareWaitMs,
  spendRead,
  spendUnknownItem,
} from './read-share.ts'

/** The site's health as every process sees it. Instants are epoch ms; a negative `readsLeft` is the debt of snipes. */
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

/** A batch of reads made without a grant: the items that the site answered for, and those that it failed for. */
export type UnmeteredReads = {
  reads: number
  answers: ReadonlySet<string>
  failures: ReadonlyMap<string, SiteError>
}

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
 * since it is the one clock that all processes share. Reads of armed snipes need no grant; they are debited afterwards.
 */
export function openReadBudget({ db, siteId, readsPerSecond, onChange }: Options) {
  const change = changeBucket({ db, siteId, readsPerSecond, onChange })
  const state = () => readState(db, siteId, readsPerSecond)

  return {
    /**
     * Takes reads out of the budget if it holds any; a user's read also comes out of the share of the account. Each
     * granted read must be made or refunded.
     */
    acquire: (request: ReadRequest): Promise<Grant> =>
      change((bucket, tx) => takeRead(tx, bucket, request, { siteId, readsPerSecond })),

    /** Takes from an account's share what an item costs that the site does not have: asking for invented ones is slow. */
    async chargeUnknownItem(accountId: number): Promise<void> {
      await change(async (bucket, tx) => {
        const rate = { readsPerSecond, share: await partOf(tx, siteId, accountId) }
        const share = await readShare(tx, siteId, accountId, bucket.at, rate)
        await writeShare(tx, siteId, accountId, spendUnknownItem(share))
        return [undefined, bucket]
      })
    },

    /**
     * Locks what is planned of the refreshes that an account asks for: for `plannedMs` from now. `plan` adds some, and returns
     * in how many ms each of them may be due. They are granted when they are due, like all refreshes.
     */
    async lockRefreshes(tx: Tx, accountId: number) {
      const plannedMs = await lockDueRefreshes(tx, siteId, accountId)
      return {
        plannedMs,
        plan: async (count: number): Promise<number[]> => {
          const next = spreadRefreshes(count, plannedMs, readsPerSecond)
          if (count > 0) await writeDueRefreshes(tx, siteId, accountId, next.plannedMs)
          return next.delaysMs
        },
      }
    },

    /** How long refreshes that are due now may have to wait, ms: until a pause is over, and the debt of snipes is paid back. */
    async refreshWaitMs(): Promise<number> {
      const { pauseLeftMs, readsLeft } = await state()
      return pauseLeftMs + (Math.max(0, -readsLeft) / readsPerSecond) * 1_000
    },

    /** Returns reads that were granted but not made. */
    async refund({ reads, trial }: { reads: number; trial: boolean }): Promise<void> {
      if (reads === 0 && !trial) return
      await change((bucket) => [undefined, refund(bucket, reads, trial)])
    },

    /** Counts reads that were made without a grant, and their results. Returns the site's state after them. */
    debit: ({ reads, answers, failures }: UnmeteredReads): Promise<SiteState> =>
      change((bucket) => {
        let after = debit(bucket, reads)
        for (const item of answers) after = afterAnswer(after, { item, trial: false })
        for (const [item, error] of failures) {
          if (isSiteFault(error)) after = afterFault(after, { error, item, trial: false }, Math.random())
        }
        return [stateOf(after), after]
      }),

    /** Reports the result of a granted read: null for an answer, else its failure. */
    async report(error: SiteError | null, { item, trial }: ReportedRead): Promise<void> {
      const chance = Math.random()
      if (error && isSiteFault(error)) {
        await change((bucket) => [undefined, afterFault(bucket, { error, item, trial }, chance)])
      } else if (trial || (await hasFailingItems(db, siteId))) {
        await change((bucket) => [undefined, afterAnswer(bucket, { item, trial })])
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

/** A user's read also comes out of the share of the account. */
async function takeRead(
  tx: Tx,
  bucket: Bucket,
  request: ReadRequest,
  { siteId, readsPerSecond }: Pick<Options, 'siteId' | 'readsPerSecond'>,
): Promise<readonly [Grant, Bucket]> {
  if (request.by === 'refresh') return grantReads(bucket, request, readsPerSecond)
  const rate = { readsPerSecond, share: await partOf(tx, siteId, request.accountId) }
  const share = await readShare(tx, siteId, request.accountId, bucket.at, rate)
  const waitMs = shareWaitMs(share, rate)
  if (waitMs > 0) return [{ kind: 'wait', reason: 'budget', waitMs }, bucket]
  const [grant, after] = grantReads(bucket, request, readsPerSecond)
  // A reader that waits counts too: the others get less from now on.
  await writeShare(tx, siteId, request.accountId, grant.kind === 'granted' ? spendRead(share) : share)
  return [grant, after]
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

/** An answer is recorded only while it could clear an item: most reads then cost one short query more. */
async function hasFailingItems(db: Db, siteId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from read_budgets where marketplace = ${siteId} and failing_items <> '[]'`.execute(db)
  return rows.length > 0
}

/** An account's share at the instant `now`. The locked row of the budget orders the readers of one share. */
async function readShare(
  tx: Tx,
  siteId: string,
  accountId: number,
  now: number,
  rate: { readsPerSecond: number; share: number },
) {
  const row = await tx
    .selectFrom('read_shares')
    .select(['tokens', 'refilled_at'])
    .where('account_id', '=', accountId)
    .where('marketplace', '=', siteId)
    .executeTakeFirst()
  if (!row) return fullShare(now, rate.share)
  return advanceShare(now, { at: row.refilled_at.getTime(), tokens: row.tokens }, rate)
}

/** The part of the budget that an account gets now, by who else has read within a minute. */
async function partOf(tx: Tx, siteId: string, accountId: number): Promise<number> {
  const { rows } = await sql<{ is_verified: boolean } & OtherReaders>`
    select (select email_verified_at is not null from accounts where id = ${accountId}) as is_verified,
           count(*) filter (where a.email_verified_at is not null)::int as verified,
           count(*) filter (where a.email_verified_at is null)::int as unverified
      from read_shares s join accounts a on a.id = s.account_id
     where s.marketplace = ${siteId} and s.account_id <> ${accountId}
       and s.refilled_at > clock_timestamp() - interval '1 minute'`.execute(tx)
  const [row] = rows
  return shareOf(row?.is_verified ?? false, row ?? { verified: 0, unverified: 0 })
}

async function writeShare(tx: Tx, siteId: string, accountId: number, { at, tokens }: ReadShare) {
  const columns = { tokens, refilled_at: new Date(at) }
  await tx
    .insertInto('read_shares')
    .values({ account_id: accountId, marketplace: siteId, ...columns })
    .onConflict((conflict) => conflict.columns(['account_id', 'marketplace']).doUpdateSet(columns))
    .execute()
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
  answeredAt: 0,
  failingItems: [],
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
  answeredAt: row.answered_at?.getTime() ?? 0,
  failingItems: row.failing_items,
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
  answered_at: new Date(bucket.answeredAt),
  failing_items: JSON.stringify(bucket.failingItems),
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
