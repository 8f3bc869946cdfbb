import { messages, type ScrapedAuction } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useSiteName } from '../../api/installation-queries.ts'
import { useOnline } from '../../api/use-online.ts'
import { auctionForm } from '../../bids/fields/auction-form.ts'
import { sendText } from '../../bids/fields/bid-draft.ts'
import { BidFields } from '../../bids/fields/BidFields.tsx'
import { LoginRequiredBanner } from '../../bids/fields/LoginRequiredBanner.tsx'
import { useBidDraft } from '../../bids/fields/use-bid-draft.ts'
import { farBids, useOneMorePress } from '../../bids/fields/use-one-more-press.ts'
import { whyNotBid } from '../../bids/fields/why-not-bid.ts'
import { connectionQuery } from '../../connection/connection-query.ts'
import { LimitNotice } from '../../plans/limits/LimitNotice.tsx'
import { useLimit } from '../../plans/limits/use-limit.ts'
import { keepUnfinished, readUnfinished } from '../../plans/unfinished.ts'
import { Countdown } from '../../time/LiveTime.tsx'
import { siteClock } from '../../time/site-clock.ts'
import { viewerTimes } from '../../time/zoned-times.ts'
import { ActionBar } from '../../ui/ActionBar.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDollars } from '../../ui/money.ts'
import { bidsText } from '../price/price-text.ts'
import { openAuctionsQuery } from '../tracked/auction-queries.ts'
import { type AfterAdding, useAddItem } from './use-add-item.ts'

type AddFormProps = {
  item: ScrapedAuction
  onDone: (id: number, then: AfterAdding) => void
}

/** Tracks an item, with or without a bid on it. */
export function AddForm({ item, onDone }: AddFormProps) {
  const price = priceOf(item)
  const endsOn = Date.parse(item.end_time)
  const [left] = useState(readUnfinished)
  const draft = useBidDraft(price, null, { wantedMax: left?.auctionId === item.auction_id ? left.max : null })
  const { adding, add, error } = useAddItem(item, onDone)
  const tracked = useQuery(openAuctionsQuery).data?.find(
    (auction) => auction.auctionId === item.auction_id && auction.status === 'active',
  )
  const siteName = useSiteName()
  const { noLogin, auctionLimit, snipeLimit, whyNoAuction, whyNoBid } = useWhyNot(
    adding !== 'nothing',
    draft.whyNoOrder,
    siteName,
  )
  const maxField = useRef<HTMLInputElement>(null)
  useEffect(() => maxField.current?.focus(), [])
  useKept(item, draft.plan.maxBid, auctionLimit.why !== null || snipeLimit.why !== null)

  const press = useOneMorePress(farBids(item.title, draft))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (whyNoBid === null && whyNoAuction === null && press.sends()) void add(draft.order, draft.plan)
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
            auction={{ auctionId: item.auction_id, title: item.title, endsOn }}
            siteName={siteName}
            standing={null}
            disabled={adding !== 'nothing'}
            maxField={maxField}
          />
          {error && messageOf(error) !== auctionLimit.why && (
            <p role="alert" className="text-small text-danger">
              {messageOf(error)}
            </p>
          )}
          <ActionBar outcome={press.yes === null ? undefined : <output>{messages.bid.farAbove}</output>}>
            <Button
              type="submit"
              variant="primary"
              busy={adding === 'with_bid'}
              whyNot={whyNoAuction ?? whyNoBid}
              className="flex-1"
            >
              {press.yes ?? sendText(draft, endsOn, siteClock.now()) ?? 'Schedule bid'}
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

/** Why the item cannot be tracked now, or not with a bid; null where it can. */
function useWhyNot(isAdding: boolean, whyNoOrder: string | null, siteName: string) {
  const noLogin = whyNotBid(useQuery(connectionQuery), siteName)
  const auctionLimit = useLimit('auction')
  const snipeLimit = useLimit('snipe')
  const offline = useOnline() ? null : messages.page.offlineNoAdd
  const whyNotNow = isAdding ? 'It is being added.' : null
  return {
    noLogin,
    auctionLimit,
    snipeLimit,
    whyNoAuction: offline ?? whyNotNow ?? auctionLimit.why,
    whyNoBid: snipeLimit.why ?? noLogin ?? whyNoOrder,
  }
}

const priceOf = ({ auction_id, bid_count, current_bid, minimum_bid, bid_increment }: ScrapedAuction) => ({
  auctionId: auction_id,
  bidCount: bid_count,
  currentBid: current_bid,
  minimumBid: minimum_bid,
  bidIncrement: bid_increment,
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

/** The item as it is at the site now. */
function ItemPreview({ item }: { item: ScrapedAuction }) {
  const endsOn = Date.parse(item.end_time)
  const [photo] = item.image_urls
  const [price, next] = [formatDollars(item.current_bid), formatDollars(item.minimum_bid)]
  return (
    // On a phone, the picture stands beside the title: the maximum and the buttons are in sight below.
    <div className="grid gap-x-3 gap-y-2 max-sm:grid-cols-[4.5rem_minmax(0,1fr)] sm:gap-y-3">
      {photo !== undefined && (
        <img
          src={photo}
          alt=""
          className="w-full rounded-control bg-sunken object-contain max-sm:row-span-2 max-sm:size-18 sm:h-40"
        />
      )}
      <h3 className="text-lead font-semibold text-balance break-words max-sm:text-body max-sm:not-[img+*]:col-span-2">
        {item.title}
      </h3>
      <div className="min-w-0 text-small tabular">
        <Countdown endsOn={endsOn} />
        <p className="text-ink-2">{viewerTimes().brief(endsOn, siteClock.now())}</p>
        <p>
          {item.bid_count === 0
            ? `Starting price ${next} · ${bidsText(0)}`
            : `${price} · ${bidsText(item.bid_count)} · next bid ${next}`}
        </p>
      </div>
    </div>
  )
}
