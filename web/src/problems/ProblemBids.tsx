import { useQuery } from '@tanstack/react-query'
import { notStoppedQuery } from '../bids/pause-queries.ts'
import { TimeLeft } from '../time/LiveTime.tsx'
import { Link } from '../ui/Link.tsx'
import type { ProblemBid } from './problem.ts'

type BidsProps = { bids: readonly ProblemBid[]; toTheClose?: boolean }

/** `First one: Lionel set in 3:47`, without the first words where it is the only one; `Lionel set, 0:44 left` to the close. */
export function FirstBid({ bids: [first, ...others], toTheClose = false }: BidsProps) {
  if (!first) return null
  return (
    <>
      {others.length > 0 && 'First one: '}
      <AuctionLink bid={first} />
      {toTheClose && ','} <TimeLeft at={first.closesAt} prefix={toTheClose ? '' : 'in '} />
      {toTheClose && ' left.'}
    </>
  )
}

const MAX_SHOWN = 3

/** The auctions after the first, where each needs an action of its own. */
export function FurtherAuctions({ bids: [, ...further] }: BidsProps) {
  if (further.length === 0) return null
  const more = further.length - MAX_SHOWN
  return (
    <p className="text-small text-ink">
      Also{' '}
      {further.slice(0, MAX_SHOWN).map((bid, index) => (
        <span key={bid.id}>
          {index > 0 && ', '}
          <AuctionLink bid={bid} />
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </p>
  )
}

const AuctionLink = ({ bid }: { bid: ProblemBid }) => (
  <Link to={`/dashboard?item=${bid.auctionId}`} className="underline underline-offset-4">
    {bid.title}
  </Link>
)

/** The bids that the latest pause could not stop. */
export function NotStopped() {
  const { data: notStopped } = useQuery(notStoppedQuery)
  if (notStopped.length === 0) return null
  return (
    <div role="alert" className="mt-2">
      <p className="font-semibold text-danger">Not stopped:</p>
      <ul className="text-ink">
        {notStopped.map(({ id, title, message }) => (
          <li key={id} className="wrap-anywhere">
            {title}. {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
