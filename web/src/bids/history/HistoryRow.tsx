import type { Bid } from '@bidwell/contract'
import { Trash2 } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import type { HistoryRows } from './history-rows.ts'
import { whyNotForget } from './history-rules.ts'

/** What can be done with one bid of the history, in the table and on the cards alike. */

type PickBidProps = Pick<HistoryRows, 'picked' | 'onPick'> & { bid: Bid }

export const PickBid = ({ bid, picked, onPick }: PickBidProps) => (
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
)

type ForgetBidProps = Pick<HistoryRows, 'whyNot' | 'onForget'> & { bid: Bid }

export const ForgetBid = ({ bid, whyNot, onForget }: ForgetBidProps) => (
  <Button
    variant="quiet"
    size="icon"
    aria-label={`Delete ${bid.title} from your history`}
    whyNot={whyNot ?? whyNotForget(bid)}
    onClick={() => onForget([bid.id])}
  >
    <Trash2 aria-hidden size={18} />
  </Button>
)
