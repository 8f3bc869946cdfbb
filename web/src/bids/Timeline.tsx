import type { BidEvent } from '@bidwell/contract'
import { siteTimes } from '../auctions/times.ts'

/** What happened to a bid, latest first, on the site's clock. */
export const Timeline = ({ events, exact = false }: { events: readonly BidEvent[]; exact?: boolean }) => (
  <ol className="flex flex-col gap-2">
    {events.toReversed().map((event) => {
      const at = Date.parse(event.at)
      return (
        <li key={`${event.at} ${event.kind} ${event.says}`} className="grid grid-cols-[auto_1fr] gap-x-3 text-small">
          <time dateTime={event.at} title={siteTimes.full(at)} className="text-ink-2 tabular">
            {exact ? siteTimes.exact(at) : siteTimes.clock(at)}
          </time>
          <span className="break-words">{event.says}</span>
        </li>
      )
    })}
  </ol>
)
