import { messages, verifyEmail } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { Link2Off } from 'lucide-react'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Banner } from '../../ui/Banner.tsx'
import { LoadFailure } from '../../ui/loading/LoadFailure.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { CheckingLink } from '../CheckingLink.tsx'
import { isLinkRefused } from '../is-link-refused.ts'
import { MailboxLink } from '../MailboxLink.tsx'
import { readVerifiedSession } from './read-verified-session.ts'
import { ResendVerification } from './ResendVerification.tsx'
import { Verified } from './Verified.tsx'

/** Verifies an address by the token of a mailed link. Says what to do when the link does not work. */
export function VerifyByLink({ token, email }: { token: string; email: string }) {
  const verification = useQuery({
    queryKey: ['verify-email', token],
    queryFn: async ({ signal }) => {
      const { message, data } = await call(verifyEmail, { query: { token }, signal })
      await readVerifiedSession()
      return { title: message ?? messages.mailLink.verified, email: data.email }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

  if (verification.isSuccess) return <Verified {...verification.data} />
  if (verification.isPending) {
    return (
      <>
        <PageTitle>Verifying your email</PageTitle>
        <CheckingLink />
      </>
    )
  }
  const { error } = verification
  if (isLinkRefused(error)) {
    return (
      <>
        <PageTitle>This link does not work</PageTitle>
        <Banner tone="warning" icon={Link2Off} role="alert" title={messages.account.verificationFailed}>
          {error.code === 'unreadable' ? messages.mailLink.verificationLinkInvalid : error.message}
        </Banner>
        <ResendVerification email={email} />
        <MailboxLink />
      </>
    )
  }
  return (
    <>
      <PageTitle>Your link could not be checked</PageTitle>
      <LoadFailure
        role="alert"
        title={messageOf(error)}
        text="You can use the same link again."
        busy={verification.isFetching}
        onRetry={() => void verification.refetch()}
      />
    </>
  )
}
