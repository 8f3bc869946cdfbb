import { accountRoutes } from './accounts/routes.ts'
import { adminInstallationRoutes } from './admin/installation-routes.ts'
import { adminRoutes } from './admin/routes.ts'
import { destinationRoutes } from './alerts/destinations/routes.ts'
import { pushRoutes } from './alerts/push/routes.ts'
import { alertRoutes, alertWebhooks } from './alerts/routes.ts'
import { incomingSms } from './alerts/sms/receive-sms.ts'
import { createCodeHasher } from './alerts/sms/sms-code.ts'
import { trackersOf } from './auctions/auction-queries.ts'
import { createAuctionLoader } from './auctions/load-auction.ts'
import { auctionRoutes } from './auctions/routes.ts'
import { cancelBidsOn } from './bids/cancel-bid.ts'
import { loadBid } from './bids/list-bids.ts'
import { bidRoutes } from './bids/routes.ts'
import { stopBidding } from './bids/stop-bidding.ts'
import { receiveWebhook } from './billing/receive-webhook.ts'
import { billingRoutes } from './billing/routes.ts'
import { createStripeClient } from './billing/stripe-client.ts'
import type { Config } from './config/config.ts'
import { createSiteUserHasher } from './connections/hash-site-user.ts'
import { readStatus } from './connections/read-status.ts'
import { connectionRoutes } from './connections/routes.ts'
import { createSealer } from './connections/vault/create-sealer.ts'
import { googleRoutes } from './google/routes.ts'
import { historyRoutes } from './history/routes.ts'
import { createApp } from './http/create-app.ts'
import { startEventHub } from './http/events/event-hub.ts'
import { openPort } from './http/open-port.ts'
import { openReadiness, type Readiness } from './http/readiness.ts'
import type { Route, Webhook } from './http/route.ts'
import { systemRoutes } from './http/routes.ts'
import { builtWebApp } from './http/serve-web.ts'
import { type SharedLimits, shareLimits } from './limits/share-limits.ts'
import { createSignInGuard } from './limits/sign-in-guard.ts'
import { mailboxPath } from './mail/mailbox-path.ts'
import { contactRoutes } from './mail/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { winRoutes } from './orders/routes.ts'
import { loadCommonPasswords } from './passwords/common-passwords.ts'
import { createPasswordHasher } from './passwords/password-hasher.ts'
import { resealPasswordHashes } from './passwords/reseal-password-hashes.ts'
import { pauseRoutes } from './pauses/routes.ts'
import { createPersonHasher } from './plans/hash-person.ts'
import { planRoutes } from './plans/routes.ts'
import { createSignUpTrial } from './plans/start-trial.ts'
import type { Clock } from './platform/clock.ts'
import { openStandby, type Reads, readsOf } from './platform/database/open-reads.ts'
import type { Db, Tx } from './platform/database/tables.ts'
import { createEmailHasher, installationMark } from './platform/derived-keys/derive-key.ts'
import { createSecretBox } from './platform/derived-keys/secret-box.ts'
import type { Log } from './platform/log.ts'
import { openTracing } from './platform/open-tracing.ts'
import { StartupError } from './platform/startup-error.ts'
import { neverAborted } from './platform/with-timeout.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { receiptRoutes } from './receipts/routes.ts'
import { createPasskeyNonces } from './second-factors/challenges.ts'
import { relyingPartyOf } from './second-factors/relying-party.ts'
import { resealTotpSecrets } from './second-factors/reseal-totp-secrets.ts'
import { secondFactorRoutes } from './second-factors/routes.ts'
import { createTotpSealer } from './second-factors/totp-sealer.ts'
import { securityLogRoutes } from './security-log/routes.ts'
import { serviceLevelRoutes } from './service-level/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { createTokens } from './sessions/tokens.ts'
import { startProcess } from './start-process.ts'
import { tourRoutes } from './tour/routes.ts'
import { trailRoutes } from './trails/routes.ts'
import { openRestoreRequests } from './uploads/routes.ts'
import { openMetrics } from './watching/open-metrics.ts'

/** The way by which answers to text messages come in. Throws a StartupError when what verifies them is missing. */
function incomingSmsOf({ sms, http }: Config, deps: { db: Db; clock: Clock; log: Log }): Webhook[] {
  if (!sms?.twilio) return []
  const { accountSid, authToken } = sms.twilio
  if (authToken === null) {
    throw new StartupError('TWILIO_AUTH_TOKEN must be set for the API, which receives STOP: TWILIO_FROM is set')
  }
  return [incomingSms({ ...deps, publicUrl: http.publicUrl, accountSid, authToken })]
}

type Started = Awaited<ReturnType<typeof startProcess>>
type Parts = Awaited<ReturnType<typeof openParts>>

/** What several routes need, from the configuration. Seals again, with the newest key, what an older one has sealed. */
async function openParts({ config, plans, log, clock, db, marketplace, readBudget }: Started, reads: Reads) {
  const base = { db, reads, clock, marketplace, plans }
  const hashEmail = createEmailHasher(config.keys.session)
  const box = createSecretBox(config.keys.session, 'password hashes')
  await resealPasswordHashes(db, box)
  const [passwords, commonPasswords] = await Promise.all([createPasswordHasher({ box }), loadCommonPasswords()])
  const secondFactors = {
    totpSealer: createTotpSealer(config.keys.session),
    passkeyNonces: createPasskeyNonces(config.keys.session, clock),
    relyingParty: relyingPartyOf(config.http.publicUrl),
    adminEmails: config.adminEmails,
  }
  await resealTotpSecrets({ db, ...secondFactors })
  const hashPerson = createPersonHasher(config.keys.session)
  return {
    config,
    base,
    reading: { ...base, readBudget, expectsBackups: config.backups.isOn },
    tokens: createTokens(config.keys.session, clock),
    hashEmail,
    hashPerson,
    passwords,
    commonPasswords,
    guard: createSignInGuard({ db, clock, log, hashEmail }),
    secondFactors,
    restoring: openRestoreRequests({
      db,
      dataDir: config.dataDir,
      code: config.backups.restoreCode,
      hand: process.send?.bind(process),
    }),
    newAccounts: {
      beginSignUpTrial: createSignUpTrial({ plans, hashPerson, practice: config.site.practice }),
      stopBidding: (tx: Tx, accountId: number) => stopBidding({ ...base, process: 'api' }, tx, accountId),
    },
    payments: config.billing &&
      plans && {
        ...base,
        plans,
        stripe: createStripeClient(config.billing),
        isTest: config.billing.isTest,
        publicUrl: config.http.publicUrl,
        webhookSecret: config.billing.webhookSecret,
      },
  }
}

/** Serves the API and the web app until the process is asked to stop. */
export async function runApi(env: NodeJS.ProcessEnv): Promise<void> {
  const trace = openTracing()
  // Well before a browser gives up: the caller is asked to try again.
  const pool = { trace, answerWithinMs: 5_000 }
  await using started = await startProcess('api', env, { ...pool, poolSize: 12, keepsStatements: true })
  const { config, log, clock, database, db, stopped } = started
  const { metricsToken, drainMs } = config.watching
  const { databaseReadUrl: url } = config
  await using standby = url === null ? null : openStandby(started, { ...pool, url })
  const parts = await openParts(started, standby?.reads ?? readsOf(db))
  const { base, tokens, reading } = parts
  const readiness = await openReadiness(base)
  await using events = await startEventHub({
    ...base,
    database,
    log,
    loaders: {
      loadAuction: createAuctionLoader(base),
      loadBid: (accountId, id) => loadBid(db, accountId, id),
      loadTrackersOf: (listingId) => trackersOf(db, listingId),
      loadConnectionStatus: (accountId) => readStatus(base, accountId),
    },
    onError: (err) => log.error({ err }, 'the event stream could not read a change'),
  })
  if (config.production && config.site.practice) {
    log.warn('NODE_ENV is production, and bids go to the practice site: set MARKETPLACE for the real one')
  }
  await using sharing = shareLimits({
    ...base,
    onError: (error) =>
      log.warn({ because: String(error) }, 'the API processes could not be counted, so the limits stay as they are'),
  })
  await using app = await createApp({
    ...base,
    trace,
    log,
    checksAnswers: !config.production,
    tokens,
    adminEmails: config.adminEmails,
    events,
    sharing,
    metrics:
      metricsToken === null
        ? null
        : {
            ...openMetrics({ ...reading, log, standby, countStreams: () => events.count() }),
            token: metricsToken,
          },
    web: builtWebApp(config.http.publicUrl),
    imageOrigins: config.site.imageOrigins,
    googleScriptUrl: config.google?.scriptUrl ?? null,
    requiresVerifiedEmail: config.requiresVerifiedEmail,
    mailboxPath: config.mail.usesMailbox ? mailboxPath(config.keys.session) : null,
    trustedProxies: config.http.trustedProxies,
    securityContact:
      config.supportEmail === null ? null : { email: config.supportEmail, publicUrl: config.http.publicUrl },
    limits: {
      callsPerMinute: 1_200,
      filesPerMinute: 6_000,
      signInsPerMinute: 120,
      signInStepsPerMinute: 20,
      eventLoopDelayMs: 1_000,
    },
    webhooks: [
      ...alertWebhooks(base),
      ...incomingSmsOf(config, { db, clock, log }),
      ...paymentMessagesOf(parts, log),
      ...parts.restoring.webhooks,
    ],
    routes: [...routesOfPeople(parts, sharing), ...routesOfBidding(parts, readiness)],
  })
  await app.ready()
  // The description of the API is written now, and kept: the first call for it would hold up all others.
  app.swagger()
  await openPort(app, clock, config.http)
  await stopped
  readiness.drain()
  await clock.sleepUntil(clock.monotonic() + drainMs, neverAborted)
}

/** The way by which messages of Stripe come in. */
function paymentMessagesOf({ payments }: Parts, log: Log): Webhook[] {
  if (!payments) return []
  const receive: Webhook['receive'] = (body, headers) =>
    receiveWebhook({ ...payments, log }, body, headers['stripe-signature']?.toString())
  return [{ path: '/api/webhooks/stripe', receive }]
}

/** Accounts, sessions, plans and what else is about a person. */
function routesOfPeople(parts: Parts, sharing: SharedLimits): Route[] {
  const { config, base, tokens, hashEmail, hashPerson, passwords, commonPasswords, guard, payments } = parts
  const { secondFactors, newAccounts } = parts
  const sendsSms = config.sms !== null
  return [
    ...contactRoutes({ ...base, operatorEmail: config.mail.from === null ? null : config.supportEmail }),
    ...sessionRoutes({ ...base, tokens, adminEmails: config.adminEmails }),
    ...googleRoutes({
      ...base,
      ...newAccounts,
      tokens,
      adminEmails: config.adminEmails,
      sessionKeys: config.keys.session,
      google: config.google,
    }),
    ...trailRoutes({ ...base, ...sharing, hashEmail }),
    ...tourRoutes(base),
    ...securityLogRoutes(base),
    ...accountRoutes({
      ...base,
      ...secondFactors,
      ...newAccounts,
      tokens,
      passwords,
      commonPasswords,
      hashEmail,
      guard,
      sendsMail: config.mail.from !== null,
      limitsRegistrations: !config.isPrivate,
      sendsSms,
    }),
    ...planRoutes({
      ...base,
      hashPerson,
      requiresVerifiedEmail: config.requiresVerifiedEmail,
      isTestCheckout: config.billing?.isTest ?? false,
      sendsSms,
    }),
    ...secondFactorRoutes({ ...base, ...secondFactors, passwords, guard }),
    ...billingRoutes(payments),
    ...privacyRoutes({ ...base, hashEmail, process: 'api' }),
    ...adminRoutes({ ...base, adminEmails: config.adminEmails, sendsMail: config.mail.from !== null }),
  ]
}

/** Auctions, bids, alerts, and what else is about bidding. */
function routesOfBidding({ config, base, reading, restoring }: Parts, readiness: Readiness): Route[] {
  return [
    ...restoring.routes,
    ...systemRoutes({
      ...reading,
      readiness,
      supportEmail: config.supportEmail,
      sendsMail: config.mail.from !== null,
      hasMailbox: config.mail.usesMailbox,
      readRestoreOffer: restoring.readOffer,
      installation: installationMark(config.keys.session),
    }),
    ...serviceLevelRoutes({
      ...reading,
      practice: config.site.practice,
      isPublic: config.watching.publicStatus ?? base.plans !== null,
    }),
    ...notificationRoutes(base),
    ...alertRoutes(base),
    ...pushRoutes({ ...base, hosts: config.push.hosts }),
    ...destinationRoutes({
      ...base,
      sealerOf: (host) => createSealer(config.keys.vault, host),
      privateHosts: config.webhookPrivateHosts,
      hashCode: createCodeHasher(config.keys.session),
      sms: config.sms,
    }),
    ...connectionRoutes({
      ...base,
      sealer: createSealer(config.keys.vault, config.site.host),
      hashSiteUser: createSiteUserHasher(config.keys.session),
      process: 'api',
      site: config.site,
      showsPlans: base.plans !== null,
      sendsSms: config.sms !== null,
    }),
    ...auctionRoutes({ ...reading, cancelBidsOn: (accountId, id) => cancelBidsOn(base, accountId, id) }),
    ...bidRoutes(reading),
    ...pauseRoutes(base),
    ...receiptRoutes(base),
    ...historyRoutes(base),
    ...winRoutes(base),
    ...adminInstallationRoutes(reading),
  ]
}
