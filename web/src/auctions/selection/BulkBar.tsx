import { messages } from '@bidwell/contract'
import { useOnline } from '../../api/use-online.ts'
import { whyOffline } from '../../bids/bid-rules.ts'
import { ReconnectButton } from '../../connection/ReconnectButton.tsx'
import { Button } from '../../ui/Button.tsx'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'

type BulkBarProps = {
  auctions: readonly TrackedAuction[]
  onEdit: () => void
  onGroup: () => void
  onLabel: () => void
  onRemove: () => void
  onClear: () => void
}

/** The actions on all selected auctions. */
export function BulkBar({ auctions, onEdit, onGroup, onLabel, onRemove, onClear }: BulkBarProps) {
  const whyNot = whyOffline(useOnline())
  const stopped = auctions.filter(({ loginStop }) => loginStop !== undefined).length
  return (
    <div
      role="toolbar"
      aria-label="Selected auctions"
      className="flex flex-wrap items-center gap-2 rounded-card border border-edge bg-surface p-2 pl-4 shadow-float max-sm:pt-3"
    >
      <output className="mr-auto font-semibold tabular max-sm:w-full">
        {auctions.length} selected
        {stopped > 0 && <span className="block text-small text-danger">{stoppedText(stopped)}</span>}
      </output>
      {stopped > 0 && <ReconnectButton />}
      <Button size="dense" whyNot={whyNot} onClick={onEdit}>
        Change bids
      </Button>
      <Button size="dense" whyNot={whyNot} onClick={onGroup}>
        {messages.bidGroup.make}
      </Button>
      <Button size="dense" whyNot={whyNot} onClick={onLabel}>
        {messages.note.filter}
      </Button>
      <Button size="dense" variant="quiet" whyNot={whyNot} onClick={onRemove}>
        Remove
      </Button>
      <Button size="dense" variant="quiet" onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}

const stoppedText = (count: number): string => (count === 1 ? "1 bid won't be sent" : `${count} bids won't be sent`)
