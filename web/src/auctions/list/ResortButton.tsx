import { Button } from '../../ui/Button.tsx'
import { countMoved } from './count-moved.ts'
import type { Group } from './lot-groups.ts'

type ResortButtonProps = { shown: readonly Group[]; latest: readonly Group[]; onClick: () => void }

/** Offers the current order while the list keeps an older one. Has no height, so that it shifts nothing. */
export function ResortButton({ shown, latest, onClick }: ResortButtonProps) {
  const movedCount = countMoved(shown, latest)
  if (movedCount === 0) return null
  return (
    <div className="sticky top-18 z-10 -mb-3 flex h-0 justify-center">
      <Button size="dense" className="shadow-float" onClick={onClick}>
        {movedCount} moved · Update the list
      </Button>
    </div>
  )
}
