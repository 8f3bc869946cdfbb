import { composeAlert } from './alerts/compose-alert.ts'
import { pushChannel } from './alerts/push/push-channel.ts'
import { publishPushKeys } from './alerts/push/push-keys.ts'
import { renderNotificationMail } from './alerts/render-notification-mail.ts'
import { smsChannel } from './alerts/sms/sms-channel.ts'
import { webhookChannel } from './alerts/webhooks/webhook-channel.ts'
import { resealWebhooks } from './alerts/webhooks/webhook-settings.ts'
import { createStripeClient } from './billing/stripe-client.ts'
import { createSealer } from './connections/vault/create-sealer.ts'
import { openVault } from './connections/vault/open-vault.ts'
import { startHeartbeat } from './health/start-heartbeat.ts'
import { startWatching } from './health/start-watching.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { startPreflights } from './jobs/start-preflights.ts'
import { startRefreshing } from './jobs/start-refreshing.ts'
import {
  startReadingLists,
  startEndingBids,
  startEndingRequests,
  startLoggingPauses,
  startMeasuring,
  startTelling,
  startTellingWeeks,
} from './jobs/start-repeating.ts'
import { startSending } from './jobs/start-sending.ts'
import type { Delivery } from './notifying/deliveries/delivery.ts'
import { openEmailChannel } from './notifying/mail/email-channel.ts'
import { startProcess } from './start-process.ts'

/** Runs the background jobs until the process is asked to stop, or until the job queue fails for good. */
export async function runJobs(env: NodeJS.ProcessEnv): Promise<void> {
  await using started = await startProcess('jobs', env, { poolSize: 10, answerWithinMs: 30_000 })
  const { config, plans, log, clock, database, db, marketplace, readBudget, stopped } = started
  const reading = { db, clock, marketplace, readBudget, expectsBackups: config.backups.isOn, dataDir: config.dataDir }
  const sessions = {
    ...reading,
    vault: openVault(config.keys.vault, config.site.host),
    sealer: createSealer(config.keys.vault, config.site.host),
    process: 'jobs',
  }
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message)

  const vaultOf = (host: string) => openVault(config.keys.vault, host)
  await resealWebhooks({ db, sealerOf: (host) => createSealer(config.keys.vault, host), vaultOf })
  const composing = { db, clock, marketplace, publicUrl: config.http.publicUrl }
  const renderNotification = (delivery: Delivery) => renderNotificationMail(composing, delivery)
  using email = openEmailChannel(config, { db, log, renderNotification })
  const compose = (delivery: Delivery) => composeAlert(composing, delivery)
  await using push = pushChannel({
    db,
    clock,
    log,
    keys: await publishPushKeys(db, config.keys.vault),
    ...config.push,
    compose,
  })
  const sms = smsChannel(config, { db, clock, compose })
  await using webhook = webhookChannel({
    db,
    clock,
    compose,
    vaultOf,
    publicUrl: config.http.publicUrl,
    privateHosts: config.webhookPrivateHosts,
  })
  const billing =
    config.billing && plans
      ? { db, clock, plans, stripe: createStripeClient(config.billing), isTest: config.billing.isTest }
      : null

  await using jobs = await startJobs({ ...sessions, plans, databaseUrl: config.databaseUrl, log, billing })
  await using _refreshing = startRefreshing({ ...reading, onError: warn('a read of the site failed') })
  await using _ending = startEndingBids({
    ...reading,
    onError: warn('bids of paused accounts and of groups that have won could not be ended'),
  })
  await using _requests = startEndingRequests({ ...reading, onError: warn('requests of programs could not be ended') })
  await using _logging = startLoggingPauses({ ...reading, onError: warn('a pause could not be logged with every bid') })
  await using _sending = await startSending({
    db,
    clock,
    log,
    database,
    plans,
    channels: [email, push, sms, webhook],
    onError: warn('it could not be decided which alerts go out'),
  })
  await using _telling = startTelling({ db, clock, marketplace, onError: warn('news could not be told') })
  await using _tellingWeeks = startTellingWeeks({ db, clock, onError: warn('weeks could not be told') })
  await using _lists = await startReadingLists({
    ...sessions,
    database,
    log,
    onError: warn('lists of the site could not be read'),
  })
  await using _measuring = startMeasuring({ db, clock, onError: warn('ended bids could not be measured') })
  await using _preflights = await startPreflights({ ...sessions, database, log, onError: warn('a preflight failed') })
  await using _watching = startWatching({
    ...reading,
    log,
    adminEmails: config.adminEmails,
  })
  const { heartbeatUrl: url } = config.watching
  await using _heartbeat = url === null ? null : startHeartbeat({ ...reading, log, url })
  log.info('jobs started')
  process.send?.('started')
  await Promise.race([stopped, jobs.done])
}
