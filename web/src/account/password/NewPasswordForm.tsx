import { newPasswordFaults } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { ErrorBanner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { formResolver } from '../form-resolver.ts'
import { AccountPasswordField } from './AccountPasswordField.tsx'
import { StrengthMeter } from './StrengthMeter.tsx'

type Fields = { password: string; confirmPassword: string }

const resolver = formResolver<Fields>(newPasswordFaults)

type NewPasswordFormProps = {
  submitLabel: string
  /** The title of the banner about a failure. */
  failedTitle: string
  save: (fields: Fields) => Promise<unknown>
  onDone: () => void
  onFailed?: (error: Error) => void
}

/** Asks for a new password, twice, and saves it. */
export function NewPasswordForm({ submitLabel, failedTitle, save, onDone, onFailed }: NewPasswordFormProps) {
  const form = useForm<Fields>({
    mode: 'onTouched',
    // Without the delay, an error that appears on blur would move the button that the user is about to click.
    delayError: 300,
    resolver,
    defaultValues: { password: '', confirmPassword: '' },
  })
  const { errors, isValid, touchedFields } = form.formState
  const password = useWatch({ control: form.control, name: 'password' })
  const set = useMutation({
    mutationFn: save,
    onSuccess: onDone,
    onError: (error) => {
      onFailed?.(error)
      const fault = isApiError(error) && error.details?.find(({ path }) => path === 'password')
      if (fault) form.setError('password', { type: 'server', message: fault.message }, { shouldFocus: true })
    },
  })

  return (
    <Form name="new-password" onSubmit={form.handleSubmit((fields) => set.mutate(fields))}>
      {set.isError && <ErrorBanner title={failedTitle}>{messageOf(set.error)}</ErrorBanner>}
      <AccountPasswordField
        label="New password"
        autoComplete="new-password"
        error={errors.password?.message}
        hint={<StrengthMeter password={password} />}
        {...form.register('password', { deps: touchedFields.confirmPassword ? ['confirmPassword'] : [] })}
      />
      <AccountPasswordField
        label="Confirm new password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
      <Button type="submit" variant="primary" busy={set.isPending} disabled={!isValid}>
        {submitLabel}
      </Button>
    </Form>
  )
}
