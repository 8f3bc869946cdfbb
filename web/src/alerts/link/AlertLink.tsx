import { type AlertLink as Link, messages } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { CheckingLink } from '../../account/CheckingLink.tsx'
import { isLinkRefused } from '../../account/is-link-refused.ts'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { LoadFailure } from '../../ui/loading/LoadFailure.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { alertLinkQuery, followAlertLinkMutation } from './alert-link-query.ts'
import { GoOn } from './GoOn.tsx'
import { LinkOver } from './LinkOver.tsx'

/** Says what a link would do, and does it when the user presses the button: programs that check mails open links. */
export function AlertLink({ token }: { token: string }) {
  const link = useQuery(alertLinkQuery(token))
  const follow = useMutation(followAlertLinkMutation)

  if (follow.isSuccess) return <Done link={follow.data} />
  if (isApiError(follow.error, 'link_invalid')) return <LinkOver reason={follow.error.message} />
  if (isLinkRefused(link.error)) {
    const { code, message } = link.error
    return <LinkOver {...(code === 'link_invalid' && { reason: message })} />
  }
  if (link.isError) {
    return (
      <>
        <PageTitle>Your link could not be checked</PageTitle>
        <LoadFailure
          role="alert"
          title={messageOf(link.error)}
          text="You can use the same link again."
          busy={link.isFetching}
          onRetry={() => void link.refetch()}
        />
      </>
    )
  }
  if (link.isPending) {
    return (
      <>
        <PageTitle>A link of an alert</PageTitle>
        <CheckingLink />
      </>
    )
  }
  if (link.data.used) return <LinkOver reason="This link was used already, and works once." />

  const { question, text, button } = messages.alerts.linkQuestion(link.data)
  return (
    <>
      <PageTitle>{question}</PageTitle>
      <p className="text-ink-2">{text}</p>
      {follow.isError && <ErrorBanner title={messageOf(follow.error)} />}
      <Button
        variant={link.data.action === 'cancel' ? 'danger' : 'primary'}
        busy={follow.isPending}
        onClick={() => follow.mutate(token)}
      >
        {button}
      </Button>
    </>
  )
}

const Done = ({ link }: { link: Link }) => (
  <>
    <PageTitle>{messages.alerts.linkDone(link)}</PageTitle>
    <Banner tone="success" icon={CircleCheck}>
      {messages.alerts.linkDoneNote(link)}
    </Banner>
    <GoOn />
  </>
)
