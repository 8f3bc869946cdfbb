import { api, isEmail, messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Banner, ErrorBanner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { MailCheck } from '../../ui/icons.tsx'
import { toastError, toastSuccess } from '../../ui/overlays/toasts.tsx'
import { EmailField } from '../EmailField.tsx'
import { MailboxNote } from '../MailboxNote.tsx'
import { TryAgainIn, useRetrySeconds } from '../TryAgainIn.tsx'

/** Asks for the address to send a reset link to. After sending, it says where to look, and can send once more. */
export function ForgotPasswordForm({ email }: { email: string }) {
  const form = useForm({ mode: 'onTouched', defaultValues: { email } })
  const { errors, isValid } = form.formState
  const request = useRequestReset()
  const waitSeconds = useRetrySeconds(request.error)

  return (
    <Form name="forgot-password" onSubmit={form.handleSubmit((input) => request.mutate(input.email))}>
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
    </Form>
  )
}

/** Asks the server to mail a link that resets the password. */
const useRequestReset = () =>
  useMutation({
    mutationFn: (email: string) => call(api.requestReset, { body: { email } }),
    onSuccess: () => toastSuccess(messages.mailLink.resetSent, { id: 'reset-link' }),
    onError: () => toastError(messages.account.resetLinkNotSent, { id: 'reset-link' }),
  })
