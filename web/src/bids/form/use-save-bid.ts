import { type Auction, type Bid, messages, scheduleFailure, type WireBid } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { isApiError, messageOf, wasRefused } from '../../api/api-error.ts'
import { randomKey } from '../../api/random-key.ts'
import { useRefusalToast } from '../../plans/limits/use-refusal-toast.ts'
import { useIsUnmounted } from '../../state/use-is-unmounted.ts'
import { watchUser } from '../../ui/overlays/toasts.tsx'
import { announce } from '../../ui/screen-readers.tsx'
import { changeMutation, scheduleMutation } from '../bid-queries.ts'
import type { BidOrder } from '../fields/bid-draft.ts'

/**
 * Schedules a bid on the auction, or changes the pending one. `onSaved` runs once the server has saved it. After a bid that lost
 * in a group, the next one joins the group again: beside it, both could win.
 */
export function useSaveBid(auction: Auction, bid: Bid | null) {
  const pending = bid?.status === 'pending' ? bid : null
  const inGroup = bid?.group?.state === 'lost' ? { groupId: bid.group.id } : {}
  const scheduling = useMutation(scheduleMutation)
  const changing = useMutation(changeMutation)
  const idempotency = useIdempotencyKey()
  const isUnmounted = useIsUnmounted()
  const toastRefusal = useRefusalToast()
  const latest = useRef(() => {})

  function save(order: BidOrder, onSaved: () => void) {
    const send = sendingOf(order)
    latest.current = () => follow(send, onSaved)
    latest.current()
  }

  function follow(send: () => Promise<WireBid>, onSaved: () => void) {
    const isUserThere = watchUser()
    const onSuccess = ({ phase }: WireBid) => {
      onSaved()
      idempotency.reset()
      announce(phase === 'paused' ? 'Bid saved. Bidding is paused' : 'Bid scheduled on the server')
    }
    void send().then(onSuccess, (error: unknown) => {
      // `refusal` says why while the form is there.
      if (isUnmounted() && isUserThere()) toastFailure(error, () => follow(send, onSaved))
    })
  }

  // A promise is kept also when what was tapped has gone by then.
  function sendingOf(order: BidOrder): () => Promise<WireBid> {
    if (pending)
      return () => {
        scheduling.reset()
        return changing.mutateAsync({ id: pending.id, ...order })
      }
    const request = { auctionId: auction.auctionId, ...order, ...inGroup }
    const idempotencyKey = idempotency.keyFor(request)
    return () => {
      changing.reset()
      return scheduling.mutateAsync({ ...request, idempotencyKey })
    }
  }

  function toastFailure(error: unknown, again: () => void) {
    const { notScheduled, notChanged, maybeScheduled, maybeChanged } = messages.bid
    const isRefused = wasRefused(error)
    const stateOf = pending ? (isRefused ? notChanged : maybeChanged) : isRefused ? notScheduled : maybeScheduled
    const reason = isRefused && !pending ? scheduleRefusal(error) : messageOf(error)
    toastRefusal({ error, reason, state: stateOf(auction.title), endsOn: auction.endsOn, again })
  }

  return {
    save,
    saving: scheduling.isPending || changing.isPending,
    demanded: demandedBy(scheduling) ?? demandedBy(changing),
    /** Sends what a busy server has not scheduled once more, with its key. */
    again: isApiError(scheduling.error, 'unavailable') ? () => latest.current() : null,
    refusal: scheduling.error ? scheduleRefusal(scheduling.error) : changing.error && messageOf(changing.error),
  }
}

type Sent = {
  error: Error | null
  variables: { maxBid?: number | undefined; allIn?: number | null | undefined } | undefined
}

/** The amount for which the server demands a confirmation, as the order said it. */
function demandedBy({ error, variables }: Sent): string | null {
  const amount = variables?.allIn ?? variables?.maxBid
  return amount !== undefined && isApiError(error, 'confirmation_needed') ? String(amount) : null
}

const scheduleRefusal = (error: unknown) =>
  scheduleFailure(messageOf(error), isApiError(error) ? error.code : undefined)

/**
 * An idempotency key per request: the same request, sent again because no answer came, keeps its key. A different
 * request gets a new key, and so does the same one after `reset`.
 */
function useIdempotencyKey() {
  const last = useRef({ request: '', key: '' })
  return {
    keyFor(request: object): string {
      const text = JSON.stringify(request)
      if (last.current.request !== text) last.current = { request: text, key: randomKey() }
      return last.current.key
    },
    reset() {
      last.current = { request: '', key: '' }
    },
  }
}
