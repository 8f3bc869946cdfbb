import { AUCTION, type Auction } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { Age } from '../../time/LiveTime.tsx'
import { siteClock } from '../../time/site-clock.ts'
import { formatDollars } from '../../ui/money.ts'
import { bidsText } from '../price/price-text.ts'
import { Price } from '../price/Price.tsx'
import { recheckMutation } from '../tracked/auction-queries.ts'

/** The price of the open auction with its age. An old price is read again when the auction is opened. */
export function AuctionPrice({ auction, over }: { auction: Auction; over: boolean }) {
  const { checking, failure } = useFreshPrice(auction, over)
  return (
    <div className="text-small text-ink-2 tabular">
      <p>
        <Price dollars={auction.currentBid} readAt={auction.lastCheckedAt} className="text-lead text-ink" />{' '}
        {bidsText(auction.bidCount)}
        {!over && ` · next bid ${formatDollars(auction.minimumBid)}`}
      </p>
      {!over && (
        <p>
          <Age
            since={auction.lastCheckedAt}
            fromMs={AUCTION.stalePriceMs}
            freshText="Price now"
            prefix="Price "
            suffix=" old"
          />
          {checking && ' · reading it again…'}
        </p>
      )}
      {failure !== null && !over && <p className="text-warning">{failure}</p>}
    </div>
  )
}

/** Opening one auction after another with a key reads only the one that the user stops at. */
const SETTLE_MS = 400

/** Reads the price again when an auction is opened whose price is not current. Once per opening, and never after the end. */
function useFreshPrice({ id, lastCheckedAt }: Pick<Auction, 'id' | 'lastCheckedAt'>, over: boolean) {
  const { mutate, isPending, error } = useMutation(recheckMutation)
  const readIfStale = useEffectEvent((opened: number) => {
    if (siteClock.now() - lastCheckedAt > AUCTION.stalePriceMs && !over) mutate(opened)
  })
  useEffect(() => {
    const timer = setTimeout(() => readIfStale(id), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [id])
  return { checking: isPending, failure: error === null ? null : failureText(error) }
}

/** Why the price could not be read, and when it can be. */
function failureText(error: Error): string {
  const waitMs = isApiError(error) ? error.retryAfterMs : null
  const why = messageOf(error)
  return waitMs === null ? why : `${why} It can be read again in ${Math.max(1, Math.ceil(waitMs / 1_000))} s.`
}
