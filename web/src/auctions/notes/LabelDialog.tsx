import { messages } from '@bidwell/contract'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'
import { LabelsField } from './LabelsField.tsx'

type LabelDialogProps = { auctions: readonly TrackedAuction[]; onClose: () => void }

/** Labels all selected auctions. */
export const LabelDialog = ({ auctions, onClose }: LabelDialogProps) => (
  <Dialog
    title={messages.note.labelMany(auctions.length)}
    onClose={onClose}
    actions={
      <Button variant="primary" onClick={onClose}>
        {messages.note.done}
      </Button>
    }
  >
    <LabelsField auctions={auctions} />
  </Dialog>
)
