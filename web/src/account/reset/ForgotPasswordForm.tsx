import { isEmail, messages } from '@bidwell/contract'
import { MailCheck } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../api/api-error.ts'
import { TryAgainIn } from '../../time/TryAgainIn.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { EmailField } from '../email/EmailField.tsx'
import { MailboxNote } from '../MailboxNote.tsx'
import { useRetrySeconds } from '../use-retry-seconds.ts'
import { useRequestReset } from './use-request-reset.ts'

/** Asks for the address to send a reset link to. After sending, it says where to look, and can send once more. */
export function ForgotPasswordForm({ email }: { email: string }) {
  const form = useForm({ mode: 'onTouched', defaultValues: { email } })
  const { errors, isValid } = form.formState
  const request = useRequestReset()
  const waitSeconds = useRetrySeconds(request.error)

  return (
    <form
      name="forgot-password"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => void form.handleSubmit((input) => request.mutate(input.email))(event)}
    >
      {request.isError && (
        <ErrorBanner title={messages.account.resetRequestFailed}>{messageOf(request.error)}</ErrorBanner>
      )}
      {request.isSuccess && (
        <Banner tone="success" icon={MailCheck}>
          <p>{messages.account.resetLinkFor(request.variables)}</p>
          <MailboxNote />
        </Banner>
      )}
      <EmailField
        error={errors.email?.message}
        {...form.register('email', {
          validate: (typed) => isEmail(typed) || messages.account.emailInvalid,
          onChange: () => request.isSuccess && request.reset(),
        })}
      />
      <Button
        type="submit"
        variant={request.isSuccess ? 'secondary' : 'primary'}
        busy={request.isPending}
        disabled={!isValid}
        whyNot={waitSeconds > 0 ? messages.generic.tooManyRequests : null}
      >
        {request.isSuccess ? 'Send another link' : 'Send me a link'}
      </Button>
      {waitSeconds > 0 && <TryAgainIn seconds={waitSeconds} />}
    </form>
  )
}
