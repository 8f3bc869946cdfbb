import { type Auction, type Bid, type DeliveredPrice, messages } from '@bidwell/contract'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { useOnline } from '../../api/use-online.ts'
import { connectionQuery } from '../../connection/connection-query.ts'
import { LimitNotice } from '../../plans/limits/LimitNotice.tsx'
import { type LimitState, useLimit } from '../../plans/limits/use-limit.ts'
import { siteClock } from '../../time/site-clock.ts'
import { ActionBar } from '../../ui/ActionBar.tsx'
import { Button } from '../../ui/Button.tsx'
import { KeepFocus } from '../../ui/KeepFocus.tsx'
import { formatDollars } from '../../ui/money.ts'
import { cancelMutation } from '../bid-queries.ts'
import { isHeldBack, isLive, waitsForGroup, whyOffline } from '../bid-rules.ts'
import { auctionForm } from '../fields/auction-form.ts'
import { offeredLead, sendText } from '../fields/bid-draft.ts'
import { BidFields } from '../fields/BidFields.tsx'
import { LoginRequiredBanner } from '../fields/LoginRequiredBanner.tsx'
import { type BidDraft, useBidDraft } from '../fields/use-bid-draft.ts'
import { farBids, useOneMorePress } from '../fields/use-one-more-press.ts'
import { whyNotBid } from '../fields/why-not-bid.ts'
import { changeDeadlineOf } from '../typed-bid.ts'
import { isLockedBid, unsavedText } from './locked-steps.ts'
import { LockedBid } from './LockedBid.tsx'
import { useSaveBid } from './use-save-bid.ts'

type BidFormProps = {
  auction: Auction
  /** The auction is over, so that only its bid is shown. */
  over: boolean
  bid: Bid | null
  /** Whether the server has answered: until then, the auction and the bid may be those of the last visit. */
  isLatest: boolean
  /** No bid of the account is sent at the moment, because of its login at the site. */
  isStopped: boolean
  siteName: string
  /** Each new value focuses the maximum and selects its text; null leaves the focus alone. */
  focusMax: string | null
  onCancelBid: () => void
}

/**
 * Schedules a bid, or changes the pending one. From lock-in on, it gives way to the bid that is sent; what was typed
 * stays, in case the form comes back.
 */
export function BidForm({ auction, over, bid, isLatest, isStopped, siteName, focusMax, onCancelBid }: BidFormProps) {
  const pending = bid?.status === 'pending' ? bid : null
  const saving = useSaveBid(auction, bid)
  const now = siteClock.now()
  // Another bid is offered to those who were outbid, in what time is left.
  const isOutbid = bid !== null && !over && (bid.status === 'outbid' || isHeldBack(auction, bid, now))
  const isLeadOver = isOutbid && changeDeadlineOf(auction.endsOn, bid.secondsBeforeEnd) <= now
  const draft = useBidDraft(auction, pending, {
    demanded: saving.demanded,
    raising: focusMax !== null || isOutbid,
    wantedMax: isOutbid ? 'above' : auction.maxBid,
    visit: focusMax,
    isLatest,
    defaultSeconds: offeredLead(auction, bid),
    isLeadOver,
  })
  const limit = useLimit('snipe')
  const locked = bid !== null && isLockedBid(bid, now, auction) ? bid : null
  const offersForm = !over && !(locked && isLive(locked))
  const refusal = saving.refusal !== null && saving.refusal !== draft.maxFault && saving.refusal !== limit.why && (
    <span role="alert" className="font-normal text-danger">
      {saving.refusal}{' '}
      {saving.again && (
        <Button size="dense" onClick={saving.again}>
          Try again
        </Button>
      )}
    </span>
  )
  return (
    <KeepFocus label="Your bid">
      {locked && (
        <LockedBid bid={locked} siteName={siteName} unsaved={offersForm ? null : unsavedText(draft.edits, locked)} />
      )}
      {offersForm ? (
        <Form
          {...{ auction, pending, isStopped, siteName, focusMax, isLatest, onCancelBid, saving, draft, limit, refusal }}
        />
      ) : (
        refusal && <p className="text-small">{refusal}</p>
      )}
    </KeepFocus>
  )
}

type FormProps = Omit<BidFormProps, 'over' | 'bid'> & {
  pending: Bid | null
  saving: ReturnType<typeof useSaveBid>
  draft: BidDraft
  limit: LimitState
  refusal: ReactNode
}

function Form({
  auction,
  pending,
  isStopped,
  siteName,
  focusMax,
  isLatest,
  onCancelBid,
  saving: request,
  draft,
  limit,
  refusal,
}: FormProps) {
  const { save, saving } = request
  const connection = useQuery(connectionQuery)
  const online = useOnline()
  const isEdited = Object.keys(draft.edits).length > 0
  const maxField = useFocusedField(focusMax, isLatest && !isEdited)

  const now = siteClock.now()
  const noLogin = whyNotBid(connection, siteName)
  // A change of a pending bid does not count.
  const limitReached = pending ? null : limit.why
  const waits = pending !== null && waitsForGroup(pending)
  const isPast = !waits && draft.seconds !== null && changeDeadlineOf(auction.endsOn, draft.seconds) <= now
  const tooLate = isPast ? messages.bidRefusal.endsTooSoon : null
  const whyNotSave = whyOffline(online) ?? limitReached ?? noLogin ?? tooLate ?? draft.whyNoOrder
  const press = useOneMorePress(farBids(auction.title, draft), request.demanded)
  const said = press.yes === null ? tooLate : messages.bid.farAbove
  const isOpenedForBid = focusMax !== null && pending === null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft.order && !saving && press.sends()) save(draft.order, draft.clear)
  }

  return (
    <form
      {...auctionForm({
        name: 'bid',
        auctionId: auction.auctionId,
        title: auction.title,
        action: isEdited || isOpenedForBid ? 'scheduling_snipe' : null,
      })}
      onSubmit={submit}
      className="flex flex-col gap-3"
    >
      {!pending && <LimitNotice limit={limit} />}
      {noLogin !== null && <LoginRequiredBanner why={noLogin} maxField={maxField} />}
      <BidFields
        draft={draft}
        auction={auction}
        siteName={siteName}
        standing={pending}
        disabled={saving}
        isStopped={isStopped}
        waits={waits}
        maxField={maxField}
      />
      {pending?.delivered && <DeliveredNews delivered={pending.delivered} />}
      <ActionBar
        outcome={
          (refusal || said !== null) && (
            <>
              {refusal} {said !== null && <output>{said}</output>}
            </>
          )
        }
      >
        <Button type="submit" variant="primary" busy={saving} whyNot={whyNotSave} className="flex-1">
          {press.yes ?? submitText(pending, draft, auction.endsOn)}
        </Button>
        {pending && <CancelButton bid={pending} onClick={onCancelBid} />}
      </ActionBar>
    </form>
  )
}

function submitText(pending: Bid | null, draft: BidDraft, endsOn: number): string {
  if (draft.raiseTo !== null) return messages.delivered.raiseTo(formatDollars(draft.raiseTo))
  return sendText(draft, endsOn, siteClock.now()) ?? (pending ? 'Save changes' : 'Schedule bid')
}

/** What has become of the costs since a bid was set by its delivered price. */
function DeliveredNews({ delivered }: { delivered: DeliveredPrice }) {
  const { raise_to, all_in, total, is_for_other_zip } = delivered
  return (
    <>
      {raise_to !== null && <p className="text-small">{messages.delivered.costsLess(formatDollars(all_in - total))}</p>}
      {is_for_other_zip && <p className="text-small text-ink-2">{messages.delivered.otherZip}</p>}
    </>
  )
}

/**
 * Focuses the returned field, and selects its text, whenever `visit` has a new value that is not null. The text of the latest offer is
 * selected in place of that of the offer before.
 */
function useFocusedField(visit: string | null, isLatestOffer: boolean) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (visit === null) return
    field.current?.focus()
    field.current?.select()
  }, [visit])
  useEffect(() => {
    if (isLatestOffer && document.activeElement === field.current) field.current?.select()
  }, [isLatestOffer])
  return field
}

type CancelButtonProps = { bid: Bid; onClick: () => void }

function CancelButton({ bid, onClick }: CancelButtonProps) {
  const { mutationKey } = cancelMutation
  const cancelling = useIsMutating({ mutationKey, predicate: ({ state }) => state.variables === bid.id }) > 0
  return (
    <Button busy={cancelling} onClick={onClick}>
      Cancel bid
    </Button>
  )
}
