import { type Bid, messages } from '@bidwell/contract'
import { messageOf } from '../../api/api-error.ts'
import { blockingFinding, LOGIN_FINDINGS } from '../../bids/preflight-rules.ts'
import { lazyOptional } from '../../ui/loading/lazy-optional.tsx'
import { LoadFailure } from '../../ui/loading/LoadFailure.tsx'
import { siteTimes } from '../../time/zoned-times.ts'
import type { useLots } from '../lot/use-lots.ts'

const AtRiskNotice = lazyOptional(async () => (await import('./AtRiskNotice.tsx')).AtRiskNotice)
const SiteNotice = lazyOptional(async () => (await import('./SiteNotice.tsx')).SiteNotice)

type Queries = Pick<ReturnType<typeof useLots>, 'auctions' | 'ended' | 'bids'>

/** Notices for the whole page: bids at risk, a site that does not answer, and lists that failed to load. */
export function DashboardNotices({ auctions, ended, bids, now }: Queries & { now: number }) {
  const atRisk = atRiskOf(bids.data ?? [], now)
  return (
    <>
      {atRisk.length > 0 && <AtRiskNotice bids={atRisk} />}
      <SiteNotice />
      {auctions.error && (
        <LoadFailure
          title={`Couldn't refresh at ${siteTimes.minute(auctions.errorUpdatedAt)}.`}
          text={`Scheduled bids still run on the server. ${messageOf(auctions.error)}`}
          busy={auctions.isFetching}
          onRetry={() => void auctions.refetch()}
        />
      )}
      {ended.error && !auctions.error && (
        <LoadFailure
          title={messages.auction.endedNotRead}
          text={messageOf(ended.error)}
          busy={ended.isFetching}
          onRetry={() => void ended.refetch()}
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

/** The bids with a blocking finding, the earliest to fire first. A finding about the login has a banner of its own. */
function atRiskOf(bids: readonly Bid[], now: number) {
  return bids
    .flatMap((bid) => {
      const finding = bid.fireAt > now ? blockingFinding(bid) : null
      return finding && !LOGIN_FINDINGS.includes(finding.code) ? [{ bid, finding }] : []
    })
    .toSorted((a, b) => a.bid.fireAt - b.bid.fireAt)
}
