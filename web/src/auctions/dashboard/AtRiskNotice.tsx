import type { Bid, PreflightFinding } from '@bidwell/contract'
import { TriangleAlert } from 'lucide-react'
import { Banner } from '../../ui/Banner.tsx'
import { Link } from '../../ui/Link.tsx'
import { RemedyButton } from '../lot/RemedyButton.tsx'

type AtRisk = { bid: Bid; finding: PreflightFinding }

/** The bids that are going to fail unless the user acts, the earliest to fire first. */
export function AtRiskNotice({ bids: [first, ...others] }: { bids: readonly AtRisk[] }) {
  if (!first) return null
  const { bid, finding } = first
  return (
    <Banner
      tone="danger"
      icon={TriangleAlert}
      role="note"
      title={`Bid at risk: ${bid.title}`}
      action={<RemedyButton finding={finding} id={bid.trackedAuctionId} />}
    >
      {finding.message}
      {others.length > 0 && (
        <p className="mt-1 text-small">
          Also at risk:{' '}
          {others.map((other, index) => (
            <span key={other.bid.id}>
              {index > 0 && ', '}
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
