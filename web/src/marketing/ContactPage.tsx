import { ACCOUNT, api, CONTACT, contactFaults, type ContactMessage, messages } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { operatorQuery } from '../api/installation-queries.ts'
import { Banner, ErrorBanner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/fields/Form.tsx'
import { TextArea, TextField } from '../ui/fields/TextField.tsx'
import { MailCheck } from '../ui/icons.tsx'
import { TextLink } from '../ui/Link.tsx'
import { OperatorContact, OperatorName } from './Operator.tsx'
import { TextPage, TextSection } from './TextPage.tsx'

/** `/contact`: a form for a message to the operator, where somebody receives it, and the operator's address. */
function ContactPage() {
  const operator = useQuery(operatorQuery).data
  const hasAddress = operator?.support_email !== null
  return (
    <TextPage
      title="Contact"
      intro={hasAddress ? 'Write to whoever operates this installation of Bidwell.' : messages.contact.noAddress}
    >
      {operator?.takes_messages && (
        <TextSection title="Send a message">
          <ContactForm />
          {operator.has_mailbox && (
            <p className="text-ink-2">This installation sends no mail: messages stand in its mailbox.</p>
          )}
        </TextSection>
      )}
      {hasAddress && (
        <TextSection title="By mail">
          <OperatorName />
          <OperatorContact />
        </TextSection>
      )}
      <p>
        Most questions about bids, locks and lost phones have an answer in the <TextLink to="/help">help</TextLink>.
      </p>
    </TextPage>
  )
}

/**
 * Sends a message to the operator. Its fields keep their own values, so that what was typed before the app took the page
 * over stays.
 */
function ContactForm() {
  const [faults, setFaults] = useState<ReturnType<typeof contactFaults>>([])
  const sending = useMutation({
    mutationFn: (message: ContactMessage) => call(api.sendMessage, { body: message, once: true }),
  })
  const submit = (form: HTMLFormElement) => {
    const fields = new FormData(form)
    const message = { email: textOf(fields, 'email'), message: textOf(fields, 'message') }
    const [first, ...others] = contactFaults(message)
    setFaults(first ? [first, ...others] : [])
    if (first) form.querySelector<HTMLElement>(`[name="${first.path}"]`)?.focus()
    else sending.mutate(message, { onSuccess: () => form.reset() })
  }
  const faultOf = (field: keyof ContactMessage) => faults.find(({ path }) => path === field)?.message
  return (
    <Form
      name="contact"
      className="flex w-full flex-col gap-4"
      onSubmit={(event) => {
        if (!sending.isPending) submit(event.currentTarget)
      }}
    >
      {sending.isError && <ErrorBanner title={messages.contact.notSent}>{messageOf(sending.error)}</ErrorBanner>}
      {sending.isSuccess && (
        <Banner tone="success" icon={MailCheck}>
          {messages.contact.sent}
        </Banner>
      )}
      <TextField
        label="Your email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={ACCOUNT.maxEmailLength}
        required
        hint="The answer goes there."
        error={faultOf('email')}
      />
      <TextArea
        label="Message"
        name="message"
        rows={6}
        maxLength={CONTACT.maxMessageLength}
        required
        hint="Please leave out passwords and codes: nobody needs them to help you."
        error={faultOf('message')}
      />
      <Button type="submit" variant="primary" busy={sending.isPending} className="self-start">
        Send message
      </Button>
    </Form>
  )
}

function textOf(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

export const head = {
  title: 'Contact',
  description: 'Write to whoever operates this installation of Bidwell.',
}

export { ContactPage as Component }
