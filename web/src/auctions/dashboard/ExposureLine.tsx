import type { Bid } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { bidsQuery, exposureQuery } from '../../bids/bid-queries.ts'
import { isLive } from '../../bids/bid-rules.ts'
import { sumsOf } from '../../bids/exposure-sums.ts'
import { Link } from '../../ui/Link.tsx'

/** What today and this week cost if all bids win: in two short lines where the title, the filters and the field share a row. It leads to the days and the limits. Empty while no bid can win. */
export function ExposureLine() {
  const { data } = useQuery(exposureQuery)
  const { data: canWin } = useQuery({ ...bidsQuery, select: hasLive })
  const sums = data && sumsOf(data)
  if (!sums || sums.isEmpty || (sums.over === null && canWin !== true)) return null
  return (
    <Link
      to="/settings?tab=bidding"
      className={`text-small tabular underline-offset-4 hover:underline min-[82rem]:max-w-52 min-[82rem]:self-center min-[82rem]:leading-tight ${sums.over === null ? 'text-ink-2 max-sm:hidden' : 'text-danger'}`}
    >
      {(sums.over ?? sums.short).replaceAll(SPACE_WITHIN_A_SUM, '\u00a0')}
    </Link>
  )
}

/** A line breaks before an amount alone. */
const SPACE_WITHIN_A_SUM = / (?!\$)/g

const hasLive = (bids: readonly Bid[]): boolean => bids.some(isLive)
