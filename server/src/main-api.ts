import { makeApiCtx, routesOf, webhooksOf } from './api-routes.ts'
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
  const { config, database, stopped } = started
  const { metricsToken } = config.watching
  const ctx = await makeApiCtx(started)
  const { db, clock, log } = ctx
  const readiness = await openReadiness(ctx)
  await using events = await startEventHub({
    ...ctx,
    database,
    loaders: {
      loadAuction: createAuctionLoader(ctx),
      loadBid: (accountId, id) => loadBid(db, accountId, id),
      loadTrackersOf: (listingId) => trackersOf(db, listingId),
      loadConnectionStatus: (accountId) => readStatus(ctx, accountId),
    },
    onError: (err) => log.error({ err }, 'the event stream could not read a change'),
  })
  if (config.production && config.site.practice) {
    log.warn('NODE_ENV is production, and bids go to the practice site: set MARKETPLACE for the real one')
  }
  await using _importing = startImporting(ctx, (err) => log.warn({ err }, 'imports could not be worked on'))
  await using app = await createApp({
    ...ctx,
    checksAnswers: !config.production,
    events,
    metrics:
      metricsToken === null
        ? null
        : {
            ...openMetrics(ctx, () => events.count()),
            token: metricsToken,
          },
    web: builtWebApp(ctx.publicUrl),
    imageOrigins: config.site.imageOrigins,
    googleScriptUrl: config.google?.scriptUrl ?? null,
    mailboxPath: config.mail.usesMailbox ? mailboxPath(config.keys.session) : null,
    trustedProxies: config.http.trustedProxies,
    securityContact: config.supportEmail === null ? null : { email: config.supportEmail, publicUrl: ctx.publicUrl },
    limits: {
      callsPerMinute: 1_200,
      filesPerMinute: 6_000,
      signInsPerMinute: 120,
      signInStepsPerMinute: 20,
      eventLoopDelayMs: 1_000,
    },
    webhooks: webhooksOf(ctx, config),
    routes: routesOf(ctx, config, readiness),
  })
  await app.ready()
  await openPort(app, clock, config.http)
  process.send?.('started')
  await stopped
}
