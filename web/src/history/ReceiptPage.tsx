import { historyResultOf, messages, type Receipt } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useSiteName } from '../api/installation-queries.ts'
import { ClosedAuctionFacts } from '../auctions/closed/ClosedAuctionFacts.tsx'
import { PriceChart } from '../auctions/price/PriceChart.tsx'
import { receiptQuery } from '../bids/bid-queries.ts'
import { moneyLines, proofOf, timeLines } from '../bids/receipt/receipt-lines.ts'
import { ReceiptFacts } from '../bids/receipt/ReceiptFacts.tsx'
import { Timeline } from '../bids/receipt/Timeline.tsx'
import { AnotherOneLink } from '../searches/another/AnotherOneLink.tsx'
import { siteClock } from '../time/site-clock.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/cards/Card.tsx'
import { ArrowLeft, Download, ExternalLink, Printer } from '../ui/icons.tsx'
import { Link } from '../ui/Link.tsx'
import { LoadState } from '../ui/loading/LoadState.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Picture } from '../ui/Picture.tsx'
import { saveFile } from '../ui/save-file.ts'
import { mayWantAnother } from './history-rules.ts'
import { ResultTag } from './HistoryRow.tsx'
import { ReceiptPayment } from './ReceiptPayment.tsx'

/** The full record of one bid, as evidence of what was sent when. Printed, it is one page without the app around it. */
function ReceiptPage() {
  const bidId = Number(useParams()['bidId'])
  const receipt = useQuery(receiptQuery(bidId))
  const { data } = receipt
  return (
    <div data-printed className="mx-auto flex w-full max-w-3xl flex-col gap-4 print:max-w-none">
      <Link
        to="/bid-history"
        className="inline-flex min-h-11 items-center gap-2 self-start text-small font-semibold print:hidden"
      >
        <ArrowLeft aria-hidden size={16} />
        Bid history
      </Link>
      <div className="flex items-start gap-3 sm:gap-4">
        {data && <Picture url={data.image_url ?? undefined} px={72} className="sm:size-24" />}
        <div className="min-w-0 flex-1">
          <PageTitle tab="Receipt">{data?.bid.title ?? 'Receipt'}</PageTitle>
          {data && <ItemLink receipt={data} />}
        </div>
      </div>
      {data ? <ReceiptCards receipt={data} /> : <LoadState query={receipt} skeleton="h-64 w-full" role="alert" />}
    </div>
  )
}

const ItemLink = ({ receipt: { bid, item_url: url } }: { receipt: Receipt }) => (
  <p className="text-small text-ink-2 tabular">
    <a href={url} target="_blank" rel="noreferrer" className="inline-block min-h-6 underline underline-offset-4">
      Item {bid.auction_id} at{' '}
      <span className="whitespace-nowrap">
        {useSiteName()}
        <ExternalLink aria-hidden size={14} className="ml-1.5 inline print:hidden" />
      </span>
    </a>
  </p>
)

function ReceiptCards({ receipt }: { receipt: Receipt }) {
  const siteName = useSiteName()
  const { bid } = receipt
  const proof = proofOf(receipt)
  const result = historyResultOf(bid)
  return (
    <div className="flex flex-col gap-4 print:grid print:grid-cols-[1fr_2fr] print:items-start print:gap-3">
      <Card className="flex flex-col gap-3 print:col-span-2">
        <div>
          <ResultTag result={result} bid={bid} />
        </div>
        <p className="text-title font-semibold text-balance tabular">{receipt.summary}</p>
        {proof !== null && <p className="text-balance tabular">{proof}</p>}
        {receipt.note !== null && <p className="text-ink-2">{receipt.note}</p>}
        {mayWantAnother({ result }) && (
          <div className="print:hidden">
            <AnotherOneLink title={bid.title} />
          </div>
        )}
        <div className="flex flex-col gap-3 print:grid print:grid-cols-2 print:items-start">
          <ReceiptFacts lines={moneyLines(receipt)} />
          {bid.status === 'won' && <ReceiptPayment bid={bid} siteName={siteName} />}
        </div>
      </Card>
      <Card className="not-has-[figure]:hidden">
        <ReceiptChart receipt={receipt} />
      </Card>
      <Card className="print:col-start-2">
        <EveryStep receipt={receipt} siteName={siteName} />
      </Card>
    </div>
  )
}

/** The steps of the bid, its times and its files, folded. On paper it is always open. */
const EveryStep = ({ receipt, siteName }: { receipt: Receipt; siteName: string }) => (
  <details className="print:[&::details-content]:[content-visibility:visible]">
    <summary className="-my-2 min-h-11 cursor-pointer py-2.5 font-semibold">{messages.receipt.everyStep}</summary>
    <div className="mt-3 flex flex-col gap-4">
      {receipt.site_words !== null && (
        <blockquote className="border-l-3 border-line pl-3 text-ink-2">
          {siteName} said: “{receipt.site_words}”
        </blockquote>
      )}
      <Timeline events={receipt.events} exact />
      <ReceiptFacts lines={timeLines(receipt)} />
      {receipt.settled_at !== null && <ClosedAuctionFacts auctionId={receipt.bid.tracked_auction_id} heading="h2" />}
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button size="dense" onClick={() => window.print()}>
          <Printer aria-hidden size={18} />
          {messages.receipt.print}
        </Button>
        <Button
          size="dense"
          onClick={() =>
            saveFile(`receipt-${receipt.bid.id}.json`, 'application/json', JSON.stringify(receipt, null, 2))
          }
        >
          <Download aria-hidden size={18} />
          Download as JSON
        </Button>
      </div>
    </div>
  </details>
)

/** The price steps with the moment of the bid; nothing where there is one price. */
function ReceiptChart({ receipt }: { receipt: Receipt }) {
  const { bid, price_history: history, sent_at: sentAt } = receipt
  const priceHistory = history.map(({ at, price, bid_count }) => ({ at: Date.parse(at), price, bidCount: bid_count }))
  const last = priceHistory.at(-1)
  if (last === undefined) return null
  const endsOn = Date.parse(receipt.ends_at)
  return (
    <PriceChart
      auction={{
        priceHistory,
        currentBid: bid.final_price ?? last.price,
        bidCount: last.bidCount,
        endsOn,
        lastCheckedAt: bid.final_price === null ? last.at : endsOn,
        createdAt: Date.parse(bid.created_at),
      }}
      ceiling={bid.max_bid}
      bidAt={sentAt === null ? null : Date.parse(sentAt)}
      now={siteClock.now()}
    />
  )
}

export { ReceiptPage as Component }
