import { messages } from '@bidwell/contract'
import { messageOf } from '../../api/api-error.ts'
import { siteTimes } from '../../time/zoned-times.ts'
import { LoadFailure } from '../../ui/loading/LoadFailure.tsx'
import type { useLots } from '../lot/use-lots.ts'

type Queries = Pick<ReturnType<typeof useLots>, 'auctions' | 'ended' | 'bids'>

/** Notices about lists that failed to load. */
export function DashboardNotices({ auctions, ended, bids }: Queries) {
  return (
    <>
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
