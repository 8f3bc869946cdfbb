import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useLocation } from 'react-router'
import { useSiteName } from '../../api/site-query.ts'
import { integrationQuery } from '../../connection/integration-query.ts'
import { Until } from '../../time/LiveTime.tsx'
import { siteClock } from '../../time/site-clock.ts'
import { useNow } from '../../time/use-now.ts'
import { siteTimes } from '../../time/zoned-times.ts'
import { Banner } from '../../ui/Banner.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { Link } from '../../ui/Link.tsx'
import { bidsQuery } from '../bid-queries.ts'
import { isToBeSent } from '../bid-rules.ts'
import { loginStopOf } from './login-stop.ts'

/** Stands on every page while the login keeps bids from being sent, except where the user changes the login. */
export function LoginBanner() {
  const siteName = useSiteName()
  const { search } = useLocation()
  const { data: status } = useQuery(integrationQuery)
  const { data: bids = [] } = useQuery(bidsQuery)
  useNow(60_000)
  const now = siteClock.now()
  const stop = loginStopOf(status)
  const stopped = bids.filter((bid) => isToBeSent(bid) && bid.fireAt > now)
  const [first] = stopped.toSorted((a, b) => a.fireAt - b.fireAt)
  if (stop === null || !first || new URLSearchParams(search).get('tab') === 'credentials') return null
  const which = stopped.length === 1 ? 'your bid' : `${stopped.length} bids`
  return (
    <Banner
      tone="danger"
      icon={KeyRound}
      role="alert"
      title={messages.connection.stopped[stop].title(siteName, siteTimes.brief(first.fireAt, now), which)}
      action={
        <Link to="/settings?tab=credentials" className={buttonClass({ size: 'dense' })}>
          Reconnect
        </Link>
      }
    >
      {stop === 'refused' && status?.problem && <p>{status.problem}</p>}
      <p className="text-small">
        First: {first.title}, <Until at={first.fireAt} passed="now" precision="minutes" />
      </p>
    </Banner>
  )
}
