import { changePassword, messages } from '@bidwell/contract'
import { lazy, Suspense, useState } from 'react'
import { useReauthentication } from '../../account/proof/use-reauthentication.tsx'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toastSuccess } from '../../ui/toasts/toasts.tsx'
import { OpenForm } from './OpenForm.tsx'
import { Section } from './Section.tsx'

const NewPasswordForm = lazy(async () => ({
  default: (await import('../../account/password/NewPasswordForm.tsx')).NewPasswordForm,
}))

/** The form that changes the password, behind a button. */
export function PasswordSection() {
  const { withReauthentication, dialog } = useReauthentication()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section
      title="Password"
      text="Changing it signs out every other session."
      action={!isOpen && <Button onClick={() => setIsOpen(true)}>Change password</Button>}
    >
      {isOpen && (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <OpenForm onCancel={() => setIsOpen(false)}>
            <NewPasswordForm
              submitLabel="Change password"
              failedTitle={messages.account.passwordNotChanged}
              save={(fields) => withReauthentication(() => call(changePassword, { body: fields }))}
              onDone={() => {
                setIsOpen(false)
                toastSuccess(messages.mailLink.passwordChanged)
              }}
            />
          </OpenForm>
        </Suspense>
      )}
      {dialog}
    </Section>
  )
}
