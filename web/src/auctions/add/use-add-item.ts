import { messages, scheduleFailure, type ScrapedAuction } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError, messageOf, wasRefused } from '../../api/api-error.ts'
import { randomKey } from '../../api/random-key.ts'
import { scheduleMutation } from '../../bids/bid-queries.ts'
import type { BidOrder } from '../../bids/fields/bid-draft.ts'
import { useRefusalToast } from '../../plans/limits/use-refusal-toast.ts'
import { dropUnfinished } from '../../plans/unfinished.ts'
import { useIsUnmounted } from '../../state/use-is-unmounted.ts'
import { toastInfo, toastSaved, toastWarning, watchUser } from '../../ui/overlays/toasts.tsx'
import { trackMutation } from '../tracked/track-queries.ts'
import { newAuctionFrom, type Plan } from './new-auction.ts'

/** What the dashboard shows once an auction is tracked: its card, its detail, or the form of its bid. */
export type AfterAdding = 'list' | 'open' | 'edit'

/**
 * Tracks an item, with or without a bid. When the bid is refused, the auction stays tracked and a toast gives the reason. Once
 * the sheet has gone, toasts say what failed, and `onDone` does not run: another sheet may be open by then.
 */
export function useAddItem(item: ScrapedAuction, onDone: (id: number, then: AfterAdding) => void) {
  const tracking = useMutation(trackMutation)
  const scheduling = useMutation(scheduleMutation)
  const toastRefusal = useRefusalToast()
  const isUnmounted = useIsUnmounted()
  const endsOn = Date.parse(item.end_time)
  const [adding, setAdding] = useState<'nothing' | 'auction' | 'with_bid'>('nothing')

  async function add(order: BidOrder | null, plan: Plan) {
    if (adding !== 'nothing') return
    setAdding(order === null ? 'auction' : 'with_bid')
    await trackAndSchedule(order, plan)
    setAdding('nothing')
  }

  async function trackAndSchedule(order: BidOrder | null, plan: Plan) {
    const isUserThere = watchUser()
    const tracked = await tracking.mutateAsync(newAuctionFrom(item, plan)).catch((error: unknown) => {
      if (!isUserThere()) return null
      // The sheet itself shows from now on that the auction is tracked.
      const reason = messageOf(error)
      if (reason === messages.auction.createdNotRetrieved) toastWarning(reason)
      else if (reason === messages.auction.existsNotRetrieved) toastInfo(reason)
      else if (isUnmounted()) toastNotTracked(error, order)
      return null
    })
    if (tracked === null || !isUserThere()) return
    if (!isUnmounted()) dropUnfinished()
    if (tracked.already_tracked) toastInfo(messages.auction.alreadyTracked(item.auction_id))
    const then = order === null || (await schedule(order)) ? 'list' : 'edit'
    if (!isUnmounted()) onDone(tracked.id, then)
  }

  function toastNotTracked(error: unknown, order: BidOrder | null) {
    const { notTracked, maybeTracked } = messages.auction
    const state = (wasRefused(error) ? notTracked : maybeTracked)(item.title)
    const ofBid = order === null ? [] : [messages.bid.notScheduled(item.title)]
    toastRefusal({ error, reason: messageOf(error), state: [state, ...ofBid].join(' '), endsOn })
  }

  /** Whether the bid was accepted. Tried again, it keeps its key. */
  async function schedule(order: BidOrder, idempotencyKey = randomKey()): Promise<boolean> {
    const isUserThere = watchUser()
    try {
      await scheduling.mutateAsync({ auctionId: item.auction_id, ...order, idempotencyKey })
    } catch (error) {
      if (!isUserThere()) return false
      const reason = scheduleFailure(messageOf(error), isApiError(error) ? error.code : undefined)
      const { notScheduled, maybeScheduled } = messages.bid
      const ofBid = (wasRefused(error) ? notScheduled : maybeScheduled)(item.title)
      const state = isUnmounted() ? ofBid : 'The auction is tracked.'
      toastRefusal({ error, reason, state, endsOn, again: () => void schedule(order, idempotencyKey) })
      return false
    }
    if (isUserThere()) toastSaved('Bid scheduled')
    return true
  }

  return { adding, add, error: tracking.error }
}
