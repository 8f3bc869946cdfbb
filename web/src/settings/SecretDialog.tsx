import { messages } from '@bidwell/contract'
import { useState } from 'react'
import { useIsUnmounted } from '../state/use-is-unmounted.ts'
import { useStayWhileShown } from '../state/use-stay-while-shown.ts'
import { Button } from '../ui/Button.tsx'
import { Copy } from '../ui/icons.tsx'
import { copyText } from '../ui/overlays/copy-text.ts'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { toastWarning, watchUser } from '../ui/overlays/toasts.tsx'

type SecretDialogProps = { title: string; text: string; secret: string; onClose: () => void }

/** Shows a secret for the only time. */
export function SecretDialog({ title, text, secret, onClose }: SecretDialogProps) {
  useStayWhileShown()
  const copy = () => copyText(secret, 'Your browser did not allow copying. Please select the text and copy it.')
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

type WebhookSecretDialogProps = { label: string; secret: string; onClose: () => void }

/** Shows the secret of a signed webhook. */
export const WebhookSecretDialog = ({ label, secret, onClose }: WebhookSecretDialogProps) => (
  <SecretDialog
    title={`The secret of ${label}`}
    text="Your program checks with it that a call is from Bidwell. Keep it where only your program finds it. It is not shown again."
    secret={secret}
    onClose={onClose}
  />
)

/**
 * Returns whether nothing is left that could show a secret that was just made, and tells its user so, who is still there. The toast stays until
 * it has been read.
 */
export function useUnseenSecret(): (label: string) => boolean {
  const isUnmounted = useIsUnmounted()
  const [isUserThere] = useState(watchUser)
  return (label) => {
    if (!isUnmounted()) return false
    if (isUserThere()) toastWarning(messages.destination.secretNotSeen(label), { persistent: true })
    return true
  }
}
