import { ACCOUNT, api, messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { signOut } from '../../session/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { CircleCheck, Link2Off } from '../../ui/icons.tsx'
import { toastSuccess } from '../../ui/overlays/toasts.tsx'
import { CheckingLink, isLinkRefused, LinkNotChecked } from '../CheckingLink.tsx'
import { NewPasswordForm } from '../password/NewPasswordForm.tsx'
import { clearAttempts } from '../sign-in/sign-in-attempt-store.ts'
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx'

type ResetPasswordProps = {
  /** The token of the mailed link; null when the address has none. */
  token: string | null
  /** Shows the title of the present step. A dialog has its own. */
  Heading?: ComponentType<{ children: string }>
  /** Called a moment after the password was set, with the address of the account. */
  onDone: (email: string) => void
}

/** Sets a new password by a reset link, once the server has said that the link works; otherwise offers a new link. */
export function ResetPassword({ token, Heading, onDone }: ResetPasswordProps) {
  const [refused, setRefused] = useState(false)
  // Kept here: signing out empties the cache, and the link, now used, would be asked for again.
  const [doneFor, setDoneFor] = useState<string | null>(null)
  const link = useQuery({
    queryKey: ['reset-link', token],
    queryFn: async ({ signal }) =>
      (await call(api.validateResetToken, { body: { token: token ?? '' }, signal })).data.email,
    enabled: token !== null && token !== '' && doneFor === null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const titled = (title: string, content: ReactNode) => (
    <>
      {Heading && <Heading>{title}</Heading>}
      {content}
    </>
  )
  const askForLink = (reason: string) => titled('This link does not work', <AskForLink reason={reason} />)

  if (doneFor !== null) return titled('Your new password is set', <PasswordSet email={doneFor} onDone={onDone} />)
  if (token === null || token === '') return askForLink(messages.mailLink.resetTokenRequired)
  if (refused) return askForLink(messages.mailLink.resetLinkInvalid)
  if (isLinkRefused(link.error)) {
    const { code, message } = link.error
    return askForLink(code === 'unreadable' ? messages.account.resetTokenInvalid : message)
  }
  if (link.isError) {
    return (
      <LinkNotChecked Heading={Heading} error={link.error} busy={link.isFetching} onRetry={() => void link.refetch()} />
    )
  }
  if (link.isPending) return titled('Choose a new password', <CheckingLink />)
  return titled(
    'Choose a new password',
    <SetPassword
      email={link.data}
      token={token}
      onLinkRefused={() => setRefused(true)}
      onSet={() => setDoneFor(link.data)}
    />,
  )
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
  onSet: () => void
}

const SetPassword = ({ email, token, onLinkRefused, onSet }: SetPasswordProps) => (
  <div className="flex flex-col gap-4">
    <p className="text-ink-2">
      This sets the password of <strong className="font-semibold wrap-anywhere text-ink">{email}</strong> and signs out
      all its devices. Scheduled bids stay as they are, unless the address was never verified and this browser is new to
      the account.
    </p>
    <NewPasswordForm
      submitLabel="Continue"
      failedTitle={messages.account.resetFailed}
      save={(fields) => call(api.resetPassword, { body: { token, ...fields } })}
      onFailed={(error) => {
        if (isApiError(error, 'link_invalid')) onLinkRefused()
      }}
      onDone={() => {
        onSet()
        // The server has ended the sessions of the account and lifted its lock.
        signOut()
        clearAttempts()
        toastSuccess(messages.mailLink.passwordReset, { id: 'password-reset' })
      }}
    />
  </div>
)

/** Says that the password is set, and after a moment leads on. */
function PasswordSet({ email, onDone }: { email: string; onDone: (email: string) => void }) {
  useEffect(() => {
    const timer = setTimeout(() => onDone(email), ACCOUNT.resetRedirectMs)
    return () => clearTimeout(timer)
  }, [email, onDone])
  return (
    <Banner tone="success" icon={CircleCheck} title={messages.mailLink.passwordReset}>
      You can sign in with it now. The sign-in opens in a moment.
    </Banner>
  )
}
