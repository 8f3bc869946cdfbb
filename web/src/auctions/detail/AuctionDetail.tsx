import { type Auction, messages } from '@bidwell/contract'
import type { ReactNode } from 'react'
import { BidForm } from '../../bids/form/BidForm.tsx'
import { GroupOfBid } from '../../bids/groups/GroupOfBid.tsx'
import { BidTimeline } from '../../bids/receipt/Timeline.tsx'
import { WaitingAnswers } from '../../bids/waiting/WaitingAnswers.tsx'
import { ReconnectButton } from '../../connection/ReconnectButton.tsx'
import { AnotherOneLink } from '../../searches/another/AnotherOneLink.tsx'
import { timeLeftText } from '../../time/countdown-rules.ts'
import { Countdown } from '../../time/LiveTime.tsx'
import { siteTimes, viewerTimes } from '../../time/zoned-times.ts'
import { Button } from '../../ui/Button.tsx'
import { ExternalLink, X } from '../../ui/icons.tsx'
import { Link } from '../../ui/Link.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { WinPanel } from '../../wins/WinActions.tsx'
import { ClosedAuctionFacts } from '../closed/ClosedAuctionFacts.tsx'
import { FactList } from '../price/FactList.tsx'
import { shippingText } from '../price/price-text.ts'
import { PriceChart } from '../price/PriceChart.tsx'
import { sentenceOf } from '../tracked/auction-sentence.ts'
import { isOver, type AuctionState } from '../tracked/auction-state.ts'
import { isMuted } from '../tracked/mute-mutation.ts'
import { tagOf } from '../tracked/state-styles.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'
import { AuctionPhotos } from './AuctionPhotos.tsx'
import { AuctionPrice } from './AuctionPrice.tsx'
import { PreflightFindings } from './PreflightFindings.tsx'
import { soldSearchUrl } from './sold-search.ts'

/** In these states, the form says what is scheduled, or the last check what it has found. */
const SAID_BELOW: readonly AuctionState[] = ['watching', 'armed', 'ending_soon', 'at_risk']

/** In these states, somebody else has the item, or nobody. */
const NOT_GOT: readonly AuctionState[] = ['ended', 'lost', 'outbid', 'not_sent', 'failed', 'withdrawn']

export type AuctionDetailProps = {
  tracked: TrackedAuction
  state: AuctionState
  now: number
  /** Whether the server has answered: until then, the lists are those of the last visit. */
  isLatest: boolean
  siteName: string
  /** Each new value focuses the maximum; null leaves the focus alone. */
  focusMax: string | null
  onCancelBid: () => void
  onOpenGroup: (groupId: number) => void
  /** The user's labels and note. */
  notes: ReactNode
  /** The sheet shows the title and the close button itself. */
  inSheet?: boolean | undefined
  /** Absent while the detail cannot be closed. */
  onClose?: (() => void) | undefined
}

/** One auction in full: its state, price history, bid and timeline. */
export function AuctionDetail({
  tracked,
  state,
  now,
  isLatest,
  siteName,
  focusMax,
  onCancelBid,
  onOpenGroup,
  notes,
  inSheet,
  onClose,
}: AuctionDetailProps) {
  const { auction, bid } = tracked
  const over = isOver(auction, now)
  const ceiling = bid?.maxBid ?? (over ? auction.maxBid : null)
  return (
    <div className="flex flex-col gap-4">
      <DetailHead {...{ tracked, state, siteName, over, inSheet, onClose }} />
      <div className="flex items-start justify-between gap-3">
        <AuctionEnd auction={auction} over={over} now={now} />
        <AuctionPhotos key={`photos ${auction.id}`} title={auction.title} urls={auction.imageUrls} />
      </div>
      {!over && !SAID_BELOW.includes(state) && <StateSentence {...{ tracked, state, siteName }} />}
      {bid && <GroupOfBid bid={bid} isSaid={state === 'held' || state === 'not_sent'} onOpen={onOpenGroup} />}
      {over && <AfterClose {...{ tracked, state, siteName }} />}
      {over && NOT_GOT.includes(state) && (
        <div>
          <AnotherOneLink title={auction.title} />
        </div>
      )}
      {isMuted(auction, now) && (
        <p className="text-small text-ink-2">Its alerts are muted until it ends. Urgent ones still come.</p>
      )}
      {state === 'stopped' && <ReconnectButton className="self-start" />}
      {bid && !over && state !== 'stopped' && <PreflightFindings bid={bid} />}
      {(over ? bid !== null : state !== 'bid_unknown') && (
        <BidForm
          key={`bid ${auction.id}`}
          auction={auction}
          over={over}
          bid={bid}
          isLatest={isLatest}
          isStopped={tracked.loginStop !== undefined}
          siteName={siteName}
          focusMax={focusMax}
          onCancelBid={onCancelBid}
        />
      )}
      <PriceChart auction={auction} ceiling={ceiling} bidAt={bid?.executedAt ?? null} now={now} />
      <OutLinks auction={auction} siteName={siteName} />
      {notes}
      <AuctionFacts auction={auction} />
      {bid && <BidTimeline bidId={bid.id} />}
    </div>
  )
}

type DetailHeadProps = Pick<AuctionDetailProps, 'tracked' | 'state' | 'siteName' | 'inSheet' | 'onClose'> & {
  over: boolean
}

/** What stays in sight while the detail scrolls: the state, the title and the price. */
function DetailHead({ tracked, state, siteName, over, inSheet, onClose }: DetailHeadProps) {
  const { auction } = tracked
  const { tone, icon, label } = tagOf(tracked, state)
  return (
    <div
      className={inSheet ? '' : 'sticky -top-4 z-20 -mx-4 -mt-4 bg-surface px-4 pt-4 pb-2 group-data-low/pane:static'}
    >
      <div className="mb-2 flex items-start justify-between gap-2">
        <Tag tone={tone} icon={icon}>
          {label}
        </Tag>
        {onClose && !inSheet && (
          <Button
            variant="quiet"
            size="icon"
            aria-label="Close the detail"
            className="-mt-2.5 -mr-2.5 -mb-2"
            onClick={onClose}
          >
            <X aria-hidden size={20} />
          </Button>
        )}
      </div>
      {!inSheet && <h2 className="line-clamp-3 text-lead font-semibold text-balance break-words">{auction.title}</h2>}
      {over && <p className="font-semibold text-balance">{sentenceOf(tracked, state, siteName)}</p>}
      <AuctionPrice key={`price ${auction.id}`} auction={auction} over={over} />
    </div>
  )
}

type StateSentenceProps = Pick<AuctionDetailProps, 'tracked' | 'state' | 'siteName'>

function StateSentence({ tracked, state, siteName }: StateSentenceProps) {
  const sentence = sentenceOf(tracked, state, siteName)
  if (state === 'restored' && tracked.bid) {
    const { id, title, maxBid } = tracked.bid
    return (
      <div className="flex flex-col gap-2">
        <p>{sentence}</p>
        <WaitingAnswers waiting={{ kind: 'restored', id }} title={title} maxBid={maxBid} />
      </div>
    )
  }
  return <p className={state === 'stopped' ? 'font-semibold text-danger' : 'text-body'}>{sentence}</p>
}

/** What a bid led to: the payment of a win, and the receipt. */
function AfterClose({ tracked: { bid, win }, state, siteName }: StateSentenceProps) {
  if (bid === null) return null
  if (state === 'won' && win) return <WinPanel win={win} siteName={siteName} />
  return (
    <Link
      to={`/bid-history/${bid.id}`}
      className="-my-2 inline-flex min-h-11 items-center self-start text-small text-link"
    >
      Receipt
    </Link>
  )
}

const OutLinks = ({ auction, siteName }: { auction: Auction; siteName: string }) => (
  <div>
    <OutLink url={soldSearchUrl(auction.title)}>{messages.prices.soldBefore}</OutLink>
    <OutLink url={auction.itemUrl}>View on {siteName}</OutLink>
  </div>
)

/** A link to another site, in a tab of its own; nothing without an address. */
const OutLink = ({ url, children }: { url: string | null; children: ReactNode }) =>
  url !== null && (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="flex min-h-11 w-fit items-center gap-2 text-small text-link"
    >
      {children}
      <ExternalLink aria-hidden size={16} className="shrink-0" />
    </a>
  )

/** When the auction ends: the time left, and the instant in the site's zone and in the viewer's, where they differ. */
function AuctionEnd({
  auction: { endsOn, endAmbiguous },
  over,
  now,
}: {
  auction: Auction
  over: boolean
  now: number
}) {
  const viewer = viewerTimes()
  return (
    <div className="min-w-0">
      {over ? (
        <p className="text-timer font-semibold">{timeLeftText(endsOn, now)}</p>
      ) : (
        <Countdown endsOn={endsOn} focused />
      )}
      <p className="text-small text-balance text-ink-2 tabular">{siteTimes.full(endsOn)}</p>
      {viewer.offset(endsOn) !== siteTimes.offset(endsOn) && (
        <p className="text-small text-balance text-ink-2 tabular">{viewer.full(endsOn)}</p>
      )}
      {endAmbiguous && (
        <p className="text-small text-warning">This hour comes twice that night; we go by the earlier one.</p>
      )}
    </div>
  )
}

/** The item's facts from the site, and how its sale went once it has closed. */
function AuctionFacts({ auction }: { auction: Auction }) {
  const facts = [
    ['Shipping', shippingText(auction)],
    ['Seller', auction.seller],
    ['Condition', auction.itemCondition],
    ['Category', auction.categories.join(', ')],
    ['Item number', auction.auctionId],
  ] as const
  return (
    <div className="flex flex-col gap-3">
      {auction.closedBecause !== null && <ClosedAuctionFacts key={auction.id} auctionId={auction.id} heading="h3" />}
      <FactList facts={facts} />
      {auction.description !== null && auction.description !== '' && (
        <details className="text-small">
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">Description</summary>
          <p className="break-words whitespace-pre-line text-ink-2">{auction.description}</p>
        </details>
      )}
    </div>
  )
}
