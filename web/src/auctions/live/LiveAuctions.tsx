import { BidToasts } from '../../bids/results/BidToasts.tsx'
import { GlobalKeys } from '../keyboard/GlobalKeys.tsx'
import { itemOfBidIn } from '../lot/item-of-bid.ts'
import { useLots } from '../lot/use-lots.ts'
import { Announcements } from './Announcements.tsx'
import { useUpkeep } from './use-upkeep.ts'

/** Notifies the user of changes on every page, and handles the global keys. */
export function LiveAuctions({ userId }: { userId: string }) {
  const { lots, auctions, bids, isLoaded } = useLots()
  useUpkeep(lots, isLoaded || auctions.isError)
  // Until the server has answered, the list is the one of the last visit.
  const latest = bids.dataUpdatedAt === 0 ? undefined : bids.data
  return (
    <>
      <GlobalKeys />
      <Announcements lots={lots} bids={bids.data} />
      <BidToasts userId={userId} bids={latest} itemOf={itemOfBidIn(lots)} />
    </>
  )
}
