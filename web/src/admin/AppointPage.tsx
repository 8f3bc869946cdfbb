import { api } from '@bidwell/contract'
import { mutationOptions, useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { openAuthDialog } from '../account/dialog/open-auth-dialog.ts'
import { isApiError, messageOf } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { useSession } from '../session/session.ts'
import { Banner, ErrorBanner } from '../ui/Banner.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Card } from '../ui/cards/Card.tsx'
import { CircleCheck } from '../ui/icons.tsx'
import { Link } from '../ui/Link.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

/**
 * `/admin/appoint#token`, whose address the terminal prints at the start: makes the first administrator. Without the token,
 * and with a wrong one, the page does not exist. What follows the # is sent to no server by itself.
 */
export function AppointPage({ notFound }: { notFound: ReactNode }) {
  const token = useLocation().hash.slice(1)
  const session = useSession()
  const appoint = useMutation(appointMutation)
  if (token === '' || isApiError(appoint.error, 'not_found')) return notFound
  return (
    <Card className="mx-auto mt-4 flex w-full max-w-lg flex-col items-start gap-4 p-6 sm:mt-12 sm:p-8">
      <meta name="robots" content="noindex" />
      {appoint.isSuccess ? (
        <>
          <PageTitle>You administer this installation</PageTitle>
          <Banner tone="success" icon={CircleCheck}>
            Your rights begin with a second factor: an authenticator app or a passkey.
          </Banner>
          <Link to="/settings?tab=security" className={buttonClass({ variant: 'primary' })}>
            Set up a second factor
          </Link>
        </>
      ) : (
        <>
          <PageTitle>Become the administrator</PageTitle>
          <p className="text-ink-2">
            The address of your account must be one of those in ADMIN_EMAILS, and verified. The link works once.
          </p>
          {session.kind === 'signed-out' ? (
            <Button variant="primary" onClick={() => openAuthDialog('login')}>
              Sign in first
            </Button>
          ) : (
            <>
              <p className="wrap-anywhere">You are signed in as {session.user.email}.</p>
              {appoint.isError && <ErrorBanner title={messageOf(appoint.error)} />}
              <Button variant="primary" busy={appoint.isPending} onClick={() => appoint.mutate(token)}>
                Become the administrator
              </Button>
            </>
          )}
        </>
      )}
    </Card>
  )
}

const appointMutation = mutationOptions({
  mutationKey: ['appointment'],
  mutationFn: async (token: string) => void (await call(api.appointAdmin, { body: { token } })),
})
