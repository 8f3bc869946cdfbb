import { type Auction, type Bid, messages } from '@bidwell/contract'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { useOnline } from '../../api/use-online.ts'
import { integrationQuery } from '../../connection/integration-query.ts'
import { siteClock } from '../../time/site-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { cancelMutation } from '../bid-queries.ts'
import { changeDeadlineOf, isLive, progressOf, whyNotChange, whyOffline } from '../bid-rules.ts'
import { BidFields } from './BidFields.tsx'
import { BidProgress } from './BidProgress.tsx'
import { LoginRequiredBanner } from './LoginRequiredBanner.tsx'
import { useBidDraft } from './use-bid-draft.ts'
import { useSaveBid } from './use-save-bid.ts'
import { whyNotBid } from './why-not-bid.ts'

type BidFormProps = {
  auction: Auction
  bid: Bid | null
  siteName: string
  /** Each new value focuses the maximum and selects its text; null leaves the focus alone. */
  focusMax: string | null
  onCancelBid: () => void
}

/** Schedules a bid, or changes the pending one. Its progress shows only what the server has confirmed. */
export function BidForm({ auction, bid, siteName, focusMax, onCancelBid }: BidFormProps) {
  const pending = bid?.status === 'pending' ? bid : null
  const { save, saving, confirmationDemanded, refusal } = useSaveBid(auction, pending)
  const draft = useBidDraft(auction, pending, { confirmationDemanded, raising: focusMax !== null })
  const integration = useQuery(integrationQuery)
  const online = useOnline()
  const maxField = useFocusedField(focusMax)

  const now = siteClock.now()
  const frozen = bid && isLive(bid) ? whyNotChange(bid, now) : null
  const noLogin = whyNotBid(integration)
  const tooLate = draft.seconds !== null && changeDeadlineOf(auction.endsOn, draft.seconds) <= now
  const whyNotSave =
    whyOffline(online) ??
    frozen ??
    noLogin ??
    (tooLate ? messages.bid.endsTooSoon : null) ??
    (draft.order ? null : pending ? 'Nothing to change yet' : 'Enter your max first')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft.order && !saving) save(draft.order, draft.clear)
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
        <Button type="submit" variant="primary" busy={saving} whyNot={whyNotSave} className="flex-1">
          {pending ? 'Save changes' : 'Schedule bid'}
        </Button>
        {pending && <CancelButton bid={pending} whyNot={frozen} onClick={onCancelBid} />}
      </div>
      <BidProgress progress={progressOf(bid?.stage === 'paused' ? null : bid, saving)} siteName={siteName} />
    </form>
  )
}

/** Focuses the returned field, and selects its text, whenever `visit` has a new value that is not null. */
function useFocusedField(visit: string | null) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (visit === null) return
    field.current?.focus()
    field.current?.select()
  }, [visit])
  return field
}

type CancelButtonProps = { bid: Bid; whyNot: string | null; onClick: () => void }

function CancelButton({ bid, whyNot, onClick }: CancelButtonProps) {
  const { mutationKey } = cancelMutation
  const cancelling = useIsMutating({ mutationKey, predicate: ({ state }) => state.variables === bid.id }) > 0
  return (
    <Button busy={cancelling} whyNot={whyNot} onClick={onClick}>
      Cancel bid
    </Button>
  )
}
