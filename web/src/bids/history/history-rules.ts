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

/** Why a bid cannot be deleted from the history; null when it can. */
export const whyNotDelete = (bid: Pick<Bid, 'status' | 'stage'>): string | null =>
  isLive(bid) ? 'Its result is still to come.' : null
