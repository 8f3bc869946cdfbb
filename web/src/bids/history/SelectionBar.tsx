import { Button } from '../../ui/Button.tsx'

type SelectionBarProps = { count: number; whyNot: string | null; onDelete: () => void; onClear: () => void }

/** What can be done with the selected rows. */
export const SelectionBar = ({ count, whyNot, onDelete, onClear }: SelectionBarProps) => (
  <div className="sticky bottom-18 z-10 flex items-center gap-3 rounded-card border border-edge bg-surface p-2 pl-4 shadow-float md:bottom-4">
    <output className="mr-auto font-semibold tabular">{count} selected</output>
    <Button size="dense" variant="danger" whyNot={whyNot} onClick={onDelete}>
      Delete
    </Button>
    <Button size="dense" variant="quiet" onClick={onClear}>
      Clear
    </Button>
  </div>
)
