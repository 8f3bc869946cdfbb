import { Button } from '../../ui/Button.tsx'
import { countMoved } from './count-moved.ts'
import type { Group } from './lot-groups.ts'

type ResortButtonProps = { shown: readonly Group[]; latest: readonly Group[]; onClick: () => void }

/** Offers the current order while the list keeps an older one. Stands below the list, so that it shifts no row. */
export function ResortButton({ shown, latest, onClick }: ResortButtonProps) {
  const movedCount = countMoved(shown, latest)
  if (movedCount === 0) return null
  return (
    <div className="flex justify-center">
      <Button size="dense" className="shadow-float" onClick={onClick}>
        {movedCount} moved · Update the list
      </Button>
    </div>
  )
}
