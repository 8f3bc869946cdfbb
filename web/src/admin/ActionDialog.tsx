import { type ReactNode, useState } from 'react'
import { useReauthentication } from '../account/use-reauthentication.tsx'
import { messageOf } from '../api/api-error.ts'
import { ErrorBanner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { TextArea } from '../ui/fields/TextField.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { toastSuccess } from '../ui/overlays/toasts.tsx'

type ActionDialogProps = {
  title: string
  /** What the action will do, and how it can be undone. */
  children: ReactNode
  /** Who reads the reason. */
  hint: string
  confirm: string
  variant?: 'primary' | 'danger'
  /** Does it. What it throws is shown, and the dialog stays. */
  act: (reason: string) => Promise<unknown>
  /** What the administrator reads afterwards. */
  done: string
  onClose: () => void
}

/** Says what an action of the administrator will do, asks for its reason and for a proof of identity, and does it. */
export function ActionDialog({ title, children, hint, confirm, variant, act, done, onClose }: ActionDialogProps) {
  const { withReauthentication, dialog } = useReauthentication()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const submit = async () => {
    setBusy(true)
    setError(null)
    try {
      await withReauthentication(() => act(reason))
      toastSuccess(done)
      onClose()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={children}
      ignoreOutsideClicks={reason !== ''}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant={variant ?? 'primary'}
            busy={busy}
            whyNot={reason.trim() === '' ? 'Give a reason first' : null}
            onClick={() => void submit()}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error !== null && <ErrorBanner title={messageOf(error)} />}
        <TextArea
          label="Reason"
          hint={hint}
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
      {dialog}
    </Dialog>
  )
}
