import type { BidResponse } from '../../marketplace/marketplace.ts'

/** Tripled after each rejection, until the last try before the close. */
const RESEND_PAUSE_MS = 250
/** A new session may be one that another bid has obtained before, and that has ended as well. */
const MAX_STALE_TOKENS = 2
/** After unclear answers, the pause before the next sending grows up to this. */
const MAX_UNCLEAR_PAUSE_MS = 20_000
/** While nothing can be sent, the pause grows up to this multiple. */
const MAX_UNSENT_PAUSE_FACTOR = 8

/** When the bid may be sent again, after the site's answers so far. Monotonic, as is `lastTryAt`. Pure. */
export function resendAt(answers: readonly BidResponse[], lastTryAt: number): number {
  const last = answers.at(-1)
  return last ? last.receivedAt + pauseAfter(last, answers, lastTryAt) : -Infinity
}

function pauseAfter(last: BidResponse, answers: readonly BidResponse[], lastTryAt: number): number {
  if (last.kind === 'not_sent') {
    // The site received nothing, so it is no rejection. The first one is repeated at once.
    const inARow = answers.length - 1 - answers.findLastIndex(({ kind }) => kind !== 'not_sent')
    return RESEND_PAUSE_MS * Math.min(inARow - 1, MAX_UNSENT_PAUSE_FACTOR)
  }
  if (last.kind === 'unknown') {
    const unclear = answers.filter(({ kind }) => kind === 'unknown').length
    return unclear === 1 ? 0 : Math.min(RESEND_PAUSE_MS * 3 ** (unclear - 2), MAX_UNCLEAR_PAUSE_MS)
  }
  const rejections = answers.filter(({ kind }) => kind !== 'not_sent' && kind !== 'unknown').length
  const pauseMs = RESEND_PAUSE_MS * 3 ** (rejections - 1)
  if (last.kind === 'unauthorized' && rejections <= MAX_STALE_TOKENS) return 0
  const askedMs = (last.kind === 'rate_limited' ? last.retryAfterMs : null) ?? pauseMs
  const lastTryMs = lastTryAt - last.receivedAt
  return lastTryMs > 0 ? Math.min(askedMs, lastTryMs) : askedMs
}
