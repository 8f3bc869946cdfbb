import { messageOf } from '../../api/api-error.ts'
import { ErrorBanner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

type ConfirmDialogProps = {
  title: string
  text: string
  /** The buttons' labels. */
  confirm: string
  keep: string
  /** What the first button does. */
  action: { isPending: boolean; error: Error | null; mutate: () => void }
  onClose: () => void
}

/** Asks before something that protects the account is taken away. */
export const ConfirmDialog = ({ title, text, confirm, keep, action, onClose }: ConfirmDialogProps) => (
  <Dialog
    onClose={onClose}
    title={title}
    description={text}
    actions={
      <>
        <Button onClick={onClose}>{keep}</Button>
        <Button variant="danger" busy={action.isPending} onClick={() => action.mutate()}>
          {confirm}
        </Button>
      </>
    }
  >
    {action.error !== null && <ErrorBanner title={messageOf(action.error)} />}
  </Dialog>
)
