import { leadText } from '../../time/countdown-rules.ts'
import { formatDollars } from '../../ui/money.ts'
import { siteTimes } from '../../time/zoned-times.ts'
import { Link } from '../../ui/Link.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { DeleteBidButton, SelectBidCheckbox } from './HistoryRowActions.tsx'
import type { HistoryRowsProps } from './history-rows-props.ts'
import { finishedAt, whyNotDelete } from './history-rules.ts'
import { HistoryResult } from './HistoryResult.tsx'

export function HistoryTable({ bids, siteName, loginStop, ...actions }: HistoryRowsProps) {
  const { selected, onSelect } = actions
  const deletable = bids.filter((bid) => whyNotDelete(bid) === null).map((bid) => bid.id)
  return (
    <table className="w-full border-collapse rounded-card bg-surface text-small">
      <thead>
        <tr className="border-b border-line text-left text-label text-ink-2 *:p-3">
          <th scope="col" className="w-12 text-center">
            <input
              type="checkbox"
              aria-label="Select all that are shown"
              className="size-5 accent-accent align-middle"
              checked={deletable.length > 0 && deletable.every((id) => selected.has(id))}
              onChange={(event) => onSelect(deletable, event.target.checked)}
            />
          </th>
          <th scope="col">Auction</th>
          <th scope="col" className="text-right">
            Max
          </th>
          <th scope="col" className="text-right">
            Bid at
          </th>
          <th scope="col">Result</th>
          <th scope="col">When</th>
          <th scope="col" className="w-14">
            <VisuallyHidden>Delete</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {bids.map((bid) => (
          <tr key={bid.id} className="border-b border-line last:border-0">
            <td className="p-1">
              <SelectBidCheckbox bid={bid} {...actions} />
            </td>
            <th scope="row" className="max-w-80 p-3 text-left font-semibold break-words">
              <Link to={`/bid-history/${bid.id}`} className="hover:underline hover:underline-offset-4">
                {bid.title}
              </Link>
            </th>
            <td className="p-3 text-right tabular">{formatDollars(bid.maxBid)}</td>
            <td className="p-3 text-right tabular">{leadText(bid.secondsBeforeEnd)}</td>
            <td className="p-3">
              <HistoryResult bid={bid} siteName={siteName} loginStop={loginStop} />
            </td>
            <td className="p-3 whitespace-nowrap text-ink-2 tabular">{siteTimes.full(finishedAt(bid))}</td>
            <td className="p-1 text-right">
              <DeleteBidButton bid={bid} {...actions} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
