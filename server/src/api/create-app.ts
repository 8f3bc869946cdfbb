import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { api, API_BASE, messages } from '@bidwell/contract'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Route, Webhook } from '../http/route.ts'
import type { IdentityCtx } from '../identity/identity-ctx.ts'
import { limitStore } from '../identity/limits/limit-store.ts'
import { serveMailbox } from '../notifying/mail/serve-mailbox.ts'
import { AppError } from '../platform/errors.ts'
import { networkOf } from '../platform/network-of.ts'
import { acceptJsonOnly } from './accept-json-only.ts'
import { documentApi } from './document-api.ts'
import { answerError } from './error-answers.ts'
import type { EventHub } from './events/event-hub.ts'
import { mountEvents } from './events/mount-events.ts'
import { type MetricsAccess, mountMetrics } from './mount-metrics.ts'
import { type Limits, mountRoutes } from './mount-routes.ts'
import { mountWebhooks } from './mount-webhooks.ts'
import { inlineHashes, PERMISSIONS_POLICY, securityHeaders } from './security-headers.ts'
import { type SecurityContact, serveSecurityTxt } from './serve-security-txt.ts'
import { readHtml, serveWeb, type WebApp } from './serve-web.ts'
import { zodValidator } from './validate.ts'
import { answerWriter } from './write-answer.ts'

export type AppOptions = IdentityCtx & {
  /** Whether each answer is compared with the contract before it is sent, as in tests and in development. */
  checksAnswers: boolean
  routes: readonly Route[]
  webhooks: readonly Webhook[]
  events: EventHub
  /** Null where the operator has set no token for the metrics. */
  metrics: MetricsAccess | null
  /** The built web app, or null to serve the API alone. */
  web: WebApp | null
  /** Origins of item pictures. */
  imageOrigins: readonly string[]
  /** The address of Google's script; null where signing in with Google is not set up. */
  googleScriptUrl: string | null
  /** Addresses and networks of proxies. A forwarded client address is accepted from these alone. */
  trustedProxies: readonly string[]
  /** The secret path of the page that shows all mails; null where there is no such page. */
  mailboxPath: string | null
  /** Whom to tell about a weakness; null where the operator has published no address. */
  securityContact: SecurityContact | null
  limits: Limits
  /** How long closing the app waits for the responses in progress. */
  closeTimeoutMs?: number
}

const BODY_LIMIT_BYTES = 64 * 1024
/** Against clients that send a request one byte at a time. */
const HEADERS_TIMEOUT_MS = 15_000
const REQUEST_TIMEOUT_MS = 30_000
/** Of the limits on the calls of a network. Those of single routes count for as long. */
const LIMIT_WINDOW_S = 60
const CLOSE_TIMEOUT_MS = 15_000
/** The HTTP side of Bidwell: the API under `/api`, its documentation, and the web app. Not yet listening. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = options.log
  const app = fastify({
    loggerInstance,
    // `logCalls` logs one line per call instead.
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: answerError,
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: 65_000,
    trustProxy: options.trustedProxies.length > 0 && [...options.trustedProxies],
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  })
  setClientAddress(app)
  if (options.trustedProxies.length === 0) warnOfForwarding(app)
  app.decorateRequest('caller', null)
  app.decorateRequest('failedWith', null)
  app.setValidatorCompiler(zodValidator)
  app.setSerializerCompiler(answerWriter)
  app.setErrorHandler(answerError)
  acceptJsonOnly(app)
  setHeaders(app)
  logCalls(app)
  closeConnections(app, options.closeTimeoutMs ?? CLOSE_TIMEOUT_MS)

  const inline = inlineHashes(options.web === null ? [] : await readHtml(options.web))
  await app.register(helmet, securityHeaders({ ...options, inline }))
  await app.register(compress, { threshold: 1_024 })
  await app.register(underPressure, {
    maxEventLoopDelay: options.limits.eventLoopDelayMs,
    // The app's own files are answered: without them the browser could not even say that the API is busy.
    pressureHandler: (request) => {
      if (!isCall(request)) return
      if (isProbe(request)) throw new AppError('not_ready', messages.generic.notReady('busy'))
      throw new AppError('unavailable', messages.generic.unavailable, { retryAfterMs: 5_000 })
    },
  })
  await app.register(rateLimit, {
    max: (request) => (isCall(request) ? options.limits.callsPerMinute : options.limits.filesPerMinute),
    timeWindow: LIMIT_WINDOW_S * 1_000,
    store: limitStore(options.clock),
    keyGenerator: (request) => `${isCall(request) ? 'calls' : 'files'} ${networkOf(request.ip)}`,
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('rate_limited', messages.generic.tooManyRequests, { retryAfterMs: ttl }),
  })
  mountMetrics(app, options.metrics)
  await documentApi(app)
  mountRoutes(app, options)
  mountEvents(app, options, options.events)
  await mountWebhooks(app, options.webhooks)
  if (options.mailboxPath !== null) serveMailbox(app, options.db, options.mailboxPath)
  serveSecurityTxt(app, options.clock, options.securityContact)
  await serveWeb(app, options.web)
  return app
}

/** Whether the request is to the API, by its route too: `/%61pi/health` must not get around the limits. */
const isCall = ({ url, routeOptions }: FastifyRequest) =>
  url.startsWith('/api/') || routeOptions.url?.startsWith('/api/') === true

/** Must be the first hook but that of tracing: limits, log and records use `request.ip`. */
function setClientAddress(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    Object.defineProperty(request, 'ip', { value: clientAddress(request) })
  })
}

/** Warns once when a proxy seems to be in front that nobody has named: all its users then share one rate limit. */
function warnOfForwarding(app: FastifyInstance) {
  let hasWarned = false
  app.addHook('onRequest', async ({ headers, ip }) => {
    if (hasWarned || (headers['x-forwarded-for'] ?? headers.forwarded) === undefined) return
    hasWarned = true
    app.log.warn({ address: ip }, 'a request names a forwarded address, and TRUSTED_PROXIES is not set: it is ignored')
  })
}

function setHeaders(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id).header('Permissions-Policy', PERMISSIONS_POLICY)
    if (isCall(request)) reply.header('Cache-Control', 'no-store')
  })
  // The present form of the IETF's draft, beside the older headers of the library.
  app.addHook('onSend', async (_request, reply) => {
    const [limit, left, reset] = ['limit', 'remaining', 'reset'].map((name) => reply.getHeader(`x-ratelimit-${name}`))
    if (limit === undefined) return
    reply.header('RateLimit-Policy', `"network";q=${Number(limit)};w=${LIMIT_WINDOW_S}`)
    // A failure that passes sooner has a Retry-After, which the draft wants no window beside that ends later.
    if (Number(reply.getHeader('retry-after') ?? Infinity) < Number(reset)) return
    reply.header('RateLimit', `"network";r=${Number(left)};t=${Number(reset)}`)
  })
}

/** Failures that everybody can cause without an account. They would bury the lines of security. */
const NOISE = new Set(['not_signed_in', 'token_expired', 'token_invalid'])

/** Whether a line tells of a refused sign-in, or of a known caller who asked for what is not theirs. */
const isOfSecurity = ({ routeOptions, failedWith, caller }: FastifyRequest, status: number) =>
  failedWith === 'account_locked' ||
  (status === 404 && caller !== null && routeOptions.url !== undefined) ||
  ((status === 401 || status === 403) && routeOptions.url !== undefined && !NOISE.has(failedWith ?? ''))

/** A balancer asks every few seconds. */
const isProbe = ({ routeOptions }: FastifyRequest) => routeOptions.url === API_BASE + api.readReady.path

/** Logs one line per call, without bodies, headers and queries. The supervisor keeps the lines of security apart. */
function logCalls(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
    if (!isCall(request) || (isProbe(request) && reply.statusCode === 200)) return
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        failedWith: request.failedWith,
        accountId: request.caller?.accountId,
        address: request.ip,
        ...(isOfSecurity(request, reply.statusCode) && { security: true }),
        tookMs: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}

/**
 * The client's address, for rate limits and records: the nearest address that is not a trusted proxy. A proxy may append
 * a port, or write a word for an unknown client; then it is the proxy's own address.
 */
function clientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const address = withoutPort(ip)
  return plain(isIP(address) ? address : (socket.remoteAddress ?? '::'))
}

const withoutPort = (text: string) =>
  /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text

/** Without the IPv6 prefix that a dual-stack socket gives IPv4 addresses, and without an IPv6 zone. */
const plain = (address: string) => address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '')

/**
 * Makes closing the app wait for the responses in progress, and not for idle keep-alive connections: each connection is
 * ended after its response, and cut when the response takes longer than `timeoutMs`.
 */
function closeConnections(app: FastifyInstance, timeoutMs: number) {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    const timeout = setTimeout(() => app.server.closeAllConnections(), timeoutMs).unref()
    app.server.once('close', () => clearTimeout(timeout))
  })
  app.addHook('onResponse', async ({ raw }) => {
    if (isClosing) raw.socket.end()
  })
}
