import { type Bid, cancelFailure, type DeliveredPrice, scheduleFailure } from '@bidwell/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { randomKey } from '../../api/random-key.ts'
import { useOnline } from '../../api/use-online.ts'
import { whenAllowed } from '../../api/when-allowed.ts'
import { cancelMutation, scheduleMutation } from '../../bids/bid-queries.ts'
import { needsDialogToUndo, whyOffline } from '../../bids/bid-rules.ts'
import { useRefusalToast } from '../../plans/limits/use-refusal-toast.ts'
import { siteClock } from '../../time/site-clock.ts'
import { runUndoable, toastError, toastSaved, watchUser } from '../../ui/overlays/toasts.tsx'
import { isAuctionBusy } from '../tracked/auction-busy.ts'
import { focusCard } from '../tracked/auction-card.ts'
import { removeMutation, restoreMutation } from '../tracked/auction-queries.ts'
import { isOver } from '../tracked/auction-state.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'

/** An action that waits for its confirmation. */
export type Question = { action: 'remove' | 'cancel'; auctions: readonly TrackedAuction[] }

/**
 * Removes auctions and cancels bids at once, with an undo. In the last five minutes before an end, when the undo could
 * come too late, it asks for a confirmation first.
 */
export function useUndoableActions() {
  const [question, setQuestion] = useState<Question | null>(null)
  const client = useQueryClient()
  const offline = whyOffline(useOnline())
  const { mutateAsync: removeAuction } = useMutation(removeMutation)
  const { mutateAsync: cancelBid } = useMutation(cancelMutation)
  const { restoreAuctions, scheduleAgain } = useRestore()

  async function removeAuctions(auctions: readonly TrackedAuction[], isUnwanted: () => boolean) {
    const removed: TrackedAuction[] = []
    const remove = async (tracked: TrackedAuction) => {
      if (isUnwanted()) return
      await removeAuction(tracked.auction.id)
      removed.push(tracked)
    }
    for (const tracked of auctions) {
      try {
        await whenAllowed(() => remove(tracked))
      } catch (error) {
        toastError(messageOf(error))
      }
    }
    return removed.length === 0 ? null : { text: removedText(removed), undo: () => void restoreAuctions(removed) }
  }

  async function cancelBidOn({ auction, bid }: TrackedAuction) {
    if (!bid) return null
    try {
      await cancelBid(bid.id)
    } catch (error) {
      toastError(cancelFailure(messageOf(error), isApiError(error) ? error.details?.[0]?.message : undefined))
      return null
    }
    const undo = async () => {
      if (await scheduleAgain(bid)) toastSaved('Bid scheduled again')
    }
    return { text: `Bid on ${auction.title} cancelled.`, undo: () => void undo() }
  }

  async function run({ action, auctions }: Question) {
    if (action === 'remove') await runUndoable((isUnwanted) => removeAuctions(auctions, isUnwanted))
    else for (const tracked of auctions) await runUndoable(() => cancelBidOn(tracked))
  }

  function request({ action, auctions }: Question) {
    if (offline !== null) return toastError(offline, { id: 'offline' })
    const idle = auctions.filter((tracked) => !isAuctionBusy(client, tracked))
    if (idle.length === 0) return
    const now = siteClock.now()
    const risky = idle.some(({ auction }) => !isOver(auction, now) && needsDialogToUndo(auction.endsOn, now))
    if (risky) setQuestion({ action, auctions: idle })
    else void run({ action, auctions: idle })
  }

  return {
    question,
    remove: (auctions: readonly TrackedAuction[]) => request({ action: 'remove', auctions }),
    cancel: (tracked: TrackedAuction) => request({ action: 'cancel', auctions: [tracked] }),
    /** What the dialog with the question calls. */
    answer: {
      onConfirm: () => {
        if (question) void run(question)
        setQuestion(null)
      },
      onClose: () => setQuestion(null),
    },
  }
}

function removedText(removed: readonly TrackedAuction[]): string {
  const removedWhat = removed.length === 1 ? removed[0]?.auction.title : `${removed.length} auctions`
  const bids = removed.filter(({ bid }) => bid?.status === 'pending').length
  if (bids === 0) return `Removed ${removedWhat}.`
  const cancelled =
    removed.length === 1 ? 'its bid is cancelled' : bids === 1 ? '1 bid is cancelled' : `${bids} bids are cancelled`
  return `Removed ${removedWhat}, and ${cancelled}.`
}

/** Undoes removals and cancellations. Failures appear as toasts. */
function useRestore() {
  const { mutateAsync: restoreAuction } = useMutation(restoreMutation)
  const { mutateAsync: scheduleBid } = useMutation(scheduleMutation)
  const toastRefusal = useRefusalToast()

  /** Schedules the bid with its former terms; returns whether it is scheduled. */
  async function scheduleAgain(bid: Bid, idempotencyKey = randomKey()): Promise<boolean> {
    const { auctionId, maxBid, delivered, secondsBeforeEnd, group } = bid
    const isUserThere = watchUser()
    try {
      const terms = delivered ? wishOf(delivered) : { maxBid, confirmMaxBid: maxBid }
      // A bid of a group never comes back as a single one.
      const groupId = group === null ? {} : { groupId: group.id }
      await scheduleBid({ auctionId, ...terms, secondsBeforeEnd, ...groupId, idempotencyKey })
      return true
    } catch (error) {
      if (!isUserThere()) return false
      const reason = scheduleFailure(messageOf(error), isApiError(error) ? error.code : undefined)
      const state = 'The bid is not scheduled again.'
      const endsOn = bid.fireAt + secondsBeforeEnd * 1_000
      toastRefusal({ error, reason, state, endsOn, again: () => void scheduleAgain(bid, idempotencyKey) })
      return false
    }
  }

  /** Restores the auctions one after another, each with its pending bid, and focuses the first unless the user moves the focus meanwhile. */
  async function restoreAuctions(auctions: readonly TrackedAuction[]) {
    const from = document.activeElement
    const isUserThere = watchUser()
    for (const { auction, bid } of auctions) {
      if (!isUserThere()) return
      try {
        await whenAllowed(() => restoreAuction(auction.id))
        if (bid?.status === 'pending' && isUserThere()) await scheduleAgain(bid)
      } catch (error) {
        const state = 'The auction stays removed.'
        if (isUserThere()) toastRefusal({ error, reason: messageOf(error), state, endsOn: auction.endsOn })
      }
    }
    const [first] = auctions
    if (first) focusCard(first.auction.id, from)
  }

  return { scheduleAgain, restoreAuctions }
}

/** The delivered price of a bid, as its owner gave it. */
const wishOf = ({ all_in: allIn, allowance, pickup, no_handling: noHandling }: DeliveredPrice) => ({
  allIn,
  confirmMaxBid: allIn,
  ...(allowance !== null && { allowance }),
  ...(pickup && { pickup }),
  ...(noHandling && { noHandling }),
})
