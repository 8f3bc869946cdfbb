import { messages } from '@bidwell/contract'
import { messageOf } from '../../api/api-error.ts'
import { siteTimes } from '../../time/zoned-times.ts'
import { QueryFailure } from '../../ui/loading/LoadState.tsx'
import type { useAuctions } from '../tracked/use-auctions.ts'

type Queries = Pick<ReturnType<typeof useAuctions>, 'auctionsQuery' | 'ended' | 'bids'>

/** Notices about lists that failed to load. */
export function DashboardNotices({ auctionsQuery, ended, bids }: Queries) {
  if (auctionsQuery.error) {
    return (
      <QueryFailure
        query={auctionsQuery}
        title={`Couldn't refresh at ${siteTimes.minute(auctionsQuery.errorUpdatedAt)}.`}
        text={`Scheduled bids still run on the server. ${messageOf(auctionsQuery.error)}`}
      />
    )
  }
  return (
    <>
      <QueryFailure query={ended} title={messages.auction.endedNotRead} text={messageOf(ended.error)} />
      <QueryFailure query={bids} title={messages.bid.loadFailed(messageOf(bids.error))} />
    </>
  )
}
