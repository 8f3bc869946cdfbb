import { Banner } from '../../ui/Banner.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Gauge } from '../../ui/icons.tsx'
import { Link } from '../../ui/Link.tsx'
import { LoadFailure } from '../../ui/loading/LoadFailure.tsx'
import { type LimitState, useLimit } from './use-limit.ts'

/** Says in a form that the plan allows no more of what the form adds, or only a few more. */
export function LimitNotice({ limit: { why, left, retry, retrying } }: { limit: LimitState }) {
  if (why !== null && retry) return <LoadFailure title={why} busy={retrying} onRetry={retry} />
  if (why !== null) return <Banner tone="warning" icon={Gauge} title={why} action={<SeePlans />} />
  return left === null ? null : <p className="text-small text-ink-2 tabular">{left}</p>
}

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

/** The way out of a limit. */
export const SeePlans = () => (
  <Link to="/pricing" className={buttonClass({ size: 'dense' })}>
    See plans
  </Link>
)
