import { messages, type ScrapedAuction, scheduleFailure } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { useSiteName } from '../../api/site-query.ts'
import { randomKey } from '../../api/random-key.ts'
import { useOnline } from '../../api/use-online.ts'
import { BidFields } from '../../bids/form/BidFields.tsx'
import { scheduleMutation } from '../../bids/bid-queries.ts'
import { LoginRequiredBanner } from '../../bids/form/LoginRequiredBanner.tsx'
import { useBidDraft } from '../../bids/form/use-bid-draft.ts'
import { whyNotBid } from '../../bids/form/why-not-bid.ts'
import { integrationQuery } from '../../connection/integration-query.ts'
import { Button } from '../../ui/Button.tsx'
import { toastError, toastInfo, toastSaved } from '../../ui/toasts/toasts.tsx'
import { auctionsQuery, trackMutation } from '../lot/auction-queries.ts'
import { ItemPreview } from './ItemPreview.tsx'
import { newAuctionFrom } from './new-auction.ts'

/** What is wanted of a tracked auction next: to see it in the list, its detail, or the form of its bid. */
export type AfterAdding = 'list' | 'open' | 'edit'

type AddFormProps = {
  item: ScrapedAuction
  onDone: (id: number, then: AfterAdding) => void
  /** Null when there is nothing after it. */
  onSkip: (() => void) | null
}

/** Track an item, with or without a bid. A bid that is refused leaves the auction tracked, and says so. */
export function AddForm({ item, onDone, onSkip }: AddFormProps) {
  const priced = { bidCount: item.bid_count, currentBid: item.current_bid, minimumBid: item.minimum_bid }
  const draft = useBidDraft(priced, null)
  const tracking = useMutation(trackMutation)
  const scheduling = useMutation(scheduleMutation)
  const tracked = useQuery(auctionsQuery).data?.find(
    (auction) => auction.auctionId === item.auction_id && auction.status === 'active',
  )
  const noLogin = whyNotBid(useQuery(integrationQuery))
  const siteName = useSiteName()
  const offline = useOnline() ? null : 'You are offline, so nothing can be added.'
  const maxField = useRef<HTMLInputElement>(null)
  useEffect(() => maxField.current?.focus(), [])

  const [adding, setAdding] = useState<'nothing' | 'auction' | 'with_bid'>('nothing')
  const busy = adding !== 'nothing'
  const inHand = busy ? 'It is being added.' : null
  const noBid = noLogin ?? (draft.order === null ? 'Enter your max first' : null)

  async function add(order: typeof draft.order) {
    if (busy) return
    setAdding(order === null ? 'auction' : 'with_bid')
    await addNow(order)
    setAdding('nothing')
  }

  async function addNow(order: typeof draft.order) {
    const done = await tracking.mutateAsync(newAuctionFrom(item, order)).catch(() => null)
    if (done === null) return
    if (done.already_tracked) toastInfo(messages.auction.alreadyMonitored(item.auction_id))
    if (order === null) {
      onDone(done.id, 'list')
      return
    }
    try {
      await scheduling.mutateAsync({ auctionId: item.auction_id, ...order, idempotencyKey: randomKey() })
      toastSaved('Bid scheduled')
      onDone(done.id, 'list')
    } catch (error) {
      toastError(
        `The auction is tracked. ${scheduleFailure(messageOf(error), isApiError(error) ? error.code : undefined)}`,
      )
      onDone(done.id, 'edit')
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (noBid === null && offline === null) void add(draft.order)
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <ItemPreview item={item} />
      {tracked ? (
        <>
          <p className="font-semibold">{messages.auction.alreadyMonitored(item.auction_id)}</p>
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" onClick={() => onDone(tracked.id, 'open')}>
              Open it
            </Button>
            {onSkip && <Button onClick={onSkip}>Skip this one</Button>}
          </div>
        </>
      ) : (
        <>
          <BidFields
            draft={draft}
            auction={{ ...priced, endsOn: Date.parse(item.end_time) }}
            siteName={siteName}
            standingMax={null}
            disabled={busy}
            maxField={maxField}
          />
          {noLogin !== null && <LoginRequiredBanner why={noLogin} />}
          {tracking.error && (
            <p role="alert" className="text-small text-danger">
              {messageOf(tracking.error)}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              variant="primary"
              busy={adding === 'with_bid'}
              whyNot={offline ?? inHand ?? noBid}
              className="flex-1"
            >
              Track and schedule
            </Button>
            <Button busy={adding === 'auction'} whyNot={offline ?? inHand} onClick={() => void add(null)}>
              Track
            </Button>
            {onSkip && (
              <Button variant="quiet" whyNot={inHand} onClick={onSkip}>
                Skip
              </Button>
            )}
          </div>
        </>
      )}
    </form>
  )
}
