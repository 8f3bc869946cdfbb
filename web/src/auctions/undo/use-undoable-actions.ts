import { type Bid, cancelFailure, scheduleFailure } from '@bidwell/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { randomKey } from '../../api/random-key.ts'
import { cancelMutation, scheduleMutation } from '../../bids/bid-queries.ts'
import { needsDialogToUndo } from '../../bids/bid-rules.ts'
import { toastError, toastSaved, toastUndo } from '../../ui/toasts/toasts.tsx'
import { removeMutation, restoreMutation } from '../lot/auction-queries.ts'
import { isOver } from '../lot/lot-state.ts'
import type { Lot } from '../lot/lot.ts'
import { siteClock } from '../../time/site-clock.ts'
import { isLotBusy } from '../lot/lot-busy.ts'

export type Question = { what: 'remove' | 'cancel'; lots: readonly Lot[] }

/**
 * Taking lots and bids back: at once, with an undo; but in the last five minutes, when an undo could come too late, a
 * question comes first.
 */
export function useUndoableActions() {
  const [question, setQuestion] = useState<Question | null>(null)
  const client = useQueryClient()
  const { mutateAsync: removeLot } = useMutation(removeMutation)
  const { mutateAsync: restoreLot } = useMutation(restoreMutation)
  const { mutateAsync: cancelBid } = useMutation(cancelMutation)
  const { mutateAsync: scheduleBid } = useMutation(scheduleMutation)

  const scheduleAgain = (bid: Bid) =>
    scheduleBid({
      auctionId: bid.auctionId,
      maxBid: bid.maxBid,
      confirmMaxBid: bid.maxBid,
      secondsBeforeEnd: bid.secondsBeforeEnd,
      idempotencyKey: randomKey(),
    }).catch((error) => toastError(scheduleFailure(messageOf(error), isApiError(error) ? error.code : undefined)))

  async function restoreAll(lots: readonly Lot[]) {
    for (const { auction, bid } of lots) {
      try {
        await restoreLot(auction.id)
        if (bid?.status === 'pending') await scheduleAgain(bid)
      } catch (error) {
        toastError(messageOf(error))
      }
    }
    focusLot(lots[0]?.auction.id)
  }

  async function removeAll(lots: readonly Lot[]) {
    const removed: Lot[] = []
    for (const lot of lots) {
      try {
        await removeLot(lot.auction.id)
        removed.push(lot)
      } catch (error) {
        toastError(messageOf(error))
      }
    }
    const [first] = removed
    if (!first) return
    const what = removed.length === 1 ? `Removed ${first.auction.title}` : `Removed ${removed.length} auctions`
    const withBid = removed.some(({ bid }) => bid?.status === 'pending') ? ', and its bid is cancelled' : ''
    toastUndo(`${what}${withBid}.`, { undo: () => void restoreAll(removed) })
  }

  async function cancelOne({ auction, bid }: Lot) {
    if (!bid) return
    try {
      await cancelBid(bid.id)
    } catch (error) {
      toastError(cancelFailure(messageOf(error)))
      return
    }
    toastUndo(`Bid on ${auction.title} cancelled.`, {
      undo: () => void scheduleAgain(bid).then(() => toastSaved('Bid scheduled again')),
    })
  }

  const act = ({ what, lots }: Question) => {
    if (what === 'remove') return removeAll(lots)
    const [lot] = lots
    return lot ? cancelOne(lot) : Promise.resolve()
  }

  const ask = (asked: Question) => {
    const wanted = { ...asked, lots: asked.lots.filter((lot) => !isLotBusy(client, lot)) }
    if (wanted.lots.length === 0) return
    const now = siteClock.now()
    const risky = wanted.lots.some(({ auction }) => !isOver(auction, now) && needsDialogToUndo(auction.endsOn, now))
    if (risky) setQuestion(wanted)
    else void act(wanted)
  }

  return {
    question,
    remove: (lots: readonly Lot[]) => ask({ what: 'remove', lots }),
    cancel: (lot: Lot) => ask({ what: 'cancel', lots: [lot] }),
    answer: (yes: boolean) => {
      if (yes && question) void act(question)
      setQuestion(null)
    },
  }
}

/** The focus goes back to the row that came back. */
const focusLot = (id: number | undefined) =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-lot="${id}"] a`)?.focus())
