import { API_BASE, type Endpoint, Failure, type Reply, replySchema, scheduleBid, trackAuction } from '@bidwell/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type AccessDeps, checkAccess } from './check-access.ts'
import { answerOnce } from './idempotency.ts'
import type { Call, Caller, Route } from '../platform/route.ts'

/** Creating one of these twice by accident costs the user, so a repeat under the same key gets the first answer. */
const ANSWERED_ONCE: ReadonlySet<Endpoint> = new Set([trackAuction, scheduleBid])

const NoQuery = z.strictObject({})
/** Clients that send no body may still say that it is JSON. */
const NoBody = z.optional(z.nullable(z.strictObject({})))

/** What one address may ask of us. */
export type Limits = {
  callsPerMinute: number
  /** Calls that strangers may make and that change something: registering, signing in, refreshing. */
  signInsPerMinute: number
}

type Handle = (call: Call<Endpoint>) => Promise<Omit<Reply<Endpoint>, 'success'>>

/** Puts each route under `/api` with its endpoint's access, validation, wrapper and documentation. */
export function mountRoutes(app: FastifyInstance, deps: AccessDeps, routes: readonly Route[], limits: Limits) {
  for (const { endpoint, handle } of routes) {
    app.route({
      method: endpoint.method,
      url: API_BASE + endpoint.path,
      schema: schemaOf(endpoint),
      ...(isSignIn(endpoint) && { config: { rateLimit: { max: limits.signInsPerMinute, timeWindow: '1 minute' } } }),
      // After the limits and before parsing: a stranger learns nothing about what a call takes, and costs little.
      preParsing: async (request) => {
        request.caller = await checkAccess(deps, endpoint.access, request.headers.authorization)
      },
      handler: async (request, reply) => {
        // The schemas above are the endpoint's own, so the call has exactly the shape that `route` tied to its handler.
        const answer = () => (handle as Handle)(callOf(request, reply))
        const { caller } = request
        if (!caller || !ANSWERED_ONCE.has(endpoint)) return { success: true, ...(await answer()) }
        return { success: true, ...(await answerOnce(deps, caller.accountId, request, answer)) }
      },
    })
  }
}

const isSignIn = ({ access, method }: Endpoint) => access === 'anyone' && method !== 'GET'

function schemaOf(endpoint: Endpoint) {
  return {
    summary: endpoint.summary,
    ...(endpoint.access !== 'anyone' && { security: [{ token: [] }] }),
    ...(endpoint.params && { params: endpoint.params }),
    querystring: endpoint.query ?? NoQuery,
    ...(endpoint.method !== 'GET' && { body: endpoint.body ?? NoBody }),
    response: { 200: replySchema(endpoint), '4xx': Failure, '5xx': Failure },
  }
}

function callOf(request: FastifyRequest, reply: FastifyReply): Call<Endpoint> {
  const { body, params, query, caller, ip, headers } = request
  const userAgent = headers['user-agent'] ?? null
  // The validator has put the parsed values in place; `Call<Endpoint>` names them as loosely as any endpoint allows.
  return { body, params, query, caller, ipAddress: ip, userAgent, signal: clientGone(reply) } as Call<Endpoint>
}

/** Fastify's own `request.signal` aborts once the body has been read, client or no client. */
function clientGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set where the endpoint's access asks for it. */
    caller: Caller | null
    /** The failure's code, for the line in the log. */
    failedWith: string | null
  }
}
