import { messages } from '@bidwell/contract'
import type { BidToast } from './bid-toast.ts'
import { tally } from './result-kind.ts'

/** Toasts that arrive this soon after each other become one. */
export const MERGE_MS = 5_000

/** One toast for several bids. `toFix`: one of them failed for a reason that the user can resolve. */
export type MergedToast = Pick<BidToast, 'kind' | 'heading' | 'text'> & { hasResults: boolean; toFix: boolean }

export function mergeToasts(toasts: readonly BidToast[]): MergedToast {
  const has = (kind: BidToast['kind']) => toasts.some((toast) => toast.kind === kind)
  const bids = toasts.map(({ bid }) => bid)
  const { counts, paid } = tally(bids)
  const hasResults = Object.values(counts).some((count) => count > 0)
  return {
    kind: has('error') ? 'error' : has('warning') ? 'warning' : has('success') ? 'success' : 'info',
    heading: hasResults ? messages.result.together(counts, paid) : messages.result.placedTogether(bids.length),
    text: sharedReason(toasts),
    hasResults,
    toFix: toasts.some(({ action }) => action === 'fix'),
  }
}

/** The reason of the bids that failed, if they failed for the same one. */
function sharedReason(toasts: readonly BidToast[]): string | null {
  const details = new Set(toasts.filter(({ bid }) => bid.status === 'failed').map(({ bid }) => bid.errorDetail))
  const [only] = details
  return details.size === 1 ? (only ?? null) : null
}
