import type { Bid, PreflightFinding } from '@bidwell/contract'

type Checked = Pick<Bid, 'status' | 'stage' | 'preflight'>

/**
 * What will make a bid fail as things stand; null when nothing is known to. From when an engine holds it, that tries
 * login and item itself, and what was found before is out of date.
 */
export function whatIsWrong({ status, stage, preflight }: Checked): PreflightFinding | null {
  const worst = preflight?.findings[0]
  return status === 'pending' && stage === 'waiting' && worst?.severity === 'red' ? worst : null
}

/** Pending bids that have turned red, and those that no longer are. One that is red for another reason is news too. */
export function preflightNews(before: readonly Bid[], after: readonly Bid[]) {
  const known = new Map(before.map((bid) => [bid.id, bid]))
  return after.flatMap((bid) => {
    const was = known.get(bid.id)
    if (!was || bid.status !== 'pending') return []
    const wrong = whatIsWrong(bid)
    return whatIsWrong(was)?.code === wrong?.code ? [] : [{ bid, wrong }]
  })
}
