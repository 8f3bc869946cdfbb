import { messages } from '@bidwell/contract'
import { Button } from '../../ui/Button.tsx'

type AlreadyTrackedProps = { auctionId: string; onOpen: () => void }

/** Stands in the form's place when the item is tracked already. */
export const AlreadyTracked = ({ auctionId, onOpen }: AlreadyTrackedProps) => (
  <>
    <p className="font-semibold">{messages.auction.alreadyTracked(auctionId)}</p>
    <div className="flex flex-wrap gap-2">
      <Button variant="primary" onClick={onOpen}>
        Open it
      </Button>
    </div>
  </>
)
