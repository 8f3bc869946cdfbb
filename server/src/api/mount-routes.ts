import { randomBytes } from 'node:crypto'
import { api, API_BASE, type Endpoint, Failure, type Reply, replySchema } from '@bidwell/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type AnyCaller, type Call, FileAnswer } from '../http/route.ts'
import { renameBrowser } from '../identity/limits/known-callers.ts'
import { limitAccountCalls } from '../identity/limits/limit-account-calls.ts'
import type { Tx } from '../platform/database/tables.ts'
import { checkAccess } from './check-access.ts'
import { checkVerifiedEmail } from './check-verified-email.ts'
import type { AppOptions } from './create-app.ts'
import { answerOnce, type HeldKey } from './idempotency.ts'
import { recordDeed } from './record-deed.ts'
import { checkAnswer } from './validate.ts'

/** Whether an answer says that the call created something, and so keeps its `Idempotency-Key`. */
const hasCreated = (endpoint: Endpoint, answer: object) =>
  endpoint !== api.trackAuction || !(answer as Reply<typeof api.trackAuction>).data.already_tracked

/** What only people do, and what holds neither a password nor a secret. */
const WITHOUT_SECRET: ReadonlySet<Endpoint> = new Set<Endpoint>([api.createBidGroup, api.sendMessage])

const SIGN_IN_STEPS: ReadonlySet<Endpoint> = new Set([
  api.trackSignInFailure,
  api.trackSignInRecovery,
  api.trackSignInAbandoned,
  api.trackSignInResolved,
])

/** After these, the account knows the browser. */
const SIGN_INS: ReadonlySet<Endpoint> = new Set<Endpoint>([
  api.register,
  api.signIn,
  api.completeSignIn,
  api.passkeySignIn,
  api.googleAuth,
  api.completeGoogleAuth,
  api.verifyWithPassword,
  api.resetPassword,
])

const NoQuery = z.strictObject({})
/** Clients that send no body may still announce JSON. */
const NoBody = z.optional(z.nullable(z.strictObject({})))

/** What the API accepts: the rate limits of one address, and how busy the process may be. */
export type Limits = {
  /** Calls are refused while the event loop runs this late on average; 0 for no limit. */
  eventLoopDelayMs: number
  callsPerMinute: number
  /** Requests outside of the API: files and pages. */
  filesPerMinute: number
  /** Calls that change something and need no sign-in: registering, signing in, refreshing a token. */
  signInsPerMinute: number
  /** Calls of each kind that record a step of somebody who cannot sign in. */
  signInStepsPerMinute: number
}

type Handle = (call: Call<Endpoint>) => Promise<Omit<Reply<Endpoint>, 'success'> | FileAnswer>

/** Mounts each route under `/api`, with its endpoint's access check, validation, reply wrapper and documentation. */
export function mountRoutes(app: FastifyInstance, ctx: AppOptions) {
  for (const { endpoint, handle } of ctx.routes) {
    const answerSchema = endpoint.file ?? replySchema(endpoint)
    const limitCall = async ({ caller, ip: ipAddress }: FastifyRequest) => {
      if (caller) await limitAccountCalls(ctx, { endpoint, accountId: caller.accountId, ipAddress })
    }
    app.route({
      method: endpoint.method,
      url: API_BASE + endpoint.path,
      schema: schemaOf(endpoint, answerSchema),
      ...(endpoint.maxBytes !== undefined && { bodyLimit: endpoint.maxBytes }),
      // Asking for the length of a file would write the whole file.
      ...(endpoint.file && { exposeHeadRoute: false }),
      ...(isOpenWrite(endpoint) && {
        config: { rateLimit: { max: limitOf(endpoint, ctx.limits), timeWindow: '1 minute' } },
      }),
      // After the limits and before parsing: a caller without access learns nothing about the body, and costs little.
      preParsing: async (request) => {
        const caller = await checkAccess(ctx, endpoint, request)
        if (!caller) return
        await checkVerifiedEmail(ctx, endpoint, caller.accountId)
        // A large body costs much even if it is refused.
        if (endpoint.maxBytes !== undefined) await limitCall(request)
      },
      // After validation: a refused body of the usual size uses nothing up.
      preHandler: async (request) => {
        if (endpoint.maxBytes === undefined) await limitCall(request)
      },
      // A body of which no field is needed may be left out.
      ...(endpoint.body?.safeParse({}).success && {
        preValidation: async (request: FastifyRequest) => {
          request.body ??= {}
        },
      }),
      handler: async (request, reply) => {
        // The request was validated with the endpoint's schemas, so it has the type that `route` requires of the handler.
        const call = callOf(request, reply)
        const { caller } = request
        const answer = (key: HeldKey | null) => {
          const inTransaction = recordOf(ctx, { endpoint, request, key })
          return (handle as Handle)(caller ? { ...call, caller: { ...caller, inTransaction } } : call)
        }
        const answered =
          caller && endpoint.method === 'POST'
            ? await answerOnce(ctx.db, {
                accountId: caller.accountId,
                request,
                // What only people do may hold a password or a secret.
                keepsAnswer: endpoint.scope !== 'people' || WITHOUT_SECRET.has(endpoint),
                answer,
                hasCreated: (result) => hasCreated(endpoint, result),
              })
            : await answer(null)
        if (SIGN_INS.has(endpoint)) keepDeviceId(reply, await renameBrowser(ctx.db, call))
        else if (isOpenWrite(endpoint)) keepDeviceId(reply, call.deviceId)
        if (answered instanceof FileAnswer) return sendFile(reply, answered)
        const body = { success: true, ...answered }
        if (ctx.checksAnswers) checkAnswer(answerSchema, body)
        return body
      },
    })
  }
}

type Recording = { endpoint: Endpoint; request: FastifyRequest; key: HeldKey | null }

/** What a call writes in the transaction of its effect: that its key is used up, and, once, what a program does. */
function recordOf(ctx: AppOptions, { endpoint, request, key }: Recording) {
  let isRecorded = false
  return async (tx: Tx, asked?: 'asked') => {
    await key?.markDone(tx)
    const { caller } = request
    // What asks the owner takes the place of a deed that was rolled back.
    if (caller === null || !('token' in caller) || (isRecorded && !asked)) return
    await recordDeed(tx, { ...ctx, endpoint, asked: asked !== undefined }, caller, request)
    isRecorded = true
  }
}

const isOpen = ({ access }: Endpoint) => access === 'anyone' || access === 'optional'
const isOpenWrite = (endpoint: Endpoint) => isOpen(endpoint) && endpoint.method !== 'GET'

const limitOf = (endpoint: Endpoint, { signInsPerMinute, signInStepsPerMinute }: Limits) =>
  SIGN_IN_STEPS.has(endpoint) ? signInStepsPerMinute : signInsPerMinute

function schemaOf(endpoint: Endpoint, answerSchema: z.ZodMiniType) {
  return {
    summary: endpoint.summary,
    ...(endpoint.access !== 'anyone' && { description: scopeText(endpoint) }),
    ...(endpoint.access !== 'anyone' && { security: [{ token: [] }, ...(isOpen(endpoint) ? [{}] : [])] }),
    ...(endpoint.params && { params: endpoint.params }),
    querystring: endpoint.query ?? NoQuery,
    ...(endpoint.method !== 'GET' && { body: endpoint.body ?? NoBody }),
    response: { 200: answerSchema, '4xx': Failure, '5xx': Failure },
  }
}

/** What the documentation says about the tokens of programs. */
const scopeText = ({ scope }: Endpoint) =>
  scope === 'people' ? 'No API token can do this.' : `API tokens need the scope \`${scope}\`.`

const sendFile = (reply: FastifyReply, { name, content, type }: FileAnswer) =>
  reply.type(type).header('Content-Disposition', `attachment; filename="${name}"`).send(content)

function callOf(request: FastifyRequest, reply: FastifyReply): Call<Endpoint> {
  const { body, params, query, caller, id: requestId, ip: ipAddress, headers } = request
  const visitor = { ipAddress, userAgent: headers['user-agent'] ?? null, requestId, deviceId: deviceIdOf(request) }
  // The validator replaced these values by parsed ones; `Call<Endpoint>` is their type for any endpoint.
  return { body, params, query, caller, ...visitor, signal: clientGone(reply) } as Call<Endpoint>
}

/** Aborts when the client disconnects. Fastify's own `request.signal` aborts as soon as the body has been read. */
function clientGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return gone.signal
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where the endpoint needs no sign-in. */
    caller: AnyCaller | null
    /** The error's code, for the log. */
    failedWith: string | null
  }
}

/** With this prefix, browsers accept the cookie only over HTTPS or from this machine, and for this host alone. */
const DEVICE_COOKIE = '__Host-device'
const DEVICE_IN_COOKIES = new RegExp(`(?:^|;\\s*)${DEVICE_COOKIE}=([\\w-]{43})(?:;|$)`)
/** The longest time that browsers keep a cookie. */
const MAX_AGE_S = 400 * 24 * 3_600

/** The random name of the browser: the one in its cookie, or a new one. It permits nothing; a sign-in changes it. */
function deviceIdOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  return DEVICE_IN_COOKIES.exec(headers.cookie ?? '')?.[1] ?? randomBytes(32).toString('base64url')
}

/** Gives the browser its name, or renews it. */
function keepDeviceId(reply: FastifyReply, deviceId: string) {
  reply.header(
    'Set-Cookie',
    `${DEVICE_COOKIE}=${deviceId}; Path=/; Max-Age=${MAX_AGE_S}; Secure; HttpOnly; SameSite=Strict`,
  )
}
