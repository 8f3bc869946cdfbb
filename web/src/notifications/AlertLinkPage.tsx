import { type AlertLink as LinkContent, api, messages } from '@bidwell/contract'
import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { CheckingLink, isLinkRefused, LinkNotChecked } from '../account/CheckingLink.tsx'
import { isApiError, messageOf } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { Banner, ErrorBanner } from '../ui/Banner.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Card } from '../ui/cards/Card.tsx'
import { CircleCheck, TriangleAlert } from '../ui/icons.tsx'
import { Link } from '../ui/Link.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

/** `/alert`, where the links at the end of a mailed alert lead, for whoever holds the mail. */
function AlertLinkPage() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  return (
    <Card className="mx-auto mt-4 flex w-full max-w-lg flex-col gap-4 p-6 wrap-anywhere sm:mt-12 sm:p-8">
      <meta name="robots" content="noindex" />
      {token === '' ? <LinkOver /> : <AlertLink key={token} token={token} />}
    </Card>
  )
}

/** Says what a link would do, and does it when the user presses the button: programs that check mails open links. */
function AlertLink({ token }: { token: string }) {
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
      <LinkNotChecked
        Heading={PageTitle}
        error={link.error}
        busy={link.isFetching}
        onRetry={() => void link.refetch()}
      />
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
    <NextPages />
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
})

/** Says that a link does nothing any more. `reason` is the server's, by default that it has expired. */
const LinkOver = ({ reason = messages.alerts.linkInvalid }: { reason?: string }) => (
  <>
    <PageTitle>This link is over</PageTitle>
    <Banner tone="warning" icon={TriangleAlert} role="alert">
      {reason}
    </Banner>
    <NextPages />
  </>
)

/** The ways on from the page of a link. They ask a visitor to sign in. */
const NextPages = () => (
  <div className="flex flex-wrap gap-3">
    <Link to="/dashboard" className={buttonClass({})}>
      Your auctions
    </Link>
    <Link to="/settings?tab=notifications" className={buttonClass({})}>
      Alert settings
    </Link>
  </div>
)

export { AlertLinkPage as Component }
