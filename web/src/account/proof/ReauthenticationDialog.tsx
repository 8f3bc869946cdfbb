import { messages, provePassword } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { PasswordField } from '../password/PasswordField.tsx'
import { sanitizePassword } from '../password/sanitize-password.ts'

type ReauthenticationDialogProps = { onSuccess: () => void; onClose: () => void }

/** Asks for the user's Bidwell password. */
export function ReauthenticationDialog({ onSuccess, onClose }: ReauthenticationDialogProps) {
  const [password, setPassword] = useState('')
  const confirm = useMutation({
    mutationFn: () => call(provePassword, { body: { password: sanitizePassword(password) } }),
    networkMode: 'always',
    onSuccess,
  })

  return (
    <Dialog ignoreOutsideClicks onClose={onClose} title="Is it you?" description={messages.session.proofRequired}>
      <form
        name="proof"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          // React events bubble from this dialog to the form that rendered it, which must not be submitted.
          event.stopPropagation()
          confirm.mutate()
        }}
      >
        <PasswordField
          label="Bidwell password"
          name="password"
          autoComplete="current-password"
          value={password}
          error={confirm.isError ? messageOf(confirm.error) : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" variant="primary" busy={confirm.isPending} disabled={password === ''}>
          Continue
        </Button>
      </form>
    </Dialog>
  )
}
