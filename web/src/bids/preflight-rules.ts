import type { Bid, PreflightCode, PreflightFinding } from '@bidwell/contract'

/** The findings that a banner on every page states for all bids together. */
export const LOGIN_FINDINGS: readonly PreflightCode[] = ['login_missing', 'login_refused']

type CheckedBid = Pick<Bid, 'status' | 'stage' | 'preflight'>

/**
 * The finding that is going to make a bid fail; null for none. Once an engine holds the bid, it checks the login and
 * the item itself, and earlier findings no longer count.
 */
export function blockingFinding({ status, stage, preflight }: CheckedBid): PreflightFinding | null {
  const worst = preflight?.findings[0]
  return status === 'pending' && stage === 'waiting' && worst?.severity === 'red' ? worst : null
}

/** The finding of one bid that is going to make it fail; null for none. */
function riskOf(bid: Bid): PreflightFinding | null {
  const finding = blockingFinding(bid)
  return finding && LOGIN_FINDINGS.includes(finding.code) ? null : finding
}

/** A toast replaces an earlier one with the same `id`. */
type PreflightToast = { id: string; kind: 'error' | 'info'; message: string }

/**
 * The toasts for bids that are newly at risk or no longer so. Several bids at risk for one reason share one toast. A
 * login that stops bids has its banner.
 */
export function preflightToasts(before: readonly Bid[], after: readonly Bid[]): PreflightToast[] {
  const earlierFindings = new Map(before.map((bid) => [bid.id, riskOf(bid)]))
  const toasts = after.flatMap((bid): PreflightToast[] => {
    // The first event about a new bid may carry its findings already.
    const [earlier, finding] = [earlierFindings.get(bid.id) ?? null, riskOf(bid)]
    if (bid.status !== 'pending' || earlier?.code === finding?.code) return []
    const reason = (finding ?? earlier)?.message
    const sharing = after.filter((other) => riskOf(other)?.message === reason)
    const id = `at-risk: ${reason}`
    if (sharing.length > 1) return [{ id, kind: 'error', message: `${sharing.length} bids at risk: ${reason}` }]
    if (finding) return [{ id, kind: 'error', message: `${bid.title}: ${reason}` }]
    return sharing.length === 0 ? [{ id, kind: 'info', message: `${bid.title}: no longer at risk` }] : []
  })
  return [...new Map(toasts.map((toast) => [toast.id, toast])).values()]
}
