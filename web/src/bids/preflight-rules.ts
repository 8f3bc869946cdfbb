import type { Bid, PreflightFinding } from '@bidwell/contract'

type Checked = Pick<Bid, 'status' | 'stage' | 'preflight'>

/**
 * What will make a bid fail as things stand; null when nothing is known to. From when an engine holds it, that tries
 * login and item itself, and what was found before is out of date.
 */
export function blockingFinding({ status, stage, preflight }: Checked): PreflightFinding | null {
  const worst = preflight?.findings[0]
  return status === 'pending' && stage === 'waiting' && worst?.severity === 'red' ? worst : null
}

/** A toast takes the place of an earlier one with the same `id`. */
type PreflightToast = { id: string; kind: 'error' | 'info'; message: string }

/**
 * The toasts that checks ahead call for: of bids that have turned red, and of those that no longer are. What is wrong
 * with several bids for one reason, as a login that is refused, is one toast.
 */
export function preflightToasts(before: readonly Bid[], after: readonly Bid[]): PreflightToast[] {
  const was = new Map(before.map((bid) => [bid.id, blockingFinding(bid)]))
  const toasts = after.flatMap((bid): PreflightToast[] => {
    // A bid may be checked before anything else is heard of it.
    const [earlier, wrong] = [was.get(bid.id) ?? null, blockingFinding(bid)]
    if (bid.status !== 'pending' || earlier?.code === wrong?.code) return []
    const reason = (wrong ?? earlier)?.message
    const alike = after.filter((other) => blockingFinding(other)?.message === reason)
    const id = `at-risk: ${reason}`
    if (alike.length > 1) return [{ id, kind: 'error', message: `${alike.length} bids at risk: ${reason}` }]
    if (wrong) return [{ id, kind: 'error', message: `${bid.title}: ${reason}` }]
    return alike.length === 0 ? [{ id, kind: 'info', message: `${bid.title}: no longer at risk` }] : []
  })
  return [...new Map(toasts.map((toast) => [toast.id, toast])).values()]
}
