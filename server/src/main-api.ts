import { openParts, routesOf, webhooksOf } from './api-routes.ts'
import { createApp } from './api/create-app.ts'
import { startEventHub } from './api/events/event-hub.ts'
import { openPort } from './api/open-port.ts'
import { builtWebApp } from './api/serve-web.ts'
import { trackersOf } from './auctions/auction-queries.ts'
import { createAuctionLoader } from './auctions/load-auction.ts'
import { startImporting } from './bidding/imports/work-on-imports.ts'
import { loadBid } from './bidding/list-bids.ts'
import { readStatus } from './connections/read-status.ts'
import { openMetrics } from './health/open-metrics.ts'
import { openReadiness } from './http/readiness.ts'
import { mailboxPath } from './notifying/mail/mailbox-path.ts'
import { startProcess } from './start-process.ts'

/** Serves the API and the web app until the process is asked to stop. */
export async function runApi(env: NodeJS.ProcessEnv): Promise<void> {
  // Well before a browser gives up: the caller is asked to try again.
  await using started = await startProcess('api', env, { answerWithinMs: 5_000, poolSize: 12 })
  const { config, log, clock, database, db, stopped } = started
  const { metricsToken } = config.watching
  const parts = await openParts(started)
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
  await using _importing = startImporting({
    ...reading,
    onError: (err) => log.warn({ err }, 'imports could not be worked on'),
  })
  await using app = await createApp({
    ...base,
    log,
    checksAnswers: !config.production,
    tokens,
    adminEmails: config.adminEmails,
    events,
    metrics:
      metricsToken === null
        ? null
        : {
            ...openMetrics({ ...reading, log, countStreams: () => events.count() }),
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
    webhooks: webhooksOf(parts, log),
    routes: routesOf(parts, readiness),
  })
  await app.ready()
  await openPort(app, clock, config.http)
  process.send?.('started')
  await stopped
}
