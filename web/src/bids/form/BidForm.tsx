import { type Auction, type Bid, messages, scheduleFailure, type WireBid } from '@bidwell/contract'
import { type Mutation, useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { useOnline } from '../../api/use-online.ts'
import { siteClock } from '../../time/site-clock.ts'
import { integrationQuery } from '../../connection/integration-query.ts'
import { Button } from '../../ui/Button.tsx'
import { announce } from '../../ui/LiveRegion.tsx'
import { BidFields } from './BidFields.tsx'
import { BidProgress } from './BidProgress.tsx'
import { cancelMutation, changeMutation, scheduleMutation } from '../bid-queries.ts'
import { changeDeadlineOf, isLive, progressOf, whyNotChange } from '../bid-rules.ts'
import { LoginRequiredBanner } from './LoginRequiredBanner.tsx'
import { useBidDraft } from './use-bid-draft.ts'
import { useIdempotencyKey } from './use-idempotency-key.ts'
import { whyNotBid } from './why-not-bid.ts'

type BidFormProps = {
  auction: Auction
  bid: Bid | null
  siteName: string
  /** Goes into the maximum, its text selected, each time that this is another; null leaves the focus alone. */
  focusMax: string | null
  onCancelBid: () => void
}

const isOf = (bid: Bid | null) => (cancel: Mutation) => cancel.state.variables === bid?.id

/** Schedules a bid, or changes the one that is pending. Shows as done only what the server has said is done. */
export function BidForm({ auction, bid, siteName, focusMax, onCancelBid }: BidFormProps) {
  const pending = bid?.status === 'pending' ? bid : null
  const scheduling = useMutation(scheduleMutation)
  const changing = useMutation(changeMutation)
  const error = scheduling.error ?? changing.error
  const draft = useBidDraft(auction, pending, {
    demanded: isApiError(error, 'confirmation_needed'),
    raising: focusMax !== null,
  })
  const integration = useQuery(integrationQuery)
  const online = useOnline()
  const intent = useIdempotencyKey()
  const maxField = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (focusMax === null) return
    maxField.current?.focus()
    maxField.current?.select()
  }, [focusMax])

  const now = siteClock.now()
  const frozen = bid && isLive(bid) ? whyNotChange(bid, now) : null
  const noLogin = whyNotBid(integration)
  const saving = scheduling.isPending || changing.isPending
  const cancelling = useIsMutating({ mutationKey: cancelMutation.mutationKey, predicate: isOf(bid) }) > 0
  const refusal = scheduling.error
    ? scheduleFailure(messageOf(scheduling.error), isApiError(scheduling.error) ? scheduling.error.code : undefined)
    : changing.error && messageOf(changing.error)
  const tooLate = draft.seconds !== null && changeDeadlineOf(auction.endsOn, draft.seconds) <= now
  const { order } = draft

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!order || saving) return
    const saved = {
      onSuccess: ({ stage }: WireBid) => {
        draft.clear()
        intent.fulfilled()
        announce(stage === 'paused' ? 'Bid saved. Bidding is paused' : 'Bid armed on the server')
      },
    }
    if (pending) {
      scheduling.reset()
      changing.mutate({ id: pending.id, ...order }, saved)
    } else {
      changing.reset()
      const wanted = { auctionId: auction.auctionId, ...order }
      scheduling.mutate({ ...wanted, idempotencyKey: intent.keyFor(wanted) }, saved)
    }
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <BidFields
        draft={draft}
        auction={auction}
        siteName={siteName}
        standingMax={pending?.maxBid ?? null}
        disabled={frozen !== null || saving}
        maxField={maxField}
      />
      {refusal !== null && refusal !== draft.maxFault && (
        <p role="alert" className="text-small text-danger">
          {refusal}
        </p>
      )}
      {frozen !== null && <p className="text-small text-ink-2">{frozen}</p>}
      {noLogin !== null && <LoginRequiredBanner why={noLogin} />}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          busy={saving}
          whyNot={
            (online ? null : 'You are offline, so nothing can be changed.') ??
            frozen ??
            noLogin ??
            (tooLate ? messages.bid.tooLateToSchedule : null) ??
            (order ? null : pending ? 'Nothing to change yet' : 'Enter your max first')
          }
          className="flex-1"
        >
          {pending ? 'Save changes' : 'Schedule bid'}
        </Button>
        {pending && (
          <Button busy={cancelling} whyNot={frozen} onClick={onCancelBid}>
            Cancel bid
          </Button>
        )}
      </div>
      <BidProgress progress={progressOf(bid?.stage === 'paused' ? null : bid, saving)} siteName={siteName} />
    </form>
  )
}
