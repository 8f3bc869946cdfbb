import { type AlertLink as LinkContent, api, messages } from '@bidwell/contract'
import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { CheckingLink, isLinkRefused } from '../account/CheckingLink.tsx'
import { isApiError, messageOf } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { Banner, ErrorBanner } from '../ui/Banner.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { LoadFailure } from '../ui/loading/LoadFailure.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

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

const Done = ({ link }: { link: LinkContent }) => (
  <>
    <PageTitle>{messages.alerts.linkDone(link)}</PageTitle>
    <Banner tone="success" icon={CircleCheck}>
      {messages.alerts.linkDoneNote(link)}
    </Banner>
    <GoOn />
  </>
)

/** What the link of an alert would do. Reading it changes nothing. */
const alertLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['alert-link', token],
    queryFn: async ({ signal }) => (await call(api.readAlertLink, { query: { token }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Does what the link says, for whoever holds it. */
const followAlertLinkMutation = mutationOptions({
  mutationKey: ['alert-link', 'follow'],
  mutationFn: async (token: string) => (await call(api.followAlertLink, { body: { token } })).data,
  networkMode: 'always',
})

/** Says that a link does nothing any more. `reason` is the server's, by default that it has expired. */
export const LinkOver = ({ reason = messages.alerts.linkInvalid }: { reason?: string }) => (
  <>
    <PageTitle>This link is over</PageTitle>
    <Banner tone="warning" icon={TriangleAlert} role="alert">
      {reason}
    </Banner>
    <GoOn />
  </>
)

/** The ways on from the page of a link. They ask a visitor to sign in. */
const GoOn = () => (
  <div className="flex flex-wrap gap-3">
    <Link to="/dashboard" className={buttonClass({})}>
      Your auctions
    </Link>
    <Link to="/settings?tab=notifications" className={buttonClass({})}>
      Alert settings
    </Link>
  </div>
)
