import { type Endpoint, messages, type Reply, replySchema } from '@bidwell/contract'
import { ApiError, messageInJson, parseJson } from './api-error.ts'

/** The text of a response. When the connection breaks on the way, it is unknown what the server has done. */
export async function readBody(response: Response, signal?: AbortSignal): Promise<string> {
  try {
    return await response.text()
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError({ status: response.status, code: 'unreadable', message: messages.generic.notProcessed })
  }
}

/**
 * What a response says about the session. `token-expired`: exchange the token and repeat the call. `ended`: sign in
 * again. A 401 for a wrong password carries `X-Token-Expired: false` and leaves the session `unchanged`.
 */
export function sessionStatus(response: Response): 'unchanged' | 'token-expired' | 'ended' {
  if (response.status !== 401) return 'unchanged'
  const tokenExpired = response.headers.get('x-token-expired')
  if (tokenExpired === null) return 'ended'
  return tokenExpired === 'true' ? 'token-expired' : 'unchanged'
}

/** Validates the body of a successful response against the contract. Throws `ApiError` when it does not fit. */
export function parseReply<E extends Endpoint>(endpoint: E, status: number, body: string): Reply<E> {
  const json = parseJson(body)
  const reply = replySchema(endpoint).safeParse(json)
  // The cast is safe: `Reply` is the type that `replySchema` of this endpoint produces.
  if (reply.success) return reply.data as Reply<E>
  const replyMessage = messageInJson(json)
  const message = saysFailure(json) ? (replyMessage ?? messages.generic.requestFailed) : messages.generic.notJson(body)
  throw new ApiError({ status, code: 'unreadable', message, replyMessage })
}

/** Whether a response that arrived as a success says in its wrapper that it is none. */
const saysFailure = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && 'success' in json && json.success === false
