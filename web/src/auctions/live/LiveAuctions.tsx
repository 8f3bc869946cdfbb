import { BidToasts } from '../../bids/results/BidToasts.tsx'
import { GlobalKeys } from '../keyboard/GlobalKeys.tsx'
import { itemOfBidIn } from '../tracked/item-of-bid.ts'
import { useAuctions } from '../tracked/use-auctions.ts'
import { Announcements } from './Announcements.tsx'
import { useUpkeep } from './use-upkeep.ts'

/** Notifies the user of changes on every page, and handles the global keys. */
export function LiveAuctions({ userId }: { userId: string }) {
  const { auctions, auctionsQuery, bids, isLoaded } = useAuctions()
  useUpkeep(auctions, isLoaded || auctionsQuery.isError)
  // Until the server has answered, the list is the one of the last visit.
  const latest = bids.dataUpdatedAt === 0 ? undefined : bids.data
  return (
    <>
      <GlobalKeys />
      <Announcements auctions={auctions} bids={bids.data} />
      <BidToasts userId={userId} bids={latest} itemOf={itemOfBidIn(auctions)} />
    </>
  )
}
