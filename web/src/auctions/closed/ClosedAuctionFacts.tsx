import { api, closedAuctionFromWire, messages } from '@bidwell/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { KEYS } from '../../cache/query-keys.ts'
import { FactList } from '../price/FactList.tsx'
import { closedAuctionFacts } from './closed-auction-facts.ts'

type ClosedAuctionFactsProps = {
  auctionId: number
  /** The level of its heading. */
  heading: 'h2' | 'h3'
}

/**
 * How the sale of a closed auction went, as far as the site told; nothing for an auction of which nothing was kept.
 */
export function ClosedAuctionFacts({ auctionId, heading: Heading }: ClosedAuctionFactsProps) {
  const { data: auction, error } = useQuery(closedAuctionQuery(auctionId))
  if (auction === undefined && error && !isApiError(error, 'not_found')) {
    return <p className="text-small text-ink-2">{messages.auction.saleNotRead(messageOf(error))}</p>
  }
  if (!auction) return null
  return (
    <section aria-label="The sale">
      <Heading className={Heading === 'h2' ? 'mb-3 font-semibold' : 'mb-2 text-small font-semibold'}>The sale</Heading>
      <FactList facts={closedAuctionFacts(auction)} />
    </section>
  )
}

/** A later reading may add to it. */
const STALE_MS = 5 * 60_000

/** What is known of the sale of a closed auction; null when nothing was kept. */
export const closedAuctionQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEYS.closedAuctions, id],
    queryFn: async ({ signal }) => {
      const { closed_auction: auction } = (await call(api.readClosedAuction, { params: { id }, signal, prompt: true }))
        .data
      return auction && closedAuctionFromWire(auction)
    },
    staleTime: STALE_MS,
  })
