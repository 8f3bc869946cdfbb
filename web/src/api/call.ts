import type { Body, Endpoint, Params, Query, Reply } from '@bidwell/contract'
import { ApiError, errorFromResponse } from './api-error.ts'
import { parseReply } from './parse-reply.ts'
import { refreshSession } from './refresh-session.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { send } from './send.ts'
import { emitSessionExpired } from './session-events.ts'
import { readToken } from './session-token.ts'
import { sessionStatus } from './session-status.ts'
import { buildUrl } from './build-url.ts'
import { deviceClock } from '../time/device-clock.ts'

type Part<E, K extends string, Value> = E extends { [key in K]: unknown }
  ? undefined extends Value
    ? { [key in K]?: Value }
    : { [key in K]: Value }
  : unknown

/** What an endpoint must be given. A query may always be left out. */
type CallOptions<E extends Endpoint> = Part<E, 'params', Params<E>> &
  Part<E, 'body', Body<E>> &
  Partial<Part<E, 'query', Query<E>>> & {
    signal?: AbortSignal | undefined
    /** The same key and body again answer the same, and do nothing twice. */
    idempotencyKey?: string
  }

type Arguments<E extends Endpoint> = {} extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>]

type AnyOptions = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal | undefined
  idempotencyKey?: string
}

const admit = createRateLimiter()

/**
 * Calls the API as the contract has it; the answer is checked against the contract before anybody sees it. Throws
 * `ApiError`. An expired token is exchanged once and the call repeated; a session that is over is announced.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[given]: Arguments<E>): Promise<Reply<E>> {
  const options: AnyOptions = given ?? {}
  const url = buildUrl(endpoint.path, options)
  await governed(endpoint, url, options.signal)

  const request = {
    method: endpoint.method,
    ...(options.body !== undefined && { json: options.body }),
    ...(options.signal && { signal: options.signal }),
    ...(options.idempotencyKey !== undefined && { headers: { 'idempotency-key': options.idempotencyKey } }),
  }
  const token = endpoint.access === 'anyone' ? null : readToken()
  let answer = await send(url, { ...request, token })

  let verdict = sessionStatus(answer)
  if (token !== null && verdict === 'expired') {
    const next = await refreshSession(token)
    if (next !== null) answer = await send(url, { ...request, token: next })
    verdict = next === null ? 'over' : sessionStatus(answer)
  }

  const body = await answer.text()
  if (!answer.ok) {
    const error = errorFromResponse(answer.status, answer.headers.get('retry-after'), body)
    if (endpoint.access !== 'anyone' && verdict !== 'stands') emitSessionExpired(error.message)
    throw error
  }
  return parseReply(endpoint, answer.status, body)
}

async function governed(endpoint: Endpoint, url: string, signal: AbortSignal | undefined) {
  for (;;) {
    const admission = admit({ method: endpoint.method, endpoint: endpoint.path, url }, deviceClock.monotonic())
    switch (admission.kind) {
      case 'go':
        return
      case 'wait':
        await delay(admission.ms, signal)
        continue
      case 'refuse':
        throw new ApiError({ status: 429, code: 'burst', ...admission })
    }
  }
}

const delay = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    const give = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', give, { once: true })
  })
