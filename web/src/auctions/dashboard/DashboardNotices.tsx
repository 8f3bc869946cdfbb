import { type Bid, messages, type PreflightCode } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { CloudOff, KeyRound } from 'lucide-react'
import { Suspense } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { healthQuery } from '../../api/health-query.ts'
import { useSiteName } from '../../api/site-query.ts'
import { blockingFinding } from '../../bids/preflight-rules.ts'
import { integrationQuery } from '../../connection/integration-query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { lazyOptional } from '../../ui/lazy-optional.tsx'
import { Link } from '../../ui/Link.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { siteTimes } from '../../time/zoned-times.ts'
import type { useLots } from '../lot/use-lots.ts'

const AtRiskNotice = lazyOptional(async () => (await import('./AtRiskNotice.tsx')).AtRiskNotice)

type Queries = Pick<ReturnType<typeof useLots>, 'auctions' | 'bids'>

/** Notices for the whole page: a login or bids at risk, a site that does not answer, and lists that failed to load. */
export function DashboardNotices({ auctions, bids, now }: Queries & { now: number }) {
  const atRisk = atRiskOf(bids.data ?? [], now)
  return (
    <>
      <LoginNotice bids={bids.data ?? []} now={now} />
      {atRisk.length > 0 && (
        <Suspense>
          <AtRiskNotice bids={atRisk} />
        </Suspense>
      )}
      <SiteNotice />
      {auctions.error && (
        <LoadFailure
          title={`Couldn't refresh at ${siteTimes.minute(auctions.errorUpdatedAt)}.`}
          text={`Scheduled bids still run on the server. ${messageOf(auctions.error)}`}
          busy={auctions.isFetching}
          onRetry={() => void auctions.refetch()}
        />
      )}
      {bids.error && !auctions.error && (
        <LoadFailure
          title={messages.bid.loadFailed(messageOf(bids.error))}
          busy={bids.isFetching}
          onRetry={() => void bids.refetch()}
        />
      )}
    </>
  )
}

function SiteNotice() {
  const { data } = useQuery(healthQuery)
  const siteName = useSiteName()
  if (data?.site.state !== 'backing_off') return null
  return (
    <Banner tone="urgent" icon={CloudOff} title={messages.auction.siteNotAnswering(siteName)}>
      {messages.auction.showingCachedData}
    </Banner>
  )
}

/** The bids with a blocking finding, the earliest to fire first. A finding about the login has a notice of its own. */
function atRiskOf(bids: readonly Bid[], now: number) {
  return bids
    .flatMap((bid) => {
      const finding = bid.fireAt > now ? blockingFinding(bid) : null
      return finding && !LOGIN_FINDINGS.includes(finding.code) ? [{ bid, finding }] : []
    })
    .toSorted((a, b) => a.bid.fireAt - b.bid.fireAt)
}

const LOGIN_FINDINGS: PreflightCode[] = ['login_missing', 'login_refused']

function LoginNotice({ bids, now }: { bids: readonly Bid[]; now: number }) {
  const { data } = useQuery(integrationQuery)
  const siteName = useSiteName()
  const waiting = bids.filter((bid) => bid.status === 'pending' && bid.fireAt > now)
  const first = waiting.toSorted((a, b) => a.fireAt - b.fireAt)[0]
  if (!data || !first || (data.hasCredentials && data.problem === null)) return null
  const which = waiting.length === 1 ? 'your bid' : `${waiting.length} bids`
  return (
    <Banner
      tone="danger"
      icon={KeyRound}
      role="alert"
      title={`${siteName} needs you to sign in again before ${siteTimes.brief(first.fireAt, now)}, or ${which} won't run.`}
      action={
        <Link to="/settings?tab=credentials" className={buttonClass({ size: 'dense' })}>
          Reconnect
        </Link>
      }
    >
      {data.problem}
    </Banner>
  )
}
