import { type Endpoint, messages, type Reply, replySchema } from '@bidwell/contract'
import { ApiError, messageInJson, parseJson } from './api-error.ts'

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
