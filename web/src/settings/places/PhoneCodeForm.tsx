import { api, type Destination } from '@bidwell/contract'
import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { MailboxNote } from '../../account/MailboxNote.tsx'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { faultsOf } from '../../api/faults-of.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'

type PhoneCodeFormProps = {
  place: Destination
  /** Sends another code. */
  send: UseMutationResult<Destination, Error, void>
  onVerified: () => void
}

/** Asks for the code that was sent to a phone. */
export function PhoneCodeForm({ place, send, onVerified }: PhoneCodeFormProps) {
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  // It takes the place of the form for the number, in a dialog that is open.
  useEffect(() => input.current?.focus(), [])
  const [isResent, setIsResent] = useState(false)
  const verify = useMutation({
    mutationFn: () => call(api.verifyPhone, { params: { id: place.id }, body: { code } }),
    onSuccess: onVerified,
  })
  const error = verify.error ?? send.error
  function resend() {
    verify.reset()
    setIsResent(false)
    send.mutate(undefined, {
      onSuccess: () => {
        setCode('')
        setIsResent(true)
      },
    })
  }

  return (
    <Form
      name="phone-code"
      data-private
      onSubmit={() => {
        setIsResent(false)
        verify.mutate()
      }}
    >
      <MailboxNote of="text messages" />
      <TextField
        label="Code"
        name="code"
        ref={input}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        placeholder="123456"
        className="max-w-48 tabular"
        hint="Six digits. It works for 10 minutes, in the browser that asked for it."
        error={error === null ? undefined : (faultsOf(error, ['code'])[0]?.message ?? messageOf(error))}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={verify.isPending}>
          Verify the number
        </Button>
        <Button busy={send.isPending} onClick={resend}>
          Send another code
        </Button>
      </div>
      <output className="text-small text-success">{isResent && 'Another code is on its way.'}</output>
    </Form>
  )
}
