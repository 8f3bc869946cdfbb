import { Trash2 } from 'lucide-react'
import { leadText } from '../auctions/countdown-rules.ts'
import { formatDollars } from '../auctions/money.ts'
import { siteTimes } from '../auctions/times.ts'
import { Button } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import type { HistoryRows } from './history-rows.ts'
import { finishedAt, whyNotForget } from './history-rules.ts'
import { ResultTag } from './ResultTag.tsx'

export function HistoryTable({ bids, picked, siteName, whyNot, onPick, onForget }: HistoryRows) {
  const deletable = bids.filter((bid) => whyNotForget(bid) === null).map((bid) => bid.id)
  return (
    <table className="w-full border-collapse rounded-card bg-surface text-small">
      <thead>
        <tr className="border-b border-line text-left text-label text-ink-2">
          <th scope="col" className="w-12 p-3">
            <input
              type="checkbox"
              aria-label="Select all that are shown"
              className="size-5 accent-petrol align-middle"
              checked={deletable.length > 0 && deletable.every((id) => picked.has(id))}
              onChange={(event) => onPick(deletable, event.target.checked)}
            />
          </th>
          <th scope="col" className="p-3">
            Auction
          </th>
          <th scope="col" className="p-3 text-right">
            Max
          </th>
          <th scope="col" className="p-3 text-right">
            Bid at
          </th>
          <th scope="col" className="p-3">
            Result
          </th>
          <th scope="col" className="p-3">
            When
          </th>
          <th scope="col" className="w-14 p-3">
            <span className="sr-only">Delete</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {bids.map((bid) => (
          <tr key={bid.id} className="border-b border-line last:border-0">
            <td className="p-3">
              <input
                type="checkbox"
                aria-label={`Select ${bid.title}`}
                className="size-5 accent-petrol align-middle"
                disabled={whyNotForget(bid) !== null}
                checked={picked.has(bid.id)}
                onChange={(event) => onPick([bid.id], event.target.checked)}
              />
            </td>
            <th scope="row" className="max-w-80 p-3 text-left font-semibold break-words">
              <Link to={`/bid-history/${bid.id}`} className="hover:underline hover:underline-offset-4">
                {bid.title}
              </Link>
            </th>
            <td className="p-3 text-right tabular">{formatDollars(bid.maxBid)}</td>
            <td className="p-3 text-right tabular">{leadText(bid.secondsBeforeEnd)}</td>
            <td className="p-3">
              <ResultTag bid={bid} siteName={siteName} />
            </td>
            <td className="p-3 whitespace-nowrap text-ink-2 tabular">{siteTimes.full(finishedAt(bid))}</td>
            <td className="p-1 text-right">
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Delete ${bid.title} from your history`}
                whyNot={whyNot ?? whyNotForget(bid)}
                onClick={() => onForget([bid.id])}
              >
                <Trash2 aria-hidden size={18} />
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
