import { messages, type ScrapedAuction, scheduleFailure } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { randomKey } from '../../api/random-key.ts'
import { scheduleMutation } from '../../bids/bid-queries.ts'
import type { BidOrder } from '../../bids/form/bid-draft.ts'
import { useRefusalToast } from '../../plans/limits/use-refusal-toast.ts'
import { dropUnfinished } from '../../plans/unfinished.ts'
import { toastInfo, toastSaved, toastWarning } from '../../ui/overlays/toasts.tsx'
import { trackMutation } from '../tracked/track-queries.ts'
import { newAuctionFrom, type Plan } from './new-auction.ts'

/** What the dashboard shows once an auction is tracked: its card, its detail, or the form of its bid. */
export type AfterAdding = 'list' | 'open' | 'edit'

/** Tracks an item, with or without a bid. When the bid is refused, the auction stays tracked and a toast gives the reason. */
export function useAddItem(item: ScrapedAuction, onDone: (id: number, then: AfterAdding) => void) {
  const tracking = useMutation(trackMutation)
  const scheduling = useMutation(scheduleMutation)
  const toastRefusal = useRefusalToast()
  const [adding, setAdding] = useState<'nothing' | 'auction' | 'with_bid'>('nothing')

  async function add(order: BidOrder | null, plan: Plan) {
    if (adding !== 'nothing') return
    setAdding(order === null ? 'auction' : 'with_bid')
    await trackAndSchedule(order, plan)
    setAdding('nothing')
  }

  async function trackAndSchedule(order: BidOrder | null, plan: Plan) {
    const tracked = await tracking.mutateAsync(newAuctionFrom(item, plan)).catch((error: unknown) => {
      // The sheet itself shows from now on that the auction is tracked.
      const reason = messageOf(error)
      if (reason === messages.auction.createdNotRetrieved) toastWarning(reason)
      if (reason === messages.auction.existsNotRetrieved) toastInfo(reason)
      return null
    })
    if (tracked === null) return
    dropUnfinished()
    if (tracked.already_tracked) toastInfo(messages.auction.alreadyTracked(item.auction_id))
    onDone(tracked.id, order === null || (await schedule(order)) ? 'list' : 'edit')
  }

  /** Whether the bid was accepted. */
  async function schedule(order: BidOrder): Promise<boolean> {
    try {
      await scheduling.mutateAsync({ auctionId: item.auction_id, ...order, idempotencyKey: randomKey() })
    } catch (error) {
      const reason = scheduleFailure(messageOf(error), isApiError(error) ? error.code : undefined)
      toastRefusal(error, reason, 'The auction is tracked.')
      return false
    }
    toastSaved('Bid scheduled')
    return true
  }

  return { adding, add, error: tracking.error }
}
