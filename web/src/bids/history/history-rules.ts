import type { Bid, BidStatus } from '@bidwell/contract'
import type { Tone } from '../../ui/tone.ts'
import { isLive } from '../bid-rules.ts'

export const HISTORY_FILTERS = [
  { id: 'all', label: 'All', statuses: ['executed', 'outbid', 'failed', 'cancelled', 'auction_ended', 'won', 'lost'] },
  { id: 'won', label: 'Won', statuses: ['won'] },
  { id: 'lost', label: 'Lost', statuses: ['lost', 'outbid'] },
  { id: 'not_placed', label: 'Not placed', statuses: ['failed', 'auction_ended'] },
  { id: 'cancelled', label: 'Cancelled', statuses: ['cancelled'] },
] as const satisfies readonly { id: string; label: string; statuses: readonly BidStatus[] }[]

/** Only `won` is a success, and only `failed` asks for an action. */
export function resultTone(status: BidStatus): Tone {
  switch (status) {
    case 'won':
      return 'success'
    case 'failed':
      return 'danger'
    case 'outbid':
      return 'outbid'
    case 'pending':
    case 'executed':
      return 'info'
    case 'lost':
    case 'cancelled':
    case 'auction_ended':
      return 'neutral'
  }
}

/** When a bid was executed, otherwise when it last changed. Epoch ms. */
export const finishedAt = (bid: Bid): number => bid.executedAt ?? bid.updatedAt

/** The history with the bids on their way and those being checked, which have no result yet, latest first. */
export function withUnresolved(finished: readonly Bid[], recent: readonly Bid[]): Bid[] {
  const known = new Set(finished.map(({ id }) => id))
  const unresolved = recent.filter(({ id, status, stage }) => {
    return status === 'pending' && (stage === 'sent' || stage === 'checking') && !known.has(id)
  })
  return [...unresolved, ...finished].toSorted((a, b) => finishedAt(b) - finishedAt(a) || b.id - a.id)
}

/** Why a bid cannot be deleted from the history; null when it can. */
export const whyNotDelete = (bid: Pick<Bid, 'status' | 'stage'>): string | null =>
  isLive(bid) ? 'Its result is still to come.' : null
