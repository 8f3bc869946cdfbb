import { API_BASE, messages } from '@bidwell/contract'
import { ApiError } from './api-error.ts'

type SendOptions = {
  method?: string
  token: string | null
  json?: unknown
  headers?: Record<string, string>
  /** Aborts the request; `send` then throws the signal's reason. */
  signal?: AbortSignal
  /** Limit for the whole response; null for a response that never ends. */
  timeoutMs?: number | null
}

/** Longer than the server takes for any response. */
export const REQUEST_TIMEOUT_MS = 30_000

/** Sends one request to our server. Throws `ApiError` with status 0 when no response arrives. */
export async function send(path: string, options: SendOptions): Promise<Response> {
  const { method = 'GET', token, json, headers, signal, timeoutMs = REQUEST_TIMEOUT_MS } = options
  const signals = [signal, timeoutMs === null ? undefined : AbortSignal.timeout(timeoutMs)]
  const stop = AbortSignal.any(signals.filter((each) => each !== undefined))
  const url = API_BASE + path
  try {
    return await fetch(url, {
      method,
      signal: stop,
      headers: {
        ...headers,
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
  } catch (error) {
    // An aborted request is not a network failure.
    if (signal?.aborted) throw error
    throw new ApiError({ status: 0, code: 'network', message: messages.generic.networkError })
  }
}
