import { historyResultOf, messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download } from 'lucide-react'
import { useParams } from 'react-router'
import { messageOf } from '../../api/api-error.ts'
import { useSiteName } from '../../api/installation-queries.ts'
import { ClosedAuctionFacts } from '../../auctions/closed/ClosedAuctionFacts.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Link } from '../../ui/Link.tsx'
import { LoadFailure } from '../../ui/loading/LoadFailure.tsx'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { TitledFrame } from '../../ui/loading/TitledFrame.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { receiptQuery } from '../bid-queries.ts'
import { ResultTag } from '../history/HistoryRow.tsx'
import { moneyLines, timeLines } from './receipt-lines.ts'
import { ReceiptFacts } from './ReceiptFacts.tsx'
import { ReceiptPayment } from './ReceiptPayment.tsx'
import { Timeline } from './Timeline.tsx'

/** The full record of one bid, as evidence of what was sent when. */
function ReceiptPage() {
  const bidId = Number(useParams()['bidId'])
  const { data, error, isPending, refetch, isFetching } = useQuery(receiptQuery(bidId))
  const siteName = useSiteName()
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
      <Link to="/bid-history" className="inline-flex min-h-11 items-center gap-2 self-start text-small font-semibold">
        <ArrowLeft aria-hidden size={16} />
        Bid history
      </Link>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <PageTitle tab="Receipt">{data?.bid.title ?? 'Receipt'}</PageTitle>
          {data && <p className="text-small text-ink-2 tabular">Item {data.bid.auction_id}</p>}
        </div>
        {data && (
          <Button
            onClick={() => saveFile(`receipt-${data.bid.id}.json`, 'application/json', JSON.stringify(data, null, 2))}
          >
            <Download aria-hidden size={18} />
            Download as JSON
          </Button>
        )}
      </div>
      {isPending && <Skeleton className="h-64 w-full" />}
      {error && !data && (
        <LoadFailure role="alert" title={messageOf(error)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data && (
        <>
          <Card className="flex flex-col gap-3">
            <div>
              <ResultTag result={historyResultOf(data.bid)} bid={data.bid} />
            </div>
            <p className="text-lead font-semibold text-balance">{data.summary}</p>
            {data.note !== null && <p className="text-ink-2">{data.note}</p>}
            {data.site_words !== null && (
              <blockquote className="border-l-3 border-line pl-3 text-ink-2">
                {siteName} said: “{data.site_words}”
              </blockquote>
            )}
            <ReceiptFacts lines={moneyLines(data)} />
            {data.bid.status === 'won' && <ReceiptPayment bid={data.bid} siteName={siteName} />}
          </Card>
          <Card>
            <h2 className="mb-3 font-semibold">Times on {siteName}’s clock</h2>
            <ReceiptFacts lines={timeLines(data)} />
          </Card>
          {data.settled_at !== null && (
            <Card className="empty:hidden">
              <ClosedAuctionFacts auctionId={data.bid.tracked_auction_id} heading="h2" />
            </Card>
          )}
          <Card>
            <h2 className="mb-3 font-semibold">What happened, latest first</h2>
            <Timeline events={data.events} exact />
          </Card>
        </>
      )}
    </div>
  )
}

export const Frame = () => <TitledFrame title="Receipt" about={messages.history.receiptShows} />

export { ReceiptPage as Component }
