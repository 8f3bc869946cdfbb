import { type ReactNode, useState } from 'react'
import { useReauthentication } from '../account/use-reauthentication.tsx'
import { messageOf } from '../api/api-error.ts'
import { ErrorBanner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { TextArea } from '../ui/fields/TextField.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { toastSuccess } from '../ui/overlays/toasts.tsx'

type ActionDialogProps<Answer> = {
  title: string
  /** What the action will do, and how it can be undone. */
  children: ReactNode
  /** Who reads the reason. */
  hint: string
  confirm: string
  /** Why it cannot be done as it is filled in; null when it can. */
  whyNot?: string | null
  variant?: 'primary' | 'danger'
  /** Does it. What it throws is shown, and the dialog stays. */
  act: (reason: string) => Promise<Answer>
  /** What the administrator reads afterwards. */
  done: string | ((answer: Answer) => string)
  /** What the action has left undone: the dialog then stays and shows it. Null when nothing. */
  leftOf?: (answer: Answer) => ReactNode
  onClose: () => void
}

/** Says what an action of the administrator will do, asks for its reason and for a proof of identity, and does it. */
export function ActionDialog<Answer>(props: ActionDialogProps<Answer>) {
  const { title, children, hint, confirm, whyNot = null, variant, act, done, leftOf, onClose } = props
  const { withReauthentication, dialog } = useReauthentication()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [left, setLeft] = useState<ReactNode>(null)
  const submit = async () => {
    setBusy(true)
    setError(null)
    try {
      const answer = await withReauthentication(() => act(reason))
      toastSuccess(typeof done === 'string' ? done : done(answer))
      const remaining = leftOf?.(answer) ?? null
      if (remaining === null) onClose()
      else setLeft(remaining)
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  if (left !== null)
    return (
      <Dialog
        // Another dialog, so that the focus begins in it.
        key="left"
        onClose={onClose}
        title={typeof done === 'string' ? done : title}
        description={left}
        actions={<Button onClick={onClose}>Close</Button>}
      />
    )
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
            whyNot={whyNot ?? (reason.trim() === '' ? 'Give a reason first' : null)}
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
