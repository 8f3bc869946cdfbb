import { api, messages } from '@bidwell/contract'
import { useState } from 'react'
import { NewPasswordForm } from '../../account/password/NewPasswordForm.tsx'
import { useReauthentication } from '../../account/use-reauthentication.tsx'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/cards/Section.tsx'
import { toastSuccess } from '../../ui/overlays/toasts.tsx'
import { OpenForm } from './OpenForm.tsx'

/** The form that changes the password, behind a button. */
export function PasswordSection() {
  const { withReauthentication, dialog } = useReauthentication()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section
      title="Password"
      text="Changing it signs out every other session, and ends all API tokens."
      action={!isOpen && <Button onClick={() => setIsOpen(true)}>Change password</Button>}
    >
      {isOpen && <ChangePasswordForm withReauthentication={withReauthentication} onClose={() => setIsOpen(false)} />}
      {dialog}
    </Section>
  )
}

type ChangePasswordFormProps = {
  /** Runs the change, with a proof of identity where the server asks for one. */
  withReauthentication: <T>(action: () => Promise<T>) => Promise<T>
  onClose: () => void
}

const ChangePasswordForm = ({ withReauthentication, onClose }: ChangePasswordFormProps) => (
  <OpenForm onCancel={onClose}>
    <NewPasswordForm
      submitLabel="Change password"
      failedTitle={messages.account.passwordNotChanged}
      save={(fields) => withReauthentication(() => call(api.changePassword, { body: fields }))}
      onDone={() => {
        onClose()
        toastSuccess(messages.mailLink.passwordChanged)
      }}
    />
  </OpenForm>
)
