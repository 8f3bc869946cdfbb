import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useSiteName } from '../../api/site-query.ts'
import { integrationQuery } from '../../connection/integration-query.ts'
import { Until } from '../../time/LiveTime.tsx'
import { siteClock } from '../../time/site-clock.ts'
import { useNow } from '../../time/use-now.ts'
import { siteTimes } from '../../time/zoned-times.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { lazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { toastSuccess } from '../../ui/toasts/toasts.tsx'
import { bidsQuery } from '../bid-queries.ts'
import { isToBeSent } from '../bid-rules.ts'
import { type LoginStop, loginStopOf } from './login-stop.ts'

const ConnectDialog = lazyOverlay(async () => (await import('../../connection/ConnectDialog.tsx')).ConnectDialog)

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
  const [connecting, setConnecting] = useState(false)
  useSafeAgain(status === undefined ? undefined : stop, stopped.length)
  if (stop === null || !first || new URLSearchParams(search).get('tab') === 'credentials') return null
  const which = stopped.length === 1 ? 'your bid' : `${stopped.length} bids`
  return (
    <Banner
      tone="danger"
      icon={KeyRound}
      role="alert"
      title={messages.connection.stopped[stop].title(siteName, siteTimes.brief(first.fireAt, now), which)}
      action={
        <Button size="dense" onClick={() => setConnecting(true)}>
          Reconnect
        </Button>
      }
    >
      {stop === 'refused' && status?.problem && <p>{status.problem}</p>}
      {connecting && <ConnectDialog replacing={stop === 'refused'} onClose={() => setConnecting(false)} />}
      <p className="text-small">
        First: {first.title}, <Until at={first.fireAt} passed="now" precision="minutes" />
      </p>
    </Banner>
  )
}

/** Says that bids are sent again once the login that stopped them works. `stop` is undefined until it is known. */
function useSafeAgain(stop: LoginStop | null | undefined, count: number) {
  const before = useRef(stop)
  useEffect(() => {
    if (before.current && stop === null && count > 0) toastSuccess(messages.connection.safeAgain(count))
    if (stop !== undefined) before.current = stop
  }, [stop, count])
}
