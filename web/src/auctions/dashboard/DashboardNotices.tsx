import { type Bid, messages, type PreflightCode } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { CloudOff, KeyRound, TriangleAlert } from 'lucide-react'
import { Suspense } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { healthQuery } from '../../api/health-query.ts'
import { useSiteName } from '../../api/site-query.ts'
import { blockingFinding } from '../../bids/preflight-rules.ts'
import { integrationQuery } from '../../connection/integration-query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { lazyOptional } from '../../ui/lazy-optional.tsx'
import { Link } from '../../ui/Link.tsx'
import { siteTimes } from '../../time/zoned-times.ts'
import type { useLots } from '../lot/use-lots.ts'

const AtRiskNotice = lazyOptional(async () => (await import('./AtRiskNotice.tsx')).AtRiskNotice)

type Reading = Pick<ReturnType<typeof useLots>, 'auctions' | 'bids'>

/** What concerns the whole page: a site login that will not do, a silent site, and lists that could not be read. */
export function DashboardNotices({ auctions, bids, now }: Reading & { now: number }) {
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
        <FailedReading
          title={`Couldn't refresh at ${siteTimes.minute(auctions.errorUpdatedAt)}.`}
          says={`Scheduled bids still run on the server. ${messageOf(auctions.error)}`}
          busy={auctions.isFetching}
          onRetry={() => void auctions.refetch()}
        />
      )}
      {bids.error && !auctions.error && (
        <FailedReading
          title={messages.bid.loadFailed(messageOf(bids.error))}
          busy={bids.isFetching}
          onRetry={() => void bids.refetch()}
        />
      )}
    </>
  )
}

type FailedReadingProps = { title: string; says?: string; busy: boolean; onRetry: () => void }

const FailedReading = ({ title, says, busy, onRetry }: FailedReadingProps) => (
  <Banner
    tone="danger"
    icon={TriangleAlert}
    title={title}
    action={
      <Button size="dense" busy={busy} onClick={onRetry}>
        Try again
      </Button>
    }
  >
    {says}
  </Banner>
)

function SiteNotice() {
  const { data } = useQuery(healthQuery)
  const siteName = useSiteName()
  if (data?.site.state !== 'backing_off') return null
  return (
    <Banner tone="urgent" icon={CloudOff} title={messages.auction.siteNotAnswering(siteName)}>
      {messages.auction.showingLastSeen}
    </Banner>
  )
}

/** Bids that a check ahead has found will fail, the next to leave first. Those that want for a login have their own notice. */
function atRiskOf(bids: readonly Bid[], now: number) {
  return bids
    .flatMap((bid) => {
      const wrong = bid.fireAt > now ? blockingFinding(bid) : null
      return wrong && !LOGIN.includes(wrong.code) ? [{ bid, wrong }] : []
    })
    .toSorted((a, b) => a.bid.fireAt - b.bid.fireAt)
}

const LOGIN: PreflightCode[] = ['login_missing', 'login_refused']

function LoginNotice({ bids, now }: { bids: readonly Bid[]; now: number }) {
  const { data } = useQuery(integrationQuery)
  const siteName = useSiteName()
  const waiting = bids.filter((bid) => bid.status === 'pending' && bid.fireAt > now)
  const first = waiting.toSorted((a, b) => a.fireAt - b.fireAt)[0]
  if (!data || !first || (data.hasCredentials && data.problem === null)) return null
  const many = waiting.length === 1 ? 'your bid' : `${waiting.length} bids`
  return (
    <Banner
      tone="danger"
      icon={KeyRound}
      role="alert"
      title={`${siteName} needs you to sign in again before ${siteTimes.brief(first.fireAt, now)}, or ${many} won't run.`}
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
