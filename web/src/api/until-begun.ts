import { createStore } from '../state/create-store.ts'
import type { ApiError } from './api-error.ts'
import { readToken } from './session-token.ts'

const REPEATS = 3
/** Nobody waits longer than this for a call that was pressed. */
const LONGEST_WAIT_MS = 10_000

const { get, set, use } = createStore(0)

/** Whether a call waits for a busy server. */
export const useStillTrying = (): boolean => use() > 0

/**
 * Makes a call that has an idempotency key again while the server is too busy to begin with it, after the time that the server
 * names. Whatever became of the first one, the call has its effect once. No call is repeated for another user, who may have signed in
 * meanwhile.
 */
export async function untilBegun<A extends { error: ApiError | null }>(
  ask: () => Promise<A>,
  signal: AbortSignal | undefined,
): Promise<A> {
  const token = readToken()
  for (let repeats = 0; ; repeats++) {
    const answer = await ask()
    const waitMs = answer.error?.code === 'unavailable' ? answer.error.retryAfterMs : null
    if (waitMs === null || waitMs > LONGEST_WAIT_MS || repeats === REPEATS) return answer
    set(get() + 1)
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs)
      signal?.addEventListener('abort', resolve, { once: true })
    })
    set(get() - 1)
    signal?.throwIfAborted()
    if (readToken() !== token) return answer
  }
}
