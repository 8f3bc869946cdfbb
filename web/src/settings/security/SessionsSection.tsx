import type { Session } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLogOut } from '../../account/log-out.ts'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { dayAndTime } from '../../time/day.ts'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/cards/Section.tsx'
import { Check } from '../../ui/icons.tsx'
import { LoadState } from '../../ui/loading/LoadState.tsx'
import { toastError, toastSaved } from '../../ui/overlays/toasts.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { endOthersMutation, endSessionMutation, sessionsQuery } from './security-queries.ts'

/** The browsers that are signed in to the account, and the buttons that sign them out. */
export function SessionsSection() {
  const sessions = useQuery(sessionsQuery)
  const endOthers = useMutation({
    ...endOthersMutation,
    onError: (error) => toastError(messageOf(error)),
  })
  const logOut = useLogOut()
  const others = sessions.data?.filter((session) => !session.current).length ?? 0
  const signOutOthers = () => endOthers.mutate(undefined, { onSuccess: () => toastSaved('Signed out everywhere else') })
  // The others first: without this session, nothing more could be asked of the server.
  const signOutEverywhere = () => endOthers.mutate(undefined, { onSuccess: () => void logOut() })

  return (
    <Section
      title="Where you are signed in"
      text="Sign out what you do not recognise, then change your password. Your scheduled bids will still be sent."
    >
      <LoadState query={sessions} skeleton="h-24" />
      {sessions.isSuccess && (
        <>
          <ul aria-label="Sessions" className="flex flex-col divide-y divide-line">
            {sessions.data.map((session) => (
              <SessionItem key={session.id} session={session} />
            ))}
          </ul>
          <div className="flex flex-wrap gap-3">
            {others > 0 && (
              <Button busy={endOthers.isPending} onClick={signOutOthers}>
                Sign out everywhere else
              </Button>
            )}
            <Button busy={endOthers.isPending} onClick={signOutEverywhere}>
              Sign out everywhere
            </Button>
          </div>
        </>
      )}
    </Section>
  )
}

function SessionItem({ session }: { session: Session }) {
  const end = useMutation({
    ...endSessionMutation,
    onError: (error, _id, _result, { client }) => {
      toastError(messageOf(error))
      // It has ended meanwhile, so the list is out of date.
      if (isApiError(error, 'not_found')) void client.invalidateQueries(sessionsQuery)
    },
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {session.device}
          {session.current && (
            <Tag tone="success" icon={Check}>
              This one
            </Tag>
          )}
        </p>
        <p className="text-small wrap-anywhere text-ink-2">
          Last used {momentOf(session.last_used_at, session.last_ip_address)}
        </p>
        <p className="text-small wrap-anywhere text-ink-2">
          Signed in {momentOf(session.created_at, session.ip_address)}
        </p>
      </div>
      {!session.current && (
        <Button
          size="dense"
          busy={end.isPending}
          aria-label={`Sign out ${session.device}`}
          onClick={() => end.mutate(session.id)}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

/** `Nov 22, 2026, 3:05 PM from 203.0.113.7` */
const momentOf = (at: string, ipAddress: string | null): string =>
  dayAndTime(at) + (ipAddress === null ? '' : ` from ${ipAddress}`)
