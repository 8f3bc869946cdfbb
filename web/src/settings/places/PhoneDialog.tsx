import { api, type Destination, formatPhone } from '@bidwell/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useReauthentication } from '../../account/use-reauthentication.tsx'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { faultsOf } from '../../api/faults-of.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toastSuccess } from '../../ui/overlays/toasts.tsx'
import { addedText } from './describe-place.ts'
import { destinationsQuery } from './destinations-query.ts'
import { PhoneCodeForm } from './PhoneCodeForm.tsx'

/** `place`: a number that waits for its code, or that has stopped. */
type PhoneDialogProps = { place: Destination | null; onClose: () => void }

/** Adds a phone number: first the number, then the code that was sent to it. */
export function PhoneDialog({ place, onClose }: PhoneDialogProps) {
  const client = useQueryClient()
  const { withReauthentication, dialog } = useReauthentication()
  const [phoneNumber, setPhoneNumber] = useState(place?.label ?? '')
  const waiting = place !== null && place.stopped_at === null ? place : null
  const send = useMutation({
    mutationFn: () =>
      withReauthentication(
        async () => (await call(api.addPhone, { body: { phone_number: phoneNumber } })).data.destination,
      ),
    onSuccess: () => void client.invalidateQueries(destinationsQuery),
  })
  const asked = send.data ?? waiting
  function onVerified() {
    void client.invalidateQueries(destinationsQuery)
    onClose()
    toastSuccess(addedText(phoneNumber))
  }

  return (
    <>
      <Dialog
        ignoreOutsideClicks
        onClose={onClose}
        title={asked ? 'Enter the code' : 'Add a phone number'}
        description={
          asked
            ? `It was sent to ${asked.label} as a text message.`
            : 'Alerts that you choose for text messages go there. Your carrier may charge for them, and the answer STOP ends them.'
        }
      >
        {asked ? (
          <PhoneCodeForm place={asked} send={send} onVerified={onVerified} />
        ) : (
          <PhoneNumberForm
            value={phoneNumber}
            onChange={(typed) => setPhoneNumber(formatPhone(typed))}
            busy={send.isPending}
            error={send.error}
            onSubmit={() => send.mutate()}
          />
        )}
      </Dialog>
      {dialog}
    </>
  )
}

type PhoneNumberFormProps = {
  value: string
  onChange: (typed: string) => void
  busy: boolean
  error: Error | null
  onSubmit: () => void
}

/** Asks for the number to which a code goes. */
const PhoneNumberForm = ({ value, onChange, busy, error, onSubmit }: PhoneNumberFormProps) => (
  <Form name="phone-number" onSubmit={onSubmit}>
    <TextField
      label="Phone number"
      type="tel"
      name="tel"
      autoComplete="tel-national"
      placeholder="(555) 123-4567"
      className="max-w-64 tabular"
      hint="In the United States or Canada. A code goes to it first."
      error={error === null ? undefined : (faultsOf(error, ['phone_number'])[0]?.message ?? messageOf(error))}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
    <Button type="submit" variant="primary" busy={busy}>
      Send the code
    </Button>
  </Form>
)
