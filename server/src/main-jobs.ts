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
import { startReadingLists, startEndingBids, startLoggingPauses, startTelling } from './jobs/start-repeating.ts'
import { startSending } from './jobs/start-sending.ts'
import type { Delivery } from './notifying/deliveries/delivery.ts'
import { openEmailChannel } from './notifying/mail/email-channel.ts'
import { startProcess } from './start-process.ts'

/** Runs the background jobs until the process is asked to stop, or until the job queue fails for good. */
export async function runJobs(env: NodeJS.ProcessEnv): Promise<void> {
  await using started = await startProcess('jobs', env, { poolSize: 10, answerWithinMs: 30_000 })
  const { config, ctx: base, database, stopped } = started
  const { db, log, plans } = base
  const sealerOf = (host: string) => createSealer(config.keys.vault, host)
  const vaultOf = (host: string) => openVault(config.keys.vault, host)
  const ctx = {
    ...base,
    database,
    dataDir: config.dataDir,
    sealer: sealerOf(config.site.host),
    vault: vaultOf(config.site.host),
  }
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message)

  await resealWebhooks(ctx, sealerOf, vaultOf)
  using email = openEmailChannel(config, {
    db,
    log,
    renderNotification: (delivery) => renderNotificationMail(ctx, delivery),
  })
  const compose = (delivery: Delivery) => composeAlert(ctx, delivery)
  const keys = await publishPushKeys(db, config.keys.vault)
  await using push = pushChannel({ ...ctx, keys, ...config.push, compose })
  const sms = smsChannel(config, { ...ctx, compose })
  await using webhook = webhookChannel({ ...ctx, compose, vaultOf, privateHosts: config.webhookPrivateHosts })
  const billing =
    config.billing && plans
      ? { ...ctx, plans, stripe: createStripeClient(config.billing), isTest: config.billing.isTest }
      : null

  await using jobs = await startJobs({ ...ctx, databaseUrl: config.databaseUrl, billing })
  await using _refreshing = startRefreshing(ctx, warn('a read of the site failed'))
  await using _ending = startEndingBids(
    ctx,
    warn('bids of paused accounts, of groups that have won and of programs could not be ended'),
  )
  await using _logging = startLoggingPauses(ctx, warn('a pause could not be logged with every bid'))
  await using _sending = await startSending(
    ctx,
    [email, push, sms, webhook],
    warn('it could not be decided which alerts go out'),
  )
  await using _telling = startTelling(ctx, warn('news could not be told'))
  await using _lists = await startReadingLists(ctx, warn('lists of the site could not be read'))
  await using _preflights = await startPreflights(ctx, warn('a preflight failed'))
  await using _watching = startWatching(ctx)
  const { heartbeatUrl: url } = config.watching
  await using _heartbeat = url === null ? null : startHeartbeat(ctx, url)
  log.info('jobs started')
  process.send?.('started')
  await Promise.race([stopped, jobs.done])
}
