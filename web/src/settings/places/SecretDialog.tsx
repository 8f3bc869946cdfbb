import { Copy } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toastError, toastSaved } from '../../ui/overlays/toasts.tsx'

type SecretDialogProps = { label: string; secret: string; onClose: () => void }

/** Shows the secret of a signed webhook, for the only time. */
export function SecretDialog({ label, secret, onClose }: SecretDialogProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret)
      toastSaved('Copied')
    } catch {
      toastError('Your browser did not allow copying. Please select the secret and copy it.')
    }
  }
  return (
    <Dialog
      ignoreOutsideClicks
      onClose={onClose}
      title={`The secret of ${label}`}
      description="Your program checks with it that a call is from Bidwell. Keep it where only your program finds it. It is not shown again."
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
