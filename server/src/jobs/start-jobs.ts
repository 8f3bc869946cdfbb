import { EventEmitter } from 'node:events'
import { SEARCH } from '@bidwell/contract'
import {
  Logger,
  parseCrontab,
  run,
  type Runner,
  type RunnerOptions,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import * as z from 'zod/mini'
import { tellWeeks } from '../alerts/tell-weeks.ts'
import type { BillingCtx } from '../billing/billing-ctx.ts'
import { billingTasks } from '../billing/tasks.ts'
import { enqueueDueVerifications } from '../connections/enqueue-due-verifications.ts'
import { renewSiteToken } from '../connections/renew-site-token.ts'
import { rotateCredentialKeys, type Rotated } from '../connections/rotate-credential-keys.ts'
import type { SiteLoginCtx } from '../connections/site-login-ctx.ts'
import { verifyConnection } from '../connections/verify-connection.ts'
import { measureBids } from '../health/measure-bids.ts'
import { remindOfExpiry } from '../identity/api-tokens/remind-of-expiry.ts'
import { followTrials } from '../identity/trial/follow-trials.ts'
import { openPool } from '../platform/database/open-pool.ts'
import { enqueue } from '../platform/enqueue.ts'
import { every } from '../platform/every.ts'
import type { Log } from '../platform/log.ts'
import { neverAborted, withTimeout } from '../platform/with-timeout.ts'
import { carryOutDeletions } from '../privacy/carry-out-deletions.ts'
import { runSearches } from '../searches/run-searches.ts'
import { cleanUp } from './clean-up.ts'
import { freeAbandonedJobs, showOwnPools } from './free-abandoned-jobs.ts'

/**
 * One line per scheduled task, by UTC: the heavy ones early in the morning on the Pacific coast, after the auctions of the evening.
 * `fill` runs a task that was missed while no jobs process ran.
 */
const SCHEDULE = `
  17 * * * * clean-up
  27 * * * * carry-out-deletions
  22 * * * * remind-of-token-expiry ?fill=1h
  */5 * * * * follow-trials
  * * * * * measure-bids
  */10 * * * * tell-weeks
  */${SEARCH.everyMs / 60_000} * * * * run-searches ?max=1
  37 * * * * enqueue-due-verifications ?fill=1h
  57 11 * * * rotate-credential-keys ?fill=1d
`
const BILLING_SCHEDULE = `
  7 * * * * read-due-billing ?fill=1h
  */5 * * * * close-customers
`
const MAX_CONCURRENT_JOBS = 4
/** Jobs that wait for the payment service must not keep the site's tokens and everything else waiting. */
const MAX_CONCURRENT_BILLING_JOBS = 2
const ANSWER_TIMEOUT_MS = 30_000
const FREE_EVERY_MS = 60_000
/** The library may wait for ever after several jobs could not be recorded at once. */
const STOP_WITHIN_MS = 10_000

type QueueCtx = SiteLoginCtx & {
  databaseUrl: string
  /** Where deletions of accounts are noted; absent: nowhere. */
  dataDir?: string
  /** Null without plans. */
  billing: BillingCtx | null
}

export type Jobs = AsyncDisposable & { /** Resolves when the queue has stopped by itself. */ done: Promise<void> }

/**
 * Runs the jobs of the queue and of the schedule until disposed, those that a process which has ended left among them.
 * Disposing waits for the jobs in progress.
 */
export async function startJobs(ctx: QueueCtx): Promise<Jobs> {
  const pool = openPool({
    url: ctx.databaseUrl,
    applicationName: 'bidwell jobs',
    poolSize: MAX_CONCURRENT_JOBS + MAX_CONCURRENT_BILLING_JOBS + 4,
    answerWithinMs: ANSWER_TIMEOUT_MS,
  })
  const events = new EventEmitter()
  const failed = new Promise<void>((resolve) => events.once('pool:fatalError', () => resolve()))
  const ownPools = showOwnPools(events)
  ignoreUpgrades(events)
  const work = (concurrency: number, taskList: TaskList, schedule: string) =>
    run({
      ...QUEUE_OPTIONS,
      pgPool: pool,
      concurrency,
      logger: loggerOf(ctx.log),
      events,
      taskList,
      parsedCronItems: parseCrontab(schedule),
    })
  const runners = [
    await work(MAX_CONCURRENT_JOBS, tasks(ctx), SCHEDULE),
    await work(MAX_CONCURRENT_BILLING_JOBS, billingTasks(ctx.billing), BILLING_SCHEDULE),
  ]
  const freeing = every(ctx.clock, FREE_EVERY_MS, () => freeAbandonedJobs(ctx.db, ownPools), {
    onError: (error) => ctx.log.warn({ err: error }, 'the jobs of ended processes could not be returned to the queue'),
  })
  // A key is added by a restart, so the rotation runs at each start.
  await enqueue(ctx.db, 'rotate-credential-keys', {}, { jobKey: 'rotate-credential-keys' })
  // Accounts that were deleted after the backup of a restore are here again.
  await enqueue(ctx.db, 'carry-out-deletions', {}, { jobKey: 'carry-out-deletions' })
  const end = async () => {
    await Promise.all(runners.map(stop))
    await pool.end()
  }
  return {
    done: Promise.race([failed, ...runners.map(({ promise }) => promise)]),
    async [Symbol.asyncDispose]() {
      await freeing[Symbol.asyncDispose]()
      await withTimeout(ctx.clock, STOP_WITHIN_MS, neverAborted, end).catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'the job queue did not stop'),
      )
    },
  }
}

/**
 * The library ends its process when a notification says that a newer version has changed its tables. Every role of the
 * database may send one. Whoever installs a newer version stops the older processes.
 */
function ignoreUpgrades(events: EventEmitter & WorkerEvents) {
  events.on('pool:listen:success', ({ client }) => {
    client.once('drain', () => client.query('unlisten "worker:migrate"').catch(() => {}))
  })
}

async function stop(runner: Runner) {
  // Throws if the runner has stopped by itself.
  await runner.stop().catch(() => {})
  await runner.promise
}

const OneConnection = z.object({ connectionId: z.int() })

/** One entry per task: its name, its payload, and the function that does it. */
const tasks = (ctx: QueueCtx): TaskList => ({
  'renew-site-token': (payload) => renewSiteToken(ctx, OneConnection.parse(payload).connectionId),
  'enqueue-due-verifications': () => enqueueDueVerifications(ctx),
  'verify-connection': async (payload) => {
    // A failing site cannot verify anything, and is not called; the next plan includes the connection again.
    if ((await ctx.readBudget.state()).state === 'backing_off') return
    await verifyConnection(ctx, OneConnection.parse(payload).connectionId)
  },
  'clean-up': () => cleanUp(ctx),
  'remind-of-token-expiry': () => remindOfExpiry(ctx),
  'carry-out-deletions': () => carryOutDeletions(ctx, ctx.dataDir),
  'follow-trials': () => followTrials(ctx),
  'measure-bids': async (_payload, { abortSignal }) => void (await measureBids(ctx, abortSignal)),
  'tell-weeks': () => tellWeeks(ctx),
  'run-searches': () => runSearches(ctx),
  'rotate-credential-keys': async (_payload, { abortSignal }) =>
    logRotation(ctx, await rotateCredentialKeys(ctx, abortSignal)),
})

function logRotation({ log, sealer: { kid } }: QueueCtx, { resealed, broken }: Rotated) {
  if (resealed > 0) log.info({ kid, logins: resealed }, 'site logins were sealed for the newest key')
  if (broken > 0)
    log.error({ logins: broken }, 'site logins do not open with any key: their owners have to connect again')
}

/** The queue's own log, without job payloads, which may identify people. */
function loggerOf(log: Log): Logger {
  return new Logger((scope) => (level, message) => {
    log[level === 'warning' ? 'warn' : level]({ job: scope.taskIdentifier }, message)
  })
}

/**
 * How a process runs the job queue. Only with batches does the library wait, when it is stopped, until ended jobs are
 * recorded, and stop when one cannot be recorded; otherwise that error would end the process.
 */
export const QUEUE_OPTIONS = {
  noHandleSignals: true,
  preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
} satisfies RunnerOptions
