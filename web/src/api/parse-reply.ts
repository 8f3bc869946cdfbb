import { type Endpoint, messages, type Reply, replySchema } from '@bidwell/contract'
import { ApiError, parseJson } from './api-error.ts'

/** Validates the body of a successful response against the contract. Throws `ApiError` when it does not fit. */
export function parseReply<E extends Endpoint>(endpoint: E, status: number, body: string): Reply<E> {
  const reply = replySchema(endpoint).safeParse(parseJson(body))
  // The cast is safe: `Reply` is the type that `replySchema` of this endpoint produces.
  if (reply.success) return reply.data as Reply<E>
  throw new ApiError({ status, code: 'unreadable', message: messages.generic.notJson(body) })
}
