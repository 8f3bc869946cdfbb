import { type ApiError, wasRefused } from './api-error.ts'
import { randomKey } from './random-key.ts'

/**
 * The idempotency keys of requests that shall have one effect. While no answer came, the same request has the same key: sent again,
 * it gets the answer and is not done a second time.
 */
export function createOnce() {
  const unanswered = new Map<string, string>()
  return {
    keyFor(request: string): string {
      const key = unanswered.get(request) ?? randomKey()
      unanswered.set(request, key)
      return key
    },

    answered(request: string, error: ApiError | null) {
      if (error === null || wasRefused(error) || error.code === 'idempotency_done') unanswered.delete(request)
    },

    /** What was lost may have been deleted: then the same request means another one. */
    forgetAll: () => unanswered.clear(),
  }
}
