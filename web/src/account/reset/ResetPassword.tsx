import { ACCOUNT, messages, resetPassword, validateResetToken } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Link2Off } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { withReason } from '../../api/with-reason.ts'
import { signOut } from '../../session/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { toastSuccess } from '../../ui/toasts/toasts.tsx'
import { CheckingLink } from '../CheckingLink.tsx'
import { isLinkRefused } from '../is-link-refused.ts'
import { clearAttempts } from '../login/login-attempt-store.ts'
import { NewPasswordForm } from '../password/NewPasswordForm.tsx'
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx'

type ResetPasswordProps = {
  /** The token of the mailed link; null when the address has none. */
  token: string | null
  /** Called a moment after the password was set, with the address of the account. */
  onDone: (email: string) => void
}

/** Sets a new password by a reset link, once the server has said that the link works; otherwise offers a new link. */
export function ResetPassword({ token, onDone }: ResetPasswordProps) {
  const [refused, setRefused] = useState(false)
  const link = useQuery({
    queryKey: ['reset-link', token],
    queryFn: async ({ signal }) =>
      (await call(validateResetToken, { body: { token: token ?? '' }, signal })).data.email,
    enabled: token !== null && token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

  if (token === null || token === '') return <AskForLink reason={messages.mailLink.resetTokenRequired} />
  if (refused) return <AskForLink reason={messages.mailLink.resetLinkInvalid} />
  if (isLinkRefused(link.error)) {
    const { code, message } = link.error
    return <AskForLink reason={code === 'unreadable' ? messages.account.resetTokenInvalid : message} />
  }
  if (link.isError) {
    return (
      <LoadFailure
        role="alert"
        title="Your link could not be checked"
        text={messageOf(link.error)}
        busy={link.isFetching}
        onRetry={() => void link.refetch()}
      />
    )
  }
  if (link.isPending) return <CheckingLink />
  return <SetPassword email={link.data} token={token} onLinkRefused={() => setRefused(true)} onDone={onDone} />
}

const AskForLink = ({ reason }: { reason: string }) => (
  <div className="flex flex-col gap-4">
    <Banner tone="warning" icon={Link2Off} role="alert" title={reason}>
      Please open the newest link that we sent you, or ask for another one here.
    </Banner>
    <ForgotPasswordForm email="" />
  </div>
)

type SetPasswordProps = {
  email: string
  token: string
  onLinkRefused: () => void
  onDone: (email: string) => void
}

function SetPassword({ email, token, onLinkRefused, onDone }: SetPasswordProps) {
  const [isSet, setIsSet] = useState(false)
  useEffect(() => {
    if (!isSet) return undefined
    const timer = setTimeout(() => onDone(email), ACCOUNT.resetRedirectMs)
    return () => clearTimeout(timer)
  }, [isSet, email, onDone])

  if (isSet) {
    return (
      <Banner tone="success" icon={CircleCheck} title={messages.mailLink.passwordReset}>
        You can sign in with it now. The sign-in opens in a moment.
      </Banner>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">
        This sets the password of <strong className="font-semibold wrap-anywhere text-ink">{email}</strong> and signs
        out all its devices. Your scheduled bids stay as they are.
      </p>
      <NewPasswordForm
        submitLabel="Continue"
        failedTitle={messages.account.resetFailed}
        save={(fields) => withReason(call(resetPassword, { body: { token, ...fields } }), messages.account.resetFailed)}
        onFailed={(error) => {
          if (isApiError(error, 'link_invalid')) onLinkRefused()
        }}
        onDone={() => {
          // The server has ended the sessions of the account and lifted its lock.
          signOut()
          clearAttempts()
          toastSuccess(messages.mailLink.passwordReset, { id: 'password-reset' })
          setIsSet(true)
        }}
      />
    </div>
  )
}
