import { type Bid, messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useSiteName } from '../../api/installation-queries.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { describeResult } from '../describe-result.ts'
import { type Win, winsQuery } from '../wins/win-queries.ts'
import { type AwayResults, awayResults } from './away-results.ts'
import type { ItemOf } from './BidToastContent.tsx'
import { tally } from './result-kind.ts'

const MAX_SHOWN = 3

/** What came of the user's bids while the app was closed or in the background, until the user dismisses it. */
export function ResultsStrip({ itemOf }: { itemOf: ItemOf }) {
  const results = awayResults.use()
  return results && <Strip {...results} itemOf={itemOf} />
}

function Strip({ bids, dismiss, itemOf }: AwayResults & { itemOf: ItemOf }) {
  const navigate = useNavigate()
  const { counts, paid } = tally(bids)
  const { data } = useQuery(winsQuery)
  const owed = data?.wins.filter(({ is_owed }) => is_owed) ?? []
  const seeAll = () => {
    dismiss()
    void navigate('/bid-history')
  }
  return (
    <section aria-label="Results" className="flex flex-col gap-2 rounded-card border border-edge bg-surface p-3 sm:p-4">
      <div className="flex items-start gap-3">
        <p className="min-w-0 flex-1 font-semibold text-balance">{messages.result.whileAway(counts, paid)}</p>
        <Button variant="quiet" size="icon" aria-label="Dismiss the results" className="-m-2.5" onClick={dismiss}>
          <X aria-hidden size={18} />
        </Button>
      </div>
      <ul className="grid gap-x-6 gap-y-2 lg:grid-cols-3">
        {bids.slice(0, MAX_SHOWN).map((bid) => (
          <Result key={bid.id} bid={bid} itemOf={itemOf} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button size="dense" onClick={seeAll}>
          {bids.length > MAX_SHOWN ? `See all ${bids.length} results` : 'See results'}
        </Button>
        {owed.length > 0 && (
          <Link to="/to-pay" className={buttonClass({ size: 'dense' })}>
            {messages.payment.toPay(owed.length, earliestOf(owed))}
          </Link>
        )}
      </div>
    </section>
  )
}

/** The first date by which anything is to be paid; null where the site has told none. */
const earliestOf = (owed: readonly Win[]) => owed.flatMap(({ pay_by }) => pay_by ?? []).toSorted()[0] ?? null

function Result({ bid, itemOf }: { bid: Bid; itemOf: ItemOf }) {
  const siteName = useSiteName()
  const { imageUrl, itemUrl } = itemOf(bid)
  return (
    <li className="flex min-w-0 items-center gap-3">
      <Picture url={imageUrl} px={48} />
      <div className="min-w-0 flex-1 text-small">
        <Link to={`/bid-history/${bid.id}`} className="line-clamp-1 font-semibold underline-offset-4 hover:underline">
          {bid.title}
        </Link>
        <p className="line-clamp-2 text-ink-2">{describeResult(bid, siteName)}</p>
      </div>
      {bid.status === 'won' && itemUrl !== undefined && (
        <a
          href={itemUrl}
          target="_blank"
          rel="noreferrer"
          aria-label={`Pay for ${bid.title}`}
          className={buttonClass({ size: 'dense' })}
        >
          Pay
        </a>
      )}
    </li>
  )
}
