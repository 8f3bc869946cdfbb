import { api, closedLotFromWire, messages } from '@bidwell/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { KEYS } from '../../cache/query-keys.ts'
import { FactList } from '../price/FactList.tsx'
import { closedLotFacts } from './closed-lot-facts.ts'

type ClosedLotFactsProps = {
  auctionId: number
  /** The level of its heading. */
  heading: 'h2' | 'h3'
}

/**
 * How the sale of a closed lot went, as far as the site told; nothing for a lot of which nothing was kept.
 */
export function ClosedLotFacts({ auctionId, heading: Heading }: ClosedLotFactsProps) {
  const { data: lot, error } = useQuery(closedLotQuery(auctionId))
  if (lot === undefined && error && !isApiError(error, 'not_found')) {
    return <p className="text-small text-ink-2">{messages.auction.saleNotRead(messageOf(error))}</p>
  }
  if (!lot) return null
  return (
    <section aria-label="The sale">
      <Heading className={Heading === 'h2' ? 'mb-3 font-semibold' : 'mb-2 text-small font-semibold'}>The sale</Heading>
      <FactList facts={closedLotFacts(lot)} />
    </section>
  )
}

/** A later reading may add to it. */
const STALE_MS = 5 * 60_000

/** What is known of the sale of a closed auction; null when nothing was kept. */
export const closedLotQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEYS.closedLots, id],
    queryFn: async ({ signal }) => {
      const { closed_lot: lot } = (await call(api.readClosedLot, { params: { id }, signal, prompt: true })).data
      return lot && closedLotFromWire(lot)
    },
    staleTime: STALE_MS,
  })
