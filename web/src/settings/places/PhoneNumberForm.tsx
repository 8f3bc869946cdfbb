import { messageOf } from '../../api/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { faultsOf } from './faults-of.ts'

type PhoneNumberFormProps = {
  value: string
  onChange: (typed: string) => void
  busy: boolean
  error: Error | null
  onSubmit: () => void
}

/** Asks for the number to which a code goes. */
export const PhoneNumberForm = ({ value, onChange, busy, error, onSubmit }: PhoneNumberFormProps) => (
  <form
    name="phone-number"
    noValidate
    className="flex flex-col gap-4"
    onSubmit={(event) => {
      event.preventDefault()
      event.stopPropagation()
      onSubmit()
    }}
  >
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
  </form>
)
