import { type Bid, type DeliveredPrice, scheduleFailure } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { randomKey } from '../../api/random-key.ts'
import { scheduleMutation } from '../../bids/bid-queries.ts'
import { useRefusalToast } from '../../plans/limits/use-refusal-toast.ts'
import { auctionCard } from '../tracked/auction-card.ts'
import { restoreMutation } from '../tracked/auction-queries.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'

/** Undoes removals and cancellations. Failures appear as toasts. */
export function useRestore() {
  const { mutateAsync: restoreAuction } = useMutation(restoreMutation)
  const { mutateAsync: scheduleBid } = useMutation(scheduleMutation)
  const toastRefusal = useRefusalToast()

  /** Schedules the bid with its former terms; returns whether it is scheduled. */
  async function scheduleAgain({ auctionId, maxBid, delivered, secondsBeforeEnd, group }: Bid): Promise<boolean> {
    const idempotencyKey = randomKey()
    try {
      const terms = delivered ? wishOf(delivered) : { maxBid, confirmMaxBid: maxBid }
      // A bid of a group never comes back as a single one.
      const groupId = group === null ? {} : { groupId: group.id }
      await scheduleBid({ auctionId, ...terms, secondsBeforeEnd, ...groupId, idempotencyKey })
      return true
    } catch (error) {
      const reason = scheduleFailure(messageOf(error), isApiError(error) ? error.code : undefined)
      toastRefusal(error, reason, 'The bid is not scheduled again.')
      return false
    }
  }

  /** Restores the auctions one after another, each with its pending bid, and focuses the first. */
  async function restoreAuctions(auctions: readonly TrackedAuction[]) {
    for (const { auction, bid } of auctions) {
      try {
        await restoreAuction(auction.id)
        if (bid?.status === 'pending') await scheduleAgain(bid)
      } catch (error) {
        toastRefusal(error, messageOf(error), 'The auction stays removed.')
      }
    }
    focusAuction(auctions[0]?.auction.id)
  }

  return { scheduleAgain, restoreAuctions }
}

/** The delivered price of a bid, as its owner gave it. */
const wishOf = ({ all_in: allIn, allowance, pickup }: DeliveredPrice) => ({
  allIn,
  confirmMaxBid: allIn,
  ...(allowance !== null && { allowance }),
  ...(pickup && { pickup }),
})

const focusAuction = (id: number | undefined) =>
  requestAnimationFrame(() => id !== undefined && auctionCard(id)?.querySelector('a')?.focus())
