import type { Bid, PreflightFinding } from '@bidwell/contract'

type CheckedBid = Pick<Bid, 'status' | 'stage' | 'preflight'>

/**
 * The finding that is going to make a bid fail; null for none. Once an engine holds the bid, it checks the login and
 * the item itself, and earlier findings no longer count.
 */
export function blockingFinding({ status, stage, preflight }: CheckedBid): PreflightFinding | null {
  const worst = preflight?.findings[0]
  return status === 'pending' && stage === 'waiting' && worst?.severity === 'red' ? worst : null
}

/** A toast replaces an earlier one with the same `id`. */
type PreflightToast = { id: string; kind: 'error' | 'info'; message: string }

/**
 * The toasts for bids that are newly at risk or no longer so. Several bids at risk for one reason, such as a refused
 * login, share one toast.
 */
export function preflightToasts(before: readonly Bid[], after: readonly Bid[]): PreflightToast[] {
  const earlierFindings = new Map(before.map((bid) => [bid.id, blockingFinding(bid)]))
  const toasts = after.flatMap((bid): PreflightToast[] => {
    // The first event about a new bid may carry its findings already.
    const [earlier, finding] = [earlierFindings.get(bid.id) ?? null, blockingFinding(bid)]
    if (bid.status !== 'pending' || earlier?.code === finding?.code) return []
    const reason = (finding ?? earlier)?.message
    const sharing = after.filter((other) => blockingFinding(other)?.message === reason)
    const id = `at-risk: ${reason}`
    if (sharing.length > 1) return [{ id, kind: 'error', message: `${sharing.length} bids at risk: ${reason}` }]
    if (finding) return [{ id, kind: 'error', message: `${bid.title}: ${reason}` }]
    return sharing.length === 0 ? [{ id, kind: 'info', message: `${bid.title}: no longer at risk` }] : []
  })
  return [...new Map(toasts.map((toast) => [toast.id, toast])).values()]
}
