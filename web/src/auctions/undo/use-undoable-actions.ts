import { cancelFailure } from '@bidwell/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { cancelMutation } from '../../bids/bid-queries.ts'
import { needsDialogToUndo } from '../../bids/bid-rules.ts'
import { siteClock } from '../../time/site-clock.ts'
import { toastError, toastSaved, toastUndo } from '../../ui/overlays/toasts.tsx'
import { removeMutation } from '../lot/auction-queries.ts'
import { isLotBusy } from '../lot/lot-busy.ts'
import { isOver } from '../lot/lot-state.ts'
import type { Lot } from '../lot/lot.ts'
import { useRestore } from './use-restore.ts'

/** An action that waits for its confirmation. */
export type Question = { action: 'remove' | 'cancel'; lots: readonly Lot[] }

/**
 * Removes auctions and cancels bids at once, with an undo. In the last five minutes before an end, when the undo could
 * come too late, it asks for a confirmation first.
 */
export function useUndoableActions() {
  const [question, setQuestion] = useState<Question | null>(null)
  const client = useQueryClient()
  const { mutateAsync: removeAuction } = useMutation(removeMutation)
  const { mutateAsync: cancelBid } = useMutation(cancelMutation)
  const { restoreLots, scheduleAgain } = useRestore()

  async function removeLots(lots: readonly Lot[]) {
    const removed: Lot[] = []
    for (const lot of lots) {
      try {
        await removeAuction(lot.auction.id)
        removed.push(lot)
      } catch (error) {
        toastError(messageOf(error))
      }
    }
    if (removed.length > 0) toastUndo(removedText(removed), { undo: () => void restoreLots(removed) })
  }

  async function cancelBidOn({ auction, bid }: Lot) {
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

  async function run({ action, lots }: Question) {
    if (action === 'remove') await removeLots(lots)
    else for (const lot of lots) await cancelBidOn(lot)
  }

  function request({ action, lots }: Question) {
    const idle = lots.filter((lot) => !isLotBusy(client, lot))
    if (idle.length === 0) return
    const now = siteClock.now()
    const risky = idle.some(({ auction }) => !isOver(auction, now) && needsDialogToUndo(auction.endsOn, now))
    if (risky) setQuestion({ action, lots: idle })
    else void run({ action, lots: idle })
  }

  return {
    question,
    remove: (lots: readonly Lot[]) => request({ action: 'remove', lots }),
    cancel: (lot: Lot) => request({ action: 'cancel', lots: [lot] }),
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

function removedText(removed: readonly Lot[]): string {
  const removedWhat = removed.length === 1 ? removed[0]?.auction.title : `${removed.length} auctions`
  const bids = removed.filter(({ bid }) => bid?.status === 'pending').length
  if (bids === 0) return `Removed ${removedWhat}.`
  const cancelled =
    removed.length === 1 ? 'its bid is cancelled' : bids === 1 ? '1 bid is cancelled' : `${bids} bids are cancelled`
  return `Removed ${removedWhat}, and ${cancelled}.`
}
