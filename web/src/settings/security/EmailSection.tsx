import { api, messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { EmailField } from '../../account/EmailField.tsx'
import { MailboxNote } from '../../account/MailboxNote.tsx'
import { useReauthentication } from '../../account/use-reauthentication.tsx'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useUser } from '../../session/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/cards/Section.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { MailCheck } from '../../ui/icons.tsx'
import { OpenForm } from './OpenForm.tsx'

/** The account's address, and the form that asks for another. */
export function EmailSection() {
  const { email } = useUser()
  const { withReauthentication, dialog } = useReauthentication()
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const change = useMutation({
    mutationFn: () => withReauthentication(() => call(api.changeEmail, { body: { email: typed } })),
    onSuccess: () => setIsOpen(false),
  })
  return (
    <Section
      title="Email address"
      text={<span className="wrap-anywhere">{email}</span>}
      action={
        !isOpen && (
          <Button
            onClick={() => {
              change.reset()
              setIsOpen(true)
            }}
          >
            Change address
          </Button>
        )
      }
    >
      {change.isSuccess && !isOpen && (
        <Banner tone="success" icon={MailCheck}>
          <p>{messages.mailLink.emailChangeSent}</p>
          <MailboxNote />
        </Banner>
      )}
      {isOpen && (
        <OpenForm onCancel={() => setIsOpen(false)}>
          <Form name="email-address" onSubmit={() => change.mutate()}>
            <EmailField
              name="email"
              autoComplete="email"
              error={change.isError ? messageOf(change.error) : undefined}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button type="submit" variant="primary" busy={change.isPending} disabled={typed.trim() === ''}>
              Send the link
            </Button>
          </Form>
        </OpenForm>
      )}
      {dialog}
    </Section>
  )
}
