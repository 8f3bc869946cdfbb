import type { Bid, PreflightFinding } from '@bidwell/contract'
import { TriangleAlert } from 'lucide-react'
import { Banner } from '../../ui/Banner.tsx'
import { Link } from '../../ui/Link.tsx'
import { RemedyButton } from '../lot/RemedyButton.tsx'

type AtRisk = { bid: Bid; wrong: PreflightFinding }

/** Bids that will fail as things stand, the next to leave first. */
export function AtRiskNotice({ bids: [first, ...others] }: { bids: readonly AtRisk[] }) {
  if (!first) return null
  const { bid, wrong } = first
  return (
    <Banner
      tone="danger"
      icon={TriangleAlert}
      role="note"
      title={`Bid at risk: ${bid.title}`}
      action={<RemedyButton finding={wrong} id={bid.trackedAuctionId} />}
    >
      {wrong.message}
      {others.length > 0 && (
        <p className="mt-1 text-small">
          Also at risk:{' '}
          {others.map((other, place) => (
            <span key={other.bid.id}>
              {place > 0 && ', '}
              <Link to={`/dashboard?item=${other.bid.trackedAuctionId}`} className="underline underline-offset-4">
                {other.bid.title}
              </Link>
            </span>
          ))}
        </p>
      )}
    </Banner>
  )
}
