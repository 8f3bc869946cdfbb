import { Link } from '../../ui/Link.tsx'
import { useLimit } from './use-limit.ts'

/** Beside the number of open auctions: whether the plan allows one more. Empty while many are left. */
export function AuctionLimit() {
  const { why, left, retry } = useLimit('auction')
  if (left !== null) return <span className="text-small text-ink-2 tabular">{left}</span>
  if (why === null || retry) return null
  return (
    <span className="text-small text-warning">
      Your plan is full.{' '}
      <Link to="/pricing" className="font-semibold underline underline-offset-4">
        See plans
      </Link>
    </span>
  )
}
