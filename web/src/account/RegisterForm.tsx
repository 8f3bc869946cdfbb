import {
  ACCOUNT,
  api,
  formatPhone,
  messages,
  type Registration,
  registrationFailure,
  registrationFaults,
} from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { type Control, Controller, useForm, useWatch } from 'react-hook-form'
import { isApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { faultsOf } from '../api/faults-of.ts'
import { useSite } from '../api/installation-queries.ts'
import { ErrorBanner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { Form } from '../ui/fields/Form.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { VisuallyHidden } from '../ui/screen-readers.tsx'
import { EmailField } from './EmailField.tsx'
import { formResolver } from './form-resolver.ts'
import { AccountPasswordField } from './password/AccountPasswordField.tsx'
import { StrengthMeter } from './password/StrengthMeter.tsx'

type Fields = {
  email: string
  password: string
  confirmPassword: string
  terms: boolean
  smsOptIn: boolean
  phoneNumber: string
}

/** The fields in which the server may find a fault. */
const CHECKED = ['email', 'password', 'confirmPassword', 'terms', 'phoneNumber'] as const

const registrationOf = ({ email, password, confirmPassword, terms, smsOptIn, phoneNumber }: Fields): Registration => ({
  email,
  password,
  confirmPassword,
  terms,
  termsVersion: ACCOUNT.termsVersion,
  privacyVersion: ACCOUNT.privacyVersion,
  smsOptIn,
  ...(smsOptIn && { phoneNumber }),
})

const resolver = formResolver((fields: Fields) => registrationFaults(registrationOf(fields)))

/** `message` says whether a mail with a verification link is on its way. */
export type Registered = { token: string; email: string; message: string | undefined }

type RegisterFormProps = {
  /** The address typed in another form of the dialog. */
  email: string
  onRegistered: (registered: Registered) => void
}

export function RegisterForm({ email, onRegistered }: RegisterFormProps) {
  const form = useForm<Fields>({
    mode: 'onTouched',
    // Without the delay, an error that appears on blur would move the button that the user is about to click.
    delayError: 300,
    resolver,
    defaultValues: { email, password: '', confirmPassword: '', terms: false, smsOptIn: false, phoneNumber: '' },
  })
  const site = useSite()
  const { errors, isValid, touchedFields } = form.formState
  const [password, smsOptIn] = useWatch({ control: form.control, name: ['password', 'smsOptIn'] })
  const signUp = useMutation({
    mutationFn: (fields: Fields) => call(api.register, { body: registrationOf(fields) }),
    onSuccess: ({ token, message }, { email }) => onRegistered({ token, email, message }),
    onError: (error) => {
      for (const { field, message } of faultsOf(error, CHECKED)) form.setError(field, { type: 'server', message })
    },
  })

  return (
    <Form name="register" onSubmit={form.handleSubmit((fields) => signUp.mutate(fields))}>
      {signUp.isError && (
        <ErrorBanner title={messages.account.registrationFailedTitle}>{errorTextOf(signUp.error)}</ErrorBanner>
      )}
      <EmailField error={errors.email?.message} {...form.register('email')} />
      <AccountPasswordField
        label="Password"
        autoComplete="new-password"
        error={errors.password?.message}
        hint={<StrengthMeter password={password} />}
        {...form.register('password', { deps: touchedFields.confirmPassword ? ['confirmPassword'] : [] })}
      />
      <AccountPasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
      <div>
        {site?.sends_sms === true && (
          <Checkbox
            label="Send me text messages about my bids"
            {...(site.shows_plans && { hint: 'Text messages are part of the Pro and Elite plans.' })}
            {...form.register('smsOptIn')}
          />
        )}
        {smsOptIn && <PhoneField control={form.control} />}
        <Checkbox label={<TermsLabel />} error={errors.terms?.message} {...form.register('terms')} />
      </div>
      <Button type="submit" variant="primary" busy={signUp.isPending} disabled={!isValid}>
        Continue
      </Button>
    </Form>
  )
}

function errorTextOf(error: unknown): string {
  if (!isApiError(error) || error.code === 'unreadable') return registrationFailure(undefined)
  return error.status === 0 ? error.message : registrationFailure(error.message)
}

/** Formats the number as the user types. */
const PhoneField = ({ control }: { control: Control<Fields> }) => (
  <Controller
    control={control}
    name="phoneNumber"
    render={({ field, fieldState }) => (
      <TextField
        {...field}
        label="Phone number"
        type="tel"
        autoComplete="tel-national"
        placeholder="(555) 123-4567"
        error={fieldState.error?.message}
        onChange={(event) => field.onChange(formatPhone(event.target.value))}
      />
    )}
  />
)

/** What the checkbox accepts. The pages open beside the form, so that nothing typed in it is lost. */
export const TermsLabel = () => (
  <>
    I accept the <Page path="/terms" title="Terms of Service" /> and <Page path="/privacy" title="Privacy Policy" />
  </>
)

const Page = ({ path, title }: { path: string; title: string }) => (
  <a href={path} target="_blank" rel="noreferrer" className="text-link">
    {title}
    <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
  </a>
)
