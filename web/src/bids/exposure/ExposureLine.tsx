import { useQuery } from '@tanstack/react-query'
import { Link } from '../../ui/Link.tsx'
import { exposureQuery } from '../bid-queries.ts'
import { sumsOf } from './sums.ts'

/** One line: what today and this week cost if all bids win. It leads to the days and the limits. Empty while nothing can be won. */
export function ExposureLine() {
  const { data } = useQuery(exposureQuery)
  const sums = data && sumsOf(data)
  if (!sums || sums.isEmpty) return null
  return (
    <Link
      to="/settings?tab=bidding"
      className={`text-small tabular underline-offset-4 hover:underline ${sums.over === null ? 'text-ink-2 max-sm:hidden' : 'text-danger'}`}
    >
      {sums.over ?? sums.short}
    </Link>
  )
}
