import { type Endpoint, messages, type Reply, replySchema } from '@bidwell/contract'
import { ApiError, parseJson } from './api-error.ts'

/**
 * A successful answer, checked against the contract; throws `ApiError` when it is something else. The check is the
 * guarantee of the type: `replySchema` is built from the very endpoint that `Reply` is read from.
 */
export function parseReply<E extends Endpoint>(endpoint: E, status: number, body: string): Reply<E> {
  const reply = replySchema(endpoint).safeParse(parseJson(body))
  if (reply.success) return reply.data as Reply<E>
  throw new ApiError({ status, code: 'unreadable', message: messages.generic.notJson(body) })
}
