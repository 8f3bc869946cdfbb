import { messages } from '@bidwell/contract'
import type { BidToast } from './bid-toast.ts'
import { tally } from './result-kind.ts'

const MERGE_MS = 5_000
const MAX_APART = 3

/** A toast on the screen, and the bids that it is about. */
type Standing = { id: string; toasts: readonly BidToast[]; at: number }

/** Up to three toasts stand side by side. From the fourth within five seconds on, one stands for all; `gone` are then closed. */
export function addToasts(earlier: readonly Standing[], toasts: readonly BidToast[], now: number) {
  const recent = earlier.filter(({ at }) => now - at < MERGE_MS)
  const added = toasts.map((toast) => ({ id: `bid-${toast.bid.id}-${toast.bid.status}`, toasts: [toast], at: now }))
  const [first, ...others] = [...recent, ...added]
  const together = [...recent, ...added].flatMap((each) => each.toasts)
  return first === undefined || together.length <= MAX_APART
    ? { stands: [...recent, ...added], gone: [] }
    : { stands: [{ id: first.id, toasts: together, at: now }], gone: others.map(({ id }) => id) }
}

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
