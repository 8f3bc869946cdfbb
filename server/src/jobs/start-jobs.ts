import { Logger, parseCrontab, run, type TaskList } from 'graphile-worker'
import * as z from 'zod/mini'
import type { SessionDeps } from '../connections/open-site-session.ts'
import { planVerifications } from '../connections/plan-verifications.ts'
import { renewSiteToken } from '../connections/renew-site-token.ts'
import { type Resealed, rotateCredentialKeys } from '../connections/rotate-credential-keys.ts'
import { verifyConnection } from '../connections/verify-connection.ts'
import { type ChainState, linkVaultUses, verifyVaultUses } from '../connections/verify-vault-uses.ts'
import type { ReadBudget } from '../marketplace/rate-limiting/read-budget.ts'
import { openPool } from '../platform/database/open-pool.ts'
import { enqueue } from '../platform/enqueue.ts'
import type { Log } from '../platform/log.ts'
import { cleanUp } from './clean-up.ts'

/** One line for each task that has its time; `fill` makes good what was missed while nothing ran. */
const SCHEDULE = `
  17 * * * * clean-up
  37 * * * * plan-verifications ?fill=1h
  */5 * * * * link-vault-uses
  47 3 * * * verify-vault-uses ?fill=1d
  57 3 * * * reseal-logins ?fill=1d
`
const JOBS_AT_ONCE = 4

type JobsDeps = SessionDeps & { databaseUrl: string; readBudget: Pick<ReadBudget, 'state'>; log: Log }

export type Jobs = AsyncDisposable & { /** Rejects when the queue has failed for good. */ done: Promise<void> }

/** Works off the background's queue and its schedule until disposed; jobs under way are finished first. */
export async function startJobs(deps: JobsDeps): Promise<Jobs> {
  const pool = openPool({
    url: deps.databaseUrl,
    applicationName: 'bidwell jobs',
    poolSize: JOBS_AT_ONCE + 2,
    answerWithinMs: 30_000,
  })
  const runner = await run({
    pgPool: pool,
    concurrency: JOBS_AT_ONCE,
    noHandleSignals: true,
    logger: loggerOf(deps.log),
    taskList: tasks(deps),
    parsedCronItems: parseCrontab(SCHEDULE),
  })
  // A new key comes with a restart.
  await enqueue(deps.db, 'reseal-logins', {}, { jobKey: 'reseal-logins' })
  return {
    done: runner.promise,
    async [Symbol.asyncDispose]() {
      await runner.stop()
      // The queue does not wait until what it has done is written down; ending the pool does.
      await pool.end()
    },
  }
}

const OneConnection = z.object({ connectionId: z.int() })

/** One line for each job: its name, what it takes, and the verb that does it. */
const tasks = (deps: JobsDeps): TaskList => ({
  'renew-site-token': (payload) => renewSiteToken(deps, OneConnection.parse(payload).connectionId),
  'plan-verifications': () => planVerifications(deps),
  'verify-connection': async (payload) => {
    // A site in fault proves nothing, and is left alone; the next plan has the connection in it again.
    if ((await deps.readBudget.state()).state === 'backing_off') return
    await verifyConnection(deps, OneConnection.parse(payload).connectionId)
  },
  'clean-up': () => cleanUp(deps),
  'link-vault-uses': () => linkVaultUses(deps.db),
  'verify-vault-uses': async () => logChain(deps.log, await verifyVaultUses(deps.db)),
  'reseal-logins': async (_payload, { abortSignal }) =>
    logResealed(deps, await rotateCredentialKeys(deps, abortSignal)),
})

/** The head goes where the database's owner cannot reach it: with it, any later rewriting of the record shows. */
function logChain(log: Log, { length, head, brokenAt }: ChainState) {
  if (brokenAt === null) log.info({ length, head }, 'the record of what the vault was used for is whole')
  else log.error({ length, head, brokenAt }, 'the record of what the vault was used for has been changed')
}

function logResealed({ log, sealer: { kid } }: JobsDeps, { resealed, broken }: Resealed) {
  if (resealed > 0) log.info({ kid, logins: resealed }, 'site logins are sealed anew for the newest key')
  if (broken > 0)
    log.error({ logins: broken }, 'site logins do not open with any key: their owners have to connect again')
}

/** The queue's own words, without what a job was given: that may name people. */
function loggerOf(log: Log): Logger {
  return new Logger((scope) => (level, message) => {
    log[level === 'warning' ? 'warn' : level]({ job: scope.taskIdentifier }, message)
  })
}
