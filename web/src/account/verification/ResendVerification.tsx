import { ACCOUNT, api, isEmail, messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Banner, ErrorBanner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { MailCheck } from '../../ui/icons.tsx'
import { toastError, toastSuccess } from '../../ui/overlays/toasts.tsx'
import { EmailField } from '../EmailField.tsx'
import { TryAgainIn, useRetrySeconds } from '../TryAgainIn.tsx'

/** Sends the mail with the verification link again. */
export function ResendVerification({ email }: { email: string }) {
  const form = useForm({ defaultValues: { email } })
  const { errors } = form.formState
  const resend = useMutation({
    mutationFn: (address: string) => call(api.resendVerification, { body: { email: address } }),
    onSuccess: () => toastSuccess(messages.account.verificationSent, { id: 'verification' }),
    onError: () => toastError(messages.account.verificationNotSent, { id: 'verification' }),
  })
  const { isSuccess, reset } = resend
  useEffect(() => {
    if (!isSuccess) return undefined
    const timer = setTimeout(reset, ACCOUNT.resentMessageMs)
    return () => clearTimeout(timer)
  }, [isSuccess, reset])
  const waitSeconds = useRetrySeconds(resend.error)

  return (
    <Form name="resend-verification" onSubmit={form.handleSubmit((input) => resend.mutate(input.email))}>
      {resend.isError && <ErrorBanner title={messages.account.resendFailed}>{messageOf(resend.error)}</ErrorBanner>}
      {isSuccess && (
        <Banner tone="success" icon={MailCheck}>
          {messages.mailLink.verificationResent}
        </Banner>
      )}
      <EmailField
        error={errors.email?.message}
        {...form.register('email', {
          required: messages.mailLink.emailRequiredToResend,
          validate: (typed) => isEmail(typed) || messages.account.emailInvalid,
        })}
      />
      <Button type="submit" busy={resend.isPending} whyNot={waitSeconds > 0 ? messages.generic.tooManyRequests : null}>
        Send the link again
      </Button>
      {waitSeconds > 0 && <TryAgainIn seconds={waitSeconds} />}
    </Form>
  )
}
