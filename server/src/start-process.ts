import { separateTestPayments } from './billing/separate-test-payments.ts'
import { completeConfig } from './config/complete-config.ts'
import { keysOf } from './config/keys.ts'
import { refuseLoginsOfOtherHosts } from './connections/refuse-logins-of-other-hosts.ts'
import { checkVaultKeys } from './connections/vault/check-vault-keys.ts'
import type { Ctx } from './context/ctx.ts'
import { noteReplies } from './marketplace/note-replies.ts'
import { openReadBudget, type SiteState } from './marketplace/rate-limiting/read-budget.ts'
import { shopgoodwill } from './marketplace/shopgoodwill/shopgoodwill.ts'
import { LIMITS } from './marketplace/shopgoodwill/site.ts'
import { checkPlansInUse } from './plans/check-plans-in-use.ts'
import { readPlans } from './plans/load-plans.ts'
import { systemClock } from './platform/clock.ts'
import { isSuperuser, openDatabase, requireTables } from './platform/database/open-database.ts'
import { proveSession } from './platform/database/prove-session.ts'
import type { ProcessName } from './platform/database/roles.ts'
import { endProcess } from './platform/end-process.ts'
import { createLog, flushLog, type Log } from './platform/log.ts'
import { stopSignals } from './platform/stop-signals.ts'
import { watchWallClock } from './platform/watch-wall-clock.ts'

type Options = {
  poolSize: number
  /** A query that takes longer fails. */
  answerWithinMs: number
}

/**
 * An engine's last bids take up to 15 s, and their answers a moment; what is still under way then, its journal keeps for
 * the next engine. A database that does not answer would hold up the end of the other programs for longer than a minute.
 */
const STOP_WITHIN_MS = 19_500

/**
 * Reads the configuration and makes the context of a process. `stopped` resolves when an operator or the supervisor asks
 * the process to end, which it does within 20 seconds, and at once when it is asked again. Throws a StartupError when the
 * configuration does not allow a start.
 */
export async function startProcess(name: ProcessName, env: NodeJS.ProcessEnv, pool: Options) {
  process.title = `bidwell ${name}`
  const { stopped, forced } = stopSignals()
  const isStopped = new Promise<void>((resolve) => stopped.addEventListener('abort', () => resolve(), { once: true }))
  forced.addEventListener('abort', () => endProcess(1))
  const complete = await completeConfig(env, name)
  const config = { ...complete, keys: await keysOf(name, complete) }
  const plans = name === 'engine' ? null : await readPlans(config)
  const log = createLog({ level: config.logLevel, process: name })
  void isStopped.then(() => setTimeout(() => void flushLog(log).then(() => endProcess()), STOP_WITHIN_MS).unref())
  const clock = systemClock

  await using stack = new AsyncDisposableStack()
  // First, so that it comes last: whatever closes may still write lines.
  stack.defer(() => flushLog(log))
  const connecting = { url: config.databaseUrl, applicationName: `bidwell ${name}` }
  await proveSession(connecting)
  const database = stack.use(openDatabase({ ...connecting, ...pool }))
  const { db } = database
  await requireTables(db)
  if (await isSuperuser(db)) log.warn('the role of DATABASE_URL is a superuser: give it an ordinary one')
  const site = stack.use(shopgoodwill(clock, config.site, LIMITS))
  const readBudget = openReadBudget({
    db,
    siteId: site.id,
    readsPerSecond: config.site.readsPerSecond,
    onChange: (state) => logSiteState(log, state),
  })
  const ctx: Ctx = {
    db,
    clock,
    log,
    marketplace: noteReplies(site, { db, budget: readBudget }),
    readBudget,
    plans,
    process: name,
    publicUrl: config.http.publicUrl,
    adminEmails: config.adminEmails,
    requiresVerifiedEmail: config.requiresVerifiedEmail,
    sendsMail: config.mail.from !== null,
    hasSearches: config.hasSearches,
    sendsSms: config.sms !== null,
    expectsBackups: config.backups.isOn,
  }
  await checkVaultKeys(ctx, config.keys.vault)
  if (config.billing && plans) await separateTestPayments(ctx, config.billing)
  if (name !== 'engine') await checkPlansInUse(ctx, plans)
  await refuseLoginsOfOtherHosts(ctx, config.site.host)
  stack.use(watchWallClock({ clock, log }))
  const started = stack.move()
  return {
    config,
    ctx,
    database,
    stopped: isStopped,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

/** Logs one line when the site fails, fails again, or recovers, in the process that saw it. */
function logSiteState(log: Log, { state, since, failureKind, failures, nextTryAt }: SiteState): void {
  if (state === 'ok') return log.info('the site answers again')
  log.warn(
    { failureKind, failures, since: iso(since), nextTryAt: iso(nextTryAt) },
    'the site is failing: reads are paused',
  )
}

const iso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString())
