import type { BidEvent } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { siteTimes } from '../../time/zoned-times.ts'
import { Link } from '../../ui/Link.tsx'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { receiptQuery } from '../bid-queries.ts'
import { inViewerZone, siteExact } from './exact-times.ts'

type TimelineProps = {
  events: readonly BidEvent[]
  /** Shows milliseconds, and the time in the viewer's zone as well. */
  exact?: boolean
}

/** The events of a bid, latest first, grouped by day in the site's zone. */
export const Timeline = ({ events, exact = false }: TimelineProps) => (
  <div className="flex flex-col gap-3">
    {byDay(events.toReversed()).map(([day, ofDay]) => (
      <section key={day} aria-label={day}>
        <p className="mb-1 text-label font-semibold text-ink-2">{day}</p>
        <ol className="flex flex-col gap-2">
          {ofDay.map((event) => (
            <li
              key={`${event.at} ${event.kind} ${event.message}`}
              className={`grid text-small ${exact ? 'gap-x-6 sm:grid-cols-[auto_1fr]' : 'grid-cols-[auto_1fr] gap-x-3'}`}
            >
              {exact ? <ExactTime at={event.at} day={day} /> : <RoundTime at={event.at} />}
              <span className="break-words">{event.message}</span>
            </li>
          ))}
        </ol>
      </section>
    ))}
  </div>
)

const RoundTime = ({ at }: { at: string }) => (
  <time dateTime={at} title={siteTimes.full(Date.parse(at))} className="text-ink-2 tabular">
    {siteTimes.clock(Date.parse(at))}
  </time>
)

function ExactTime({ at, day }: { at: string; day: string }) {
  const instant = Date.parse(at)
  const viewerTime = inViewerZone(instant, day)
  return (
    <time dateTime={at} className="flex flex-wrap gap-x-3 text-ink-2 tabular sm:min-w-40 sm:flex-col print:flex-row">
      <span>{siteExact.time(instant, day)}</span>
      {viewerTime && <span className="text-label leading-5">{viewerTime}</span>}
    </time>
  )
}

const byDay = (events: readonly BidEvent[]) => [...Map.groupBy(events, ({ at }) => siteExact.day(Date.parse(at)))]

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
