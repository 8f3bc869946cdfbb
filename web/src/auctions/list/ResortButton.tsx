import { Button } from '../../ui/Button.tsx'

/** Offers the current order while the list keeps an older one. Has no height, so that it shifts nothing. */
export const ResortButton = ({ movedCount, onClick }: { movedCount: number; onClick: () => void }) => (
  <div className="sticky top-18 z-10 -mb-3 flex h-0 justify-center">
    <Button size="dense" className="shadow-float" onClick={onClick}>
      {movedCount} moved · Update the list
    </Button>
  </div>
)
