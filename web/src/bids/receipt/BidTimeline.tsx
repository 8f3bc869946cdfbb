import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { Link } from '../../ui/Link.tsx'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { receiptQuery } from '../bid-queries.ts'
import { Timeline } from './Timeline.tsx'

/** The timeline of one bid in the detail, updated as events arrive. */
export function BidTimeline({ bidId }: { bidId: number }) {
  const { data, error, isPending } = useQuery(receiptQuery(bidId))
  return (
    <section aria-label="Timeline">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h3 className="text-small font-semibold">Timeline</h3>
        <Link to={`/bid-history/${bidId}`} className="text-small underline underline-offset-4">
          Receipt
        </Link>
      </div>
      {isPending && <Skeleton className="h-16" />}
      {error && !data && <p className="text-small text-ink-2">The timeline could not be read: {messageOf(error)}</p>}
      {data && <Timeline events={data.events} />}
    </section>
  )
}
