import { useState } from 'react'
import { useReauthentication } from '../../account/use-reauthentication.tsx'
import { Button } from '../../ui/Button.tsx'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import { Section } from './Section.tsx'

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
      {isOpen && <ChangePasswordForm withReauthentication={withReauthentication} onClose={() => setIsOpen(false)} />}
      {dialog}
    </Section>
  )
}
