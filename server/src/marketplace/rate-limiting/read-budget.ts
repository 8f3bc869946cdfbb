import { sql } from 'kysely'
import type { Db, ReadBudgetRow, Tx } from '../../platform/database/tables.ts'
import { type SiteError, SITE_ERROR_KINDS } from '../site-error.ts'
import { afterProbe, afterTrouble, afterUnasked, isTrouble } from './back-off.ts'
import { type Asked, type Bucket, BURST, carryTo, debit, giveBack, grantReads, type Leave } from './bucket.ts'

/** How the site is, as everybody may know. Instants are epoch ms; `readsLeft` below zero is what snipes owe. */
export type SiteState = {
  state: Bucket['state']
  /** Null: since ever. */
  since: number | null
  because: Bucket['because']
  failures: number
  nextTryAt: number | null
  readsLeft: number
}

export type ReadBudget = ReturnType<typeof openReadBudget>

/** `failure` is the worst of them; `answered` if the site had anything to say to any. */
export type UnmeteredReads = { reads: number; failure: SiteError | null; answered: boolean }

type Options = {
  db: Db
  siteId: string
  readsPerSecond: number
  /** Told in the process that saw it: the site has failed, once more, or answers again. */
  onChange: (state: SiteState) => void
}

/**
 * The reads of one site, shared by all processes through the database, whose clock fills the bucket: it is the one
 * clock that they have in common. Reads of armed snipes are debited and never asked for.
 */
export function openReadBudget({ db, siteId, readsPerSecond, onChange }: Options) {
  async function change<T>(work: (bucket: Bucket) => readonly [T, Bucket]): Promise<T> {
    const [answer, before, after] = await db.transaction().execute(async (tx) => {
      const { row, now } = await lockRow(tx, siteId)
      const before = carryTo(now, bucketOf(row), readsPerSecond)
      const [answer, after] = work(before)
      await tx.updateTable('read_budgets').set(columnsOf(after)).where('marketplace', '=', siteId).execute()
      return [answer, before, after] as const
    })
    if (before.state !== after.state || before.failures !== after.failures) onChange(stateOf(after))
    return answer
  }

  return {
    /** Takes reads out of the budget if they are there; each has to be made, or given back. */
    take: (asked: Asked): Promise<Leave> => change((bucket) => grantReads(bucket, asked, readsPerSecond)),

    /** Gives back reads that were not made after all. */
    async giveBack({ reads, probe }: { reads: number; probe: boolean }): Promise<void> {
      if (reads > 0 || probe) await change((bucket) => [undefined, giveBack(bucket, reads, probe)])
    },

    /** Counts reads that nobody asked for, and what came of them. */
    debit: ({ reads, failure, answered }: UnmeteredReads): Promise<void> =>
      change((bucket) => {
        const after = debit(bucket, reads)
        if (failure && isTrouble(failure)) return [undefined, afterTrouble(after, failure, false, Math.random())]
        return [undefined, answered ? afterUnasked(after) : after]
      }),

    /** Tells how a read ended: with the site's answer (`null`), or with its failure. */
    async report(error: SiteError | null, probe: boolean): Promise<void> {
      const chance = Math.random()
      if (error && isTrouble(error)) await change((bucket) => [undefined, afterTrouble(bucket, error, probe, chance)])
      else if (probe) await change((bucket) => [undefined, afterProbe(bucket)])
    },

    async state(): Promise<SiteState> {
      const { rows } = await sql<Locked>`
        select *, ${NOW} as now from read_budgets where marketplace = ${siteId}`.execute(db)
      const [row] = rows
      return stateOf(row ? carryTo(row.now, bucketOf(row), readsPerSecond) : fresh)
    },
  }
}

type Locked = ReadBudgetRow & { now: number }

/** Whole milliseconds, as the columns are read back. */
const NOW = sql<number>`ceil(extract(epoch from clock_timestamp()) * 1000)::float8`

/** The time is read once the row is ours: before, it could be earlier than what the last one wrote. */
async function lockRow(tx: Tx, siteId: string): Promise<{ row: ReadBudgetRow; now: number }> {
  const lock = sql<Locked>`
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
  if (!row) throw new Error(`The budget of ${siteId} vanished`)
  return { row, now: row.now }
}

const fresh: Bucket = {
  at: 0,
  tokens: BURST,
  state: 'ok',
  stateSince: 0,
  because: null,
  failures: 0,
  nextTryAt: 0,
  probeUntil: 0,
  personWaitingUntil: 0,
  personReadAt: 0,
}

const bucketOf = (row: ReadBudgetRow): Bucket => ({
  at: row.refilled_at.getTime(),
  tokens: row.tokens,
  state: row.state,
  stateSince: row.state_since.getTime(),
  because: SITE_ERROR_KINDS.find((kind) => kind === row.because) ?? null,
  failures: row.failures,
  nextTryAt: row.next_try_at?.getTime() ?? 0,
  probeUntil: row.probe_until?.getTime() ?? 0,
  personWaitingUntil: row.person_waiting_until?.getTime() ?? 0,
  personReadAt: row.person_read_at?.getTime() ?? 0,
})

const columnsOf = (bucket: Bucket) => ({
  tokens: bucket.tokens,
  refilled_at: new Date(bucket.at),
  state: bucket.state,
  state_since: new Date(bucket.stateSince),
  because: bucket.because,
  failures: bucket.failures,
  next_try_at: new Date(bucket.nextTryAt),
  probe_until: new Date(bucket.probeUntil),
  person_waiting_until: new Date(bucket.personWaitingUntil),
  person_read_at: new Date(bucket.personReadAt),
})

const stateOf = ({ state, stateSince, because, failures, nextTryAt, tokens }: Bucket): SiteState => ({
  state,
  since: stateSince || null,
  because,
  failures: state === 'ok' ? 0 : failures,
  nextTryAt: state === 'ok' ? null : nextTryAt,
  readsLeft: Math.floor(tokens),
})
