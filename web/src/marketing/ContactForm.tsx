import { ACCOUNT, api, CONTACT, contactFaults, type ContactMessage, messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { Banner, ErrorBanner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { TextArea, TextField } from '../ui/fields/TextField.tsx'

/**
 * Sends a message to the operator. Its fields keep their own values, so that what was typed before the app took the page
 * over stays.
 */
export function ContactForm() {
  const [faults, setFaults] = useState<ReturnType<typeof contactFaults>>([])
  const sending = useMutation({
    mutationFn: (message: ContactMessage) => call(api.sendMessage, { body: message }),
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
    <form
      name="contact"
      noValidate
      className="flex w-full flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
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
    </form>
  )
}

function textOf(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
