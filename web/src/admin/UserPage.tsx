import { messages, type UserDetails } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { MINUTE_MS } from '../time/units.ts'
import { useNow } from '../time/use-now.ts'
import { briefInBothZones, exactInBothZones } from '../time/zoned-times.ts'
import { Card } from '../ui/cards/Card.tsx'
import { Fact, Facts } from '../ui/cards/Facts.tsx'
import { Rows } from '../ui/cards/Rows.tsx'
import { Section } from '../ui/cards/Section.tsx'
import { LoadState } from '../ui/loading/LoadState.tsx'
import { AdminPage } from './AdminPage.tsx'
import { userQuery } from './user-queries.ts'
import { UserActions } from './UserActions.tsx'
import { UserTags } from './UserTags.tsx'

const WAYS: Readonly<Record<UserDetails['signs_in_with'][number], string>> = {
  password: 'password',
  google: 'Google',
  totp: 'authenticator app',
  passkey: 'passkey',
  recovery_code: 'recovery codes',
}

/** What helps one user, and what the administrator may do. */
function UserPage() {
  const id = Number(useParams()['id'])
  const user = useQuery(userQuery(id))
  return (
    <AdminPage title={user.data?.email ?? 'User'}>
      <LoadState query={user} skeleton="h-72" />
      {user.data && <User user={user.data} />}
    </AdminPage>
  )
}

function User({ user }: { user: UserDetails }) {
  const now = useNow(MINUTE_MS)
  const when = (iso: string | null) => (iso === null ? 'never' : briefInBothZones(Date.parse(iso), now))
  const { plan, connection, counts, sessions } = user
  return (
    <>
      <p className="flex flex-wrap gap-2">
        <UserTags user={user} />
      </p>
      <Card>
        <Facts>
          <Fact name="Account">
            {user.id}, since {when(user.created_at)}
            {user.is_admin && '. Administers this installation'}
          </Fact>
          {user.suspended_because !== null && (
            <Fact name="Suspended">
              {when(user.suspended_at)}: {user.suspended_because}
            </Fact>
          )}
          <Fact name="Signs in with">{user.signs_in_with.map((way) => WAYS[way]).join(', ') || 'nothing yet'}</Fact>
          <Fact name="Sessions">
            {sessions.live === 0 ? 'none' : `${sessions.live}, last used ${when(sessions.last_used_at)}`}
          </Fact>
          <Fact name="Plan">
            {plan.tier} ({plan.status}){plan.trial_ends_at !== null && `, trial until ${when(plan.trial_ends_at)}`}
            {plan.period_ends_at !== null && `, paid until ${when(plan.period_ends_at)}`}
          </Fact>
          <Fact name="Site login">
            {connection === null
              ? 'none'
              : `${connection.state}, last checked ${when(connection.verified_at)}${connection.detail === null ? '' : `: ${connection.detail}`}`}
          </Fact>
          <Fact name="Bidding">
            {user.bidding_paused_at === null ? 'not paused' : `paused ${when(user.bidding_paused_at)}`}
          </Fact>
          <Fact name="Auctions and bids">
            {counts.auctions} tracked, {counts.pending} bids pending, {counts.won} won, {counts.failed} failed
          </Fact>
        </Facts>
      </Card>
      <UserActions user={user} />
      <Section title="Latest bids">
        <Rows label="Latest bids" empty="No bids yet.">
          {user.bids.map((bid) => (
            <li key={bid.id} className="py-2">
              <p className="font-semibold wrap-anywhere">{bid.title}</p>
              <p className="text-small text-ink-2">
                Bid {bid.id} on {bid.auction_id}: {(bid.outcome ?? bid.status).replaceAll('_', ' ')}. Closes{' '}
                {when(bid.ends_at)}.
              </p>
            </li>
          ))}
        </Rows>
      </Section>
      <Section title="Latest security events">
        <Rows label="Latest security events" empty="No events yet.">
          {user.events.map(({ id, kind, outcome, detail, at }) => (
            <li key={id} className="py-2">
              <p className="font-semibold">{messages.securityLog.eventText(kind, outcome, detail)}</p>
              <p className="text-small text-ink-2 tabular">{exactInBothZones(Date.parse(at), now)}</p>
            </li>
          ))}
        </Rows>
      </Section>
    </>
  )
}

export { UserPage as Component }
