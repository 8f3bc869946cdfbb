import { api, messages } from '@bidwell/contract'
import { ApiError, errorFromResponse, isApiError } from './api-error.ts'
import { parseReply } from './read-response.ts'
import { send } from './send.ts'

/**
 * Shorter than the ten seconds for which the server repeats its answer to a spent token: if the answer gets lost, asking
 * again at once still succeeds.
 */
const FIRST_TRY_TIMEOUT_MS = 5_000

/**
 * Asks the server for the session's next token; with `extend`, also for a longer session. Returns null when the session
 * has ended. Throws `ApiError` when the server cannot be reached, is overloaded, or sends no token: then the session may
 * still exist.
 */
export async function exchangeToken(token: string, { extend = false } = {}): Promise<string | null> {
  const request = { method: api.refreshToken.method, token: null, json: { token, ...(extend && { extend }) } }
  const response = await send(api.refreshToken.path, { ...request, timeoutMs: FIRST_TRY_TIMEOUT_MS }).catch(() =>
    send(api.refreshToken.path, request),
  )
  const body = await response.text()
  if (response.ok) return parseReply(api.refreshToken, response.status, body).token
  if (response.status < 500 && response.status !== 429) return null
  const error = errorFromResponse(response.status, response.headers.get('retry-after'), body)
  if (!isApiError(error, 'unreadable')) throw error
  throw new ApiError({ status: error.status, code: error.code, message: messages.session.refreshFailed })
}
