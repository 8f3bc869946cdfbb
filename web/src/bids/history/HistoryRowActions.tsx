import type { Bid } from '@bidwell/contract'
import { Trash2 } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import type { HistoryRowsProps } from './history-rows-props.ts'
import { whyNotDelete } from './history-rules.ts'

type SelectBidProps = Pick<HistoryRowsProps, 'selected' | 'onSelect'> & { bid: Bid }

export const SelectBidCheckbox = ({ bid, selected, onSelect }: SelectBidProps) => (
  <label className="grid size-11 shrink-0 place-items-center">
    <input
      type="checkbox"
      aria-label={`Select ${bid.title}`}
      className="size-5 accent-accent"
      disabled={whyNotDelete(bid) !== null}
      checked={selected.has(bid.id)}
      onChange={(event) => onSelect([bid.id], event.target.checked)}
    />
  </label>
)

type DeleteBidProps = Pick<HistoryRowsProps, 'whyNot' | 'onDelete'> & { bid: Bid }

export const DeleteBidButton = ({ bid, whyNot, onDelete }: DeleteBidProps) => (
  <Button
    variant="quiet"
    size="icon"
    aria-label={`Delete ${bid.title} from your history`}
    whyNot={whyNot ?? whyNotDelete(bid)}
    onClick={() => onDelete([bid.id])}
  >
    <Trash2 aria-hidden size={18} />
  </Button>
)
