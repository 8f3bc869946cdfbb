import { messages } from '@bidwell/contract'
import { messageOf } from '../../api/api-error.ts'
import { siteTimes } from '../../time/zoned-times.ts'
import { LoadFailure } from '../../ui/loading/LoadFailure.tsx'
import type { useAuctions } from '../tracked/use-auctions.ts'

type Queries = Pick<ReturnType<typeof useAuctions>, 'auctionsQuery' | 'ended' | 'bids'>

/** Notices about lists that failed to load. */
export function DashboardNotices({ auctionsQuery, ended, bids }: Queries) {
  return (
    <>
      {auctionsQuery.error && (
        <LoadFailure
          title={`Couldn't refresh at ${siteTimes.minute(auctionsQuery.errorUpdatedAt)}.`}
          text={`Scheduled bids still run on the server. ${messageOf(auctionsQuery.error)}`}
          busy={auctionsQuery.isFetching}
          onRetry={() => void auctionsQuery.refetch()}
        />
      )}
      {ended.error && !auctionsQuery.error && (
        <LoadFailure
          title={messages.auction.endedNotRead}
          text={messageOf(ended.error)}
          busy={ended.isFetching}
          onRetry={() => void ended.refetch()}
        />
      )}
      {bids.error && !auctionsQuery.error && (
        <LoadFailure
          title={messages.bid.loadFailed(messageOf(bids.error))}
          busy={bids.isFetching}
          onRetry={() => void bids.refetch()}
        />
      )}
    </>
  )
}
