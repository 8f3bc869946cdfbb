import { type Body, type Endpoint, messages, type Params, type Query, type Reply } from '@bidwell/contract'
import { ApiError, errorFromResponse } from './api-error.ts'
import { buildUrl } from './build-url.ts'
import { createOnce } from './once.ts'
import { parseReply, readBody, sessionStatus } from './read-response.ts'
import { refreshSession } from './refresh-session.ts'
import { send } from './send.ts'
import { emitSessionExpired, requestAuthCheck } from './session-events.ts'
import { readToken } from './session-token.ts'
import { createThrottle } from './throttle.ts'
import { untilBegun } from './until-begun.ts'

/** An option that is required when the endpoint has it, unless its value may be undefined. */
type Option<E, K extends string, Value> = E extends { [key in K]: unknown }
  ? undefined extends Value
    ? { [key in K]?: Value }
    : { [key in K]: Value }
  : unknown

type CommonOptions = {
  signal?: AbortSignal | undefined
  /** The server executes requests with the same key and body only once, and repeats its first reply. */
  idempotencyKey?: string
  /** The call creates something: sent again because no answer came, it is done once. In place of `idempotencyKey`. */
  once?: boolean
  /** See `LimitedRequest`. */
  prompt?: boolean
  /** A call that nobody waits for: when the session has ended, it has the sign-in checked and says nothing. */
  silent?: boolean
}

type CallOptions<E extends Endpoint> = Option<E, 'params', Params<E>> &
  Option<E, 'body', Body<E>> &
  Partial<Option<E, 'query', Query<E>>> &
  CommonOptions

type Arguments<E extends Endpoint> = {} extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>]

type AnyOptions = CommonOptions & {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

const throttle = createThrottle()
/** The token of a session that has ended, with what the server said. A call with it would be refused again, and is not sent. */
let ended: { token: string; error: ApiError } | null = null
const once = createOnce()

/**
 * Calls an endpoint of the contract and validates the reply; throws `ApiError`. When the token has expired, it
 * exchanges the token and repeats the call once. When the session has ended, it also emits `session-expired`.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[given]: Arguments<E>): Promise<Reply<E>> {
  const { status, body } = await respond(endpoint, given ?? {})
  return parseReply(endpoint, status, body)
}

/** Calls an endpoint that answers with a file, and returns the file's text. Otherwise it does what `call` does. */
export async function callForFile<E extends Endpoint & { file: object }>(
  endpoint: E,
  ...[given]: Arguments<E>
): Promise<string> {
  return (await respond(endpoint, given ?? {})).body
}

async function respond(endpoint: Endpoint, options: AnyOptions): Promise<{ status: number; body: string }> {
  const url = buildUrl(endpoint.path, options)
  await throttle({ method: endpoint.method, endpoint: endpoint.path, url, prompt: options.prompt }, options.signal)

  const name = JSON.stringify([endpoint.method, url, options.body])
  const key = options.once ? once.keyFor(name) : options.idempotencyKey
  const request = {
    method: endpoint.method,
    ...(options.body !== undefined && { json: options.body }),
    ...(options.signal && { signal: options.signal }),
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  }
  const ask = () => answerTo(endpoint, options, url, request)
  const { response, body, error, hasEnded } = await (key === undefined ? ask() : untilBegun(ask, options.signal))
  if (endpoint.method === 'DELETE') once.forgetAll()
  else if (options.once) once.answered(name, error)
  if (error) {
    if (endpoint.file && error.code === 'unreadable')
      error.message = messages.generic.httpError(response.status, response.statusText)
    keepFailure({
      call: `${endpoint.method} ${endpoint.path}`,
      status: response.status,
      code: error.code,
      requestId: response.headers.get('x-request-id'),
    })
    if (hasEnded) reportEnded(options)(error.message)
    throw error
  }
  return { status: response.status, body }
}

const reportEnded = ({ silent }: AnyOptions) => (silent ? requestAuthCheck : emitSessionExpired)

type Answer = {
  response: Response
  body: string
  error: ApiError | null
  /** Whether the answer says that the session has ended. */
  hasEnded: boolean
}

/** Sends a request, once more with a new token if its own has expired. */
async function answerTo(
  endpoint: Endpoint,
  options: AnyOptions,
  url: string,
  request: Omit<Parameters<typeof send>[1], 'token'>,
): Promise<Answer> {
  const isOpen = endpoint.access === 'anyone' || endpoint.access === 'optional'
  const token = endpoint.access === 'anyone' ? null : readToken()
  if (token === null && !isOpen) {
    const error = new ApiError({ status: 401, code: 'signed_out', message: messages.session.noToken })
    reportEnded(options)(error.message)
    throw error
  }
  if (ended !== null && token === ended.token && !isOpen) {
    reportEnded(options)(ended.error.message)
    throw ended.error
  }
  let response = await send(url, { ...request, token })

  let status = sessionStatus(response)
  if (token !== null && status === 'token-expired') {
    const newToken = await refreshSession(token)
    if (newToken !== null) response = await send(url, { ...request, token: newToken })
    status = newToken === null ? 'ended' : sessionStatus(response)
  }

  const body = await readBody(response, options.signal)
  const error = response.ok ? null : errorFromResponse(response.status, response.headers.get('retry-after'), body)
  const hasEnded = error !== null && !isOpen && status !== 'unchanged'
  // After a silent call, the sign-in is checked first.
  if (hasEnded && token !== null && !options.silent) ended = { token, error }
  return { response, body, error, hasEnded }
}

/** A call that the server has refused or failed. It holds nothing of what was sent. */
export type RecentFailure = {
  /** Such as `POST /bids/:id`. */
  call: string
  status: number
  code: string
  /** The name that the server's log has for the request. */
  requestId: string | null
}

const MAX_KEPT = 10

/** The last failed calls of this tab, latest first. */
export const recentFailures: RecentFailure[] = []

function keepFailure(failure: RecentFailure) {
  recentFailures.unshift(failure)
  recentFailures.length = Math.min(recentFailures.length, MAX_KEPT)
}
