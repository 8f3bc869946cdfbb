import type { Clock } from '../platform/clock.ts'

/**
 * Shares the result of `work` among all who ask for it within `freshMs`, so that strangers cannot make the database work. A
 * failure is not kept.
 */
export function shareAnswer<T>(clock: Clock, freshMs: number, work: () => Promise<T>): () => Promise<T> {
  let shared: { at: number; answer: Promise<T> } | null = null
  return () => {
    const now = clock.monotonic()
    if (shared !== null && now - shared.at < freshMs) return shared.answer
    const begun = { at: now, answer: work() }
    shared = begun
    begun.answer.catch(() => {
      if (shared === begun) shared = null
    })
    return begun.answer
  }
}
