import { randomUUID } from 'node:crypto'
import { messages } from '@bidwell/contract'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { AppError } from '../platform/errors.ts'
import { addressOf } from './address-of.ts'
import type { AccessDeps } from './check-access.ts'
import { closeLines } from './close-connections.ts'
import { documentApi } from './document-api.ts'
import type { EventHub } from './events/event-hub.ts'
import { mountEvents } from './events/mount-events.ts'
import { answerError } from './error-answers.ts'
import { limitStore } from './limit-store.ts'
import { type Limits, mountRoutes } from './mount-routes.ts'
import type { Route } from '../platform/route.ts'
import { PERMISSIONS_POLICY, securityHeaders } from './security-headers.ts'
import { serveWeb } from './serve-web.ts'
import { zodValidator } from './validate.ts'

export type AppOptions = AccessDeps & {
  log: FastifyBaseLogger
  routes: readonly Route[]
  events: EventHub
  /** The built web app's folder, or null to serve the API alone. */
  webRoot: string | null
  /** Where item pictures come from besides https, as origins. */
  imageOrigins: readonly string[]
  /** Addresses and networks of the proxies in front; what anybody else says about who calls is a stranger's word. */
  trustedProxies: readonly string[]
  limits: Limits
}

const BODY_LIMIT_BYTES = 64 * 1024
/** For whoever sends a request a byte at a time. */
const HEADERS_TIMEOUT_MS = 15_000
const REQUEST_TIMEOUT_MS = 30_000
/** As JSON has to faultWindow it; PostgreSQL keeps no text with it. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/

/** The HTTP side of Bidwell: the API under `/api`, its documentation, and the web app. Not yet listening. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.log,
    // `logEachCall` says it in one line.
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
  tellWhoCalls(app)
  app.decorateRequest('caller', null)
  app.decorateRequest('failedWith', null)
  app.setValidatorCompiler(zodValidator)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  acceptJsonOnly(app)
  labelAnswers(app)
  logEachCall(app)
  closeLines(app)

  await app.register(helmet, securityHeaders(options.imageOrigins))
  await app.register(compress, { threshold: 1_024 })
  await app.register(underPressure, {
    maxEventLoopDelay: 1_000,
    pressureHandler: () => {
      throw new AppError('unavailable', messages.generic.unavailable, { retryAfterMs: 5_000 })
    },
  })
  await app.register(rateLimit, {
    max: options.limits.callsPerMinute,
    timeWindow: '1 minute',
    store: limitStore(options.clock),
    allowList: (request) => !isCall(request),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('rate_limited', messages.generic.tooManyRequests, { retryAfterMs: ttl }),
  })
  await documentApi(app)
  mountRoutes(app, options, options.routes, options.limits)
  mountEvents(app, options, options.events)
  await serveWeb(app, options.webRoot)
  return app
}

/** JSON is the only body there is, and an empty one is none: browsers announce JSON even when they send nothing. */
function acceptJsonOnly(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else if (NUL.test(body.toString())) done(new AppError('malformed', messages.generic.malformed))
    else void parseJson(request, body.toString(), done)
  })
}

/** By its route as well: `/%61pi/health` is the same call, and must not get around what holds for it. */
const isCall = ({ url, routeOptions }: FastifyRequest) =>
  url.startsWith('/api/') || routeOptions.url?.startsWith('/api/') === true

/** First of all hooks: limits, log and records all go by `request.ip`. */
function tellWhoCalls(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    Object.defineProperty(request, 'ip', { value: addressOf(request) })
  })
}

function labelAnswers(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id).header('Permissions-Policy', PERMISSIONS_POLICY)
    if (isCall(request)) reply.header('Cache-Control', 'no-store')
  })
}

/** One line per call: who asked for what, and how it went. Bodies, headers and queries stay out of it. */
function logEachCall(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
    if (!isCall(request)) return
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        failedWith: request.failedWith,
        accountId: request.caller?.accountId,
        address: request.ip,
        tookMs: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}
