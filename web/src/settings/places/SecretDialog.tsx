import { Copy } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toastError, toastSaved } from '../../ui/overlays/toasts.tsx'

type SecretDialogProps = { title: string; text: string; secret: string; onClose: () => void }

/** Shows a secret for the only time. */
export function SecretDialog({ title, text, secret, onClose }: SecretDialogProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret)
      toastSaved('Copied')
    } catch {
      toastError('Your browser did not allow copying. Please select the text and copy it.')
    }
  }
  return (
    <Dialog
      ignoreOutsideClicks
      onClose={onClose}
      title={title}
      description={text}
      actions={
        <Button variant="primary" onClick={onClose}>
          I have kept it
        </Button>
      }
    >
      <p className="rounded-control bg-sunken p-4 text-center font-semibold wrap-anywhere select-all">{secret}</p>
      <Button className="mt-3" onClick={() => void copy()}>
        <Copy aria-hidden size={18} />
        Copy
      </Button>
    </Dialog>
  )
}
