import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { EmailField } from '../account/EmailField.tsx'
import { useReauthentication } from '../account/use-reauthentication.tsx'
import { messageOf } from '../api/api-error.ts'
import { ErrorBanner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { toastInfo } from '../ui/overlays/toasts.tsx'
import { deleteAccountOfMutation } from './deletions-query.ts'

/** Deletes somebody else's account, with a reason. */
export function DeleteForm() {
  const { withReauthentication, dialog } = useReauthentication()
  const [email, setEmail] = useState(useSearchParams()[0].get('email') ?? '')
  const [reason, setReason] = useState('')
  const remove = useMutation(deleteAccountOfMutation)
  const submit = async () => {
    // A failure is shown below the form.
    const done = await withReauthentication(() => remove.mutateAsync({ email, reason })).catch(() => null)
    if (done === null) return
    setEmail('')
    setReason('')
    const { length } = done.not_stopped
    toastInfo(
      length === 0 ? 'The account is being deleted' : `The account is being deleted; ${length} bids still count`,
    )
  }
  return (
    <Card>
      <h2 className="text-lead font-semibold">Delete an account for its owner</h2>
      <p className="mt-1 text-ink-2">
        The site login is deleted, sessions end and pending bids are cancelled at once; the rest follows after two
        weeks. The owner gets a mail with the reason, and can only download the data until then: you alone can keep the
        account, in the list above.
      </p>
      <form
        name="delete-account"
        noValidate
        className="mt-4 flex flex-col items-start gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className="flex w-full max-w-md flex-col gap-4">
          <EmailField
            name="email"
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <TextField
            label="Reason"
            hint="The owner of the account reads it."
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
        {remove.isError && <ErrorBanner title={messageOf(remove.error)} />}
        <Button
          type="submit"
          variant="danger"
          busy={remove.isPending}
          disabled={email.trim() === '' || reason.trim() === ''}
        >
          Delete this account
        </Button>
      </form>
      {dialog}
    </Card>
  )
}
