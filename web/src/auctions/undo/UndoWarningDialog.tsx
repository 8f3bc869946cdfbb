import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import type { Question } from './use-undoable-actions.ts'

type UndoWarningDialogProps = { question: Question; onConfirm: () => void; onClose: () => void }

/** Warns in the last five minutes before the end that an undo may come too late. */
export function UndoWarningDialog({ question: { action, auctions }, onConfirm, onClose }: UndoWarningDialogProps) {
  const removing = action === 'remove'
  const withBid = auctions.some(({ bid }) => bid?.status === 'pending') ? ' A scheduled bid is cancelled with it.' : ''
  const which = auctions.length === 1 ? auctions[0]?.auction.title : `${auctions.length} auctions`
  return (
    <Dialog
      onClose={onClose}
      title={removing ? `Remove ${which}?` : 'Cancel this bid?'}
      description={
        removing
          ? `The end is less than five minutes away, and there may be no time to bring it back.${withBid}`
          : `${which} ends in less than five minutes. There may be no time to schedule the bid again.`
      }
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" onClick={onConfirm}>
            {removing ? 'Remove' : 'Cancel bid'}
          </Button>
        </>
      }
    />
  )
}
