import { API_BASE, messages } from '@bidwell/contract'
import { ApiError } from './api-error.ts'

type Sending = {
  method?: string
  token: string | null
  json?: unknown
  headers?: Record<string, string>
  /** Gives the call up; what it then throws is the signal's reason. */
  signal?: AbortSignal
  /** How long the whole answer may take; null for one that never ends. */
  patienceMs?: number | null
}

/** Longer than the server ever waits for anything before it answers. */
const PATIENCE_MS = 30_000

/** One request to our server. Throws `ApiError` with status 0 when no answer comes. */
export async function send(path: string, sending: Sending): Promise<Response> {
  const { method = 'GET', token, json, headers, signal, patienceMs = PATIENCE_MS } = sending
  const limits = [signal, patienceMs === null ? undefined : AbortSignal.timeout(patienceMs)]
  try {
    return await fetch(API_BASE + path, {
      method,
      signal: AbortSignal.any(limits.filter((limit) => limit !== undefined)),
      headers: {
        ...headers,
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
  } catch (error) {
    // A call that was given up is no failure of the network.
    if (signal?.aborted) throw error
    throw new ApiError({ status: 0, code: 'network', message: messages.generic.noAnswer })
  }
}
