import { Button } from '../../ui/Button.tsx'

type BulkBarProps = {
  count: number
  whyNot: string | null
  onEdit: () => void
  onRemove: () => void
  onClear: () => void
}

/** What can be done to everything that is ticked. */
export const BulkBar = ({ count, whyNot, onEdit, onRemove, onClear }: BulkBarProps) => (
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
