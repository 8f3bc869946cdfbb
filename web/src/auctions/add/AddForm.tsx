import { messages, type ScrapedAuction } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useSiteName } from '../../api/installation-queries.ts'
import { useOnline } from '../../api/use-online.ts'
import { auctionForm } from '../../bids/form/auction-form.ts'
import { bidOutcome } from '../../bids/form/bid-draft.ts'
import { BidFields } from '../../bids/form/BidFields.tsx'
import { LoginRequiredBanner } from '../../bids/form/LoginRequiredBanner.tsx'
import { useBidDraft } from '../../bids/form/use-bid-draft.ts'
import { whyNotBid } from '../../bids/form/why-not-bid.ts'
import { connectionQuery } from '../../connection/connection-query.ts'
import { LimitNotice } from '../../plans/limits/LimitNotice.tsx'
import { useLimit } from '../../plans/limits/use-limit.ts'
import { keepUnfinished, readUnfinished } from '../../plans/unfinished.ts'
import { ActionBar } from '../../ui/ActionBar.tsx'
import { Button } from '../../ui/Button.tsx'
import { openAuctionsQuery } from '../tracked/auction-queries.ts'
import { ItemPreview } from './ItemPreview.tsx'
import { type AfterAdding, useAddItem } from './use-add-item.ts'

type AddFormProps = {
  item: ScrapedAuction
  onDone: (id: number, then: AfterAdding) => void
}

/** Tracks an item, with or without a bid on it. */
export function AddForm({ item, onDone }: AddFormProps) {
  const price = priceOf(item)
  const [left] = useState(readUnfinished)
  const draft = useBidDraft(price, null, { wantedMax: left?.auctionId === item.auction_id ? left.max : null })
  const { adding, add, error } = useAddItem(item, onDone)
  const tracked = useQuery(openAuctionsQuery).data?.find(
    (auction) => auction.auctionId === item.auction_id && auction.status === 'active',
  )
  const siteName = useSiteName()
  const noLogin = whyNotBid(useQuery(connectionQuery), siteName)
  const auctionLimit = useLimit('auction')
  const snipeLimit = useLimit('snipe')
  const offline = useOnline() ? null : 'You are offline, so nothing can be added.'
  const maxField = useRef<HTMLInputElement>(null)
  useEffect(() => maxField.current?.focus(), [])
  useKept(item, draft.plan.maxBid, auctionLimit.why !== null || snipeLimit.why !== null)

  const whyNotNow = adding === 'nothing' ? null : 'It is being added.'
  const whyNoAuction = offline ?? whyNotNow ?? auctionLimit.why
  const whyNoBid = snipeLimit.why ?? noLogin ?? draft.whyNoOrder
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (whyNoBid === null && whyNoAuction === null) void add(draft.order, draft.plan)
  }

  return (
    <form
      {...auctionForm({
        name: 'add-auction',
        auctionId: item.auction_id,
        title: item.title,
        action: tracked ? null : 'adding_auction',
      })}
      onSubmit={submit}
      className="flex flex-col gap-4"
    >
      <ItemPreview item={item} />
      {tracked ? (
        <AlreadyTracked auctionId={item.auction_id} onOpen={() => onDone(tracked.id, 'open')} />
      ) : (
        <>
          <LimitNotice limit={auctionLimit} />
          {auctionLimit.why === null && <LimitNotice limit={snipeLimit} />}
          {noLogin !== null && <LoginRequiredBanner why={noLogin} maxField={maxField} />}
          <BidFields
            draft={draft}
            auction={{ ...price, endsOn: Date.parse(item.end_time) }}
            siteName={siteName}
            standingMax={null}
            disabled={adding !== 'nothing'}
            maxField={maxField}
          />
          {error && messageOf(error) !== auctionLimit.why && (
            <p role="alert" className="text-small text-danger">
              {messageOf(error)}
            </p>
          )}
          <ActionBar
            outcome={
              (offline ?? auctionLimit.why ?? whyNoBid) === null
                ? bidOutcome(draft, Date.parse(item.end_time))
                : undefined
            }
          >
            <Button
              type="submit"
              variant="primary"
              busy={adding === 'with_bid'}
              whyNot={whyNoAuction ?? whyNoBid}
              className="flex-1"
            >
              Track and schedule
            </Button>
            <Button busy={adding === 'auction'} whyNot={whyNoAuction} onClick={() => void add(null, draft.plan)}>
              Track
            </Button>
          </ActionBar>
        </>
      )}
    </form>
  )
}

const priceOf = ({ auction_id, bid_count, current_bid, minimum_bid }: ScrapedAuction) => ({
  auctionId: auction_id,
  bidCount: bid_count,
  currentBid: current_bid,
  minimumBid: minimum_bid,
})

/** While the plan is full, keeps what is added: its user may leave for the plans, and come back. */
function useKept({ auction_id: auctionId, title }: ScrapedAuction, max: number | null, isFull: boolean) {
  useEffect(() => {
    if (isFull) keepUnfinished({ auctionId, title, max })
  }, [isFull, auctionId, title, max])
}

type AlreadyTrackedProps = { auctionId: string; onOpen: () => void }

/** Stands in the form's place when the item is tracked already. */
const AlreadyTracked = ({ auctionId, onOpen }: AlreadyTrackedProps) => (
  <>
    <p className="font-semibold">{messages.auction.alreadyTracked(auctionId)}</p>
    <div className="flex flex-wrap gap-2">
      <Button variant="primary" onClick={onOpen}>
        Open it
      </Button>
    </div>
  </>
)
