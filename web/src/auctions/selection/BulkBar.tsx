import { useOnline } from '../../api/use-online.ts'
import { whyOffline } from '../../bids/bid-rules.ts'
import { Button } from '../../ui/Button.tsx'

type BulkBarProps = { count: number; onEdit: () => void; onRemove: () => void; onClear: () => void }

/** The actions on all selected auctions. */
export function BulkBar({ count, onEdit, onRemove, onClear }: BulkBarProps) {
  const whyNot = whyOffline(useOnline())
  return (
    <div
      role="toolbar"
      aria-label="Selected auctions"
      className="sticky bottom-18 z-10 flex flex-wrap items-center gap-2 rounded-card border border-edge bg-surface p-2 pl-4 shadow-float md:bottom-4"
    >
      <output className="mr-auto font-semibold tabular">{count} selected</output>
      <Button size="dense" whyNot={whyNot} onClick={onEdit}>
        Change bids
      </Button>
      <Button size="dense" variant="danger" whyNot={whyNot} onClick={onRemove}>
        Remove
      </Button>
      <Button size="dense" variant="quiet" onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}
