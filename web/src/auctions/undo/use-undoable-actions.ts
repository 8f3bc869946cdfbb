import { cancelFailure } from '@bidwell/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { cancelMutation } from '../../bids/bid-queries.ts'
import { needsDialogToUndo } from '../../bids/bid-rules.ts'
import { siteClock } from '../../time/site-clock.ts'
import { toastError, toastSaved, toastUndo } from '../../ui/overlays/toasts.tsx'
import { isAuctionBusy } from '../tracked/auction-busy.ts'
import { removeMutation } from '../tracked/auction-queries.ts'
import { isOver } from '../tracked/auction-state.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'
import { useRestore } from './use-restore.ts'

/** An action that waits for its confirmation. */
export type Question = { action: 'remove' | 'cancel'; auctions: readonly TrackedAuction[] }

/**
 * Removes auctions and cancels bids at once, with an undo. In the last five minutes before an end, when the undo could
 * come too late, it asks for a confirmation first.
 */
export function useUndoableActions() {
  const [question, setQuestion] = useState<Question | null>(null)
  const client = useQueryClient()
  const { mutateAsync: removeAuction } = useMutation(removeMutation)
  const { mutateAsync: cancelBid } = useMutation(cancelMutation)
  const { restoreAuctions, scheduleAgain } = useRestore()

  async function removeAuctions(auctions: readonly TrackedAuction[]) {
    const removed: TrackedAuction[] = []
    for (const tracked of auctions) {
      try {
        await removeAuction(tracked.auction.id)
        removed.push(tracked)
      } catch (error) {
        toastError(messageOf(error))
      }
    }
    if (removed.length > 0) toastUndo(removedText(removed), { undo: () => void restoreAuctions(removed) })
  }

  async function cancelBidOn({ auction, bid }: TrackedAuction) {
    if (!bid) return
    try {
      await cancelBid(bid.id)
    } catch (error) {
      toastError(cancelFailure(messageOf(error), isApiError(error) ? error.details?.[0]?.message : undefined))
      return
    }
    const undo = async () => {
      if (await scheduleAgain(bid)) toastSaved('Bid scheduled again')
    }
    toastUndo(`Bid on ${auction.title} cancelled.`, { undo: () => void undo() })
  }

  async function run({ action, auctions }: Question) {
    if (action === 'remove') await removeAuctions(auctions)
    else for (const tracked of auctions) await cancelBidOn(tracked)
  }

  function request({ action, auctions }: Question) {
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
