import { leadText } from '../../time/countdown-rules.ts'
import { formatDollars } from '../../ui/money.ts'
import { siteTimes } from '../../time/zoned-times.ts'
import { Link } from '../../ui/Link.tsx'
import { DeleteBidButton, SelectBidCheckbox } from './HistoryRowActions.tsx'
import type { HistoryRowsProps } from './history-rows-props.ts'
import { finishedAt } from './history-rules.ts'
import { HistoryResult } from './HistoryResult.tsx'

/** The history in a window too narrow for a table. */
export const HistoryCards = ({ bids, siteName, loginStop, ...actions }: HistoryRowsProps) => (
  <ul className="flex flex-col gap-3">
    {bids.map((bid) => (
      <li key={bid.id} className="flex items-start gap-2 rounded-card border border-line bg-surface p-3">
        <SelectBidCheckbox bid={bid} {...actions} />
        <div className="min-w-0 flex-1">
          <HistoryResult bid={bid} siteName={siteName} loginStop={loginStop} />
          <h2 className="mt-1 font-semibold">
            <Link to={`/bid-history/${bid.id}`} className="line-clamp-2 break-words">
              {bid.title}
            </Link>
          </h2>
          <p className="text-small text-ink-2 tabular">
            Max {formatDollars(bid.maxBid)} · bid at {leadText(bid.secondsBeforeEnd)}
          </p>
          <p className="text-label text-ink-2 tabular">{siteTimes.full(finishedAt(bid))}</p>
        </div>
        <DeleteBidButton bid={bid} {...actions} />
      </li>
    ))}
  </ul>
)
