import { type Bid, messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { Suspense } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { healthQuery } from '../../api/health-query.ts'
import { useSiteName } from '../../api/site-query.ts'
import { blockingFinding, LOGIN_FINDINGS } from '../../bids/preflight-rules.ts'
import { Banner } from '../../ui/Banner.tsx'
import { lazyOptional } from '../../ui/lazy-optional.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { siteTimes } from '../../time/zoned-times.ts'
import type { useLots } from '../lot/use-lots.ts'

const AtRiskNotice = lazyOptional(async () => (await import('./AtRiskNotice.tsx')).AtRiskNotice)

type Queries = Pick<ReturnType<typeof useLots>, 'auctions' | 'bids'>

/** Notices for the whole page: bids at risk, a site that does not answer, and lists that failed to load. */
export function DashboardNotices({ auctions, bids, now }: Queries & { now: number }) {
  const atRisk = atRiskOf(bids.data ?? [], now)
  return (
    <>
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

/** The bids with a blocking finding, the earliest to fire first. A finding about the login has a banner of its own. */
function atRiskOf(bids: readonly Bid[], now: number) {
  return bids
    .flatMap((bid) => {
      const finding = bid.fireAt > now ? blockingFinding(bid) : null
      return finding && !LOGIN_FINDINGS.includes(finding.code) ? [{ bid, finding }] : []
    })
    .toSorted((a, b) => a.bid.fireAt - b.bid.fireAt)
}
