import { type Auction, messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { openAuctionsQuery } from './auction-queries.ts'
import { isOver } from './auction-state.ts'

const WEEK_MS = 7 * 86_400_000

/** How many other auctions of the seller close within a week, where the seller combines their shipping with this one's. */
export function CombinedShipping({ auction, now }: { auction: Auction; now: number }) {
  const { data: auctions = [] } = useQuery(openAuctionsQuery)
  if (auction.seller === null || auction.combinesShipping !== true || auction.pickupOnly) return null
  const others = auctions.filter(
    (other) =>
      other.id !== auction.id &&
      other.seller === auction.seller &&
      other.combinesShipping === true &&
      !other.pickupOnly &&
      !isOver(other, now) &&
      other.endsOn <= now + WEEK_MS,
  )
  if (others.length === 0) return null
  return <p className="text-small text-ink-2">{messages.delivered.combine(others.length, auction.seller)}</p>
}
