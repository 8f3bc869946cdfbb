import { Trash2 } from 'lucide-react'
import { leadText } from '../auctions/countdown-rules.ts'
import { formatDollars } from '../auctions/money.ts'
import { siteTimes } from '../auctions/times.ts'
import { Button } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import type { HistoryRows } from './history-rows.ts'
import { finishedAt, whyNotForget } from './history-rules.ts'
import { ResultTag } from './ResultTag.tsx'

/** The history where a table has no room. */
export const HistoryCards = ({ bids, picked, siteName, whyNot, onPick, onForget }: HistoryRows) => (
  <ul className="flex flex-col gap-3">
    {bids.map((bid) => (
      <li key={bid.id} className="flex items-start gap-2 rounded-card border border-line bg-surface p-3">
        <label className="grid size-11 shrink-0 place-items-center">
          <input
            type="checkbox"
            aria-label={`Select ${bid.title}`}
            className="size-5 accent-petrol"
            disabled={whyNotForget(bid) !== null}
            checked={picked.has(bid.id)}
            onChange={(event) => onPick([bid.id], event.target.checked)}
          />
        </label>
        <div className="min-w-0 flex-1">
          <ResultTag bid={bid} siteName={siteName} />
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
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Delete ${bid.title} from your history`}
          whyNot={whyNot ?? whyNotForget(bid)}
          onClick={() => onForget([bid.id])}
        >
          <Trash2 aria-hidden size={18} />
        </Button>
      </li>
    ))}
  </ul>
)
