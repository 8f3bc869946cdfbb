import { type Bid, messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useSiteName } from '../../api/installation-queries.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { X } from '../../ui/icons.tsx'
import { Link } from '../../ui/Link.tsx'
import { TO_PAY } from '../../ui/navigation.ts'
import { Picture } from '../../ui/Picture.tsx'
import { PayLink } from '../../wins/PayLink.tsx'
import { type Win, winsQuery } from '../../wins/win-queries.ts'
import { describeResult } from '../describe-result.ts'
import { type AwayResults, awayResults } from './away-results.ts'
import type { ItemOf } from './BidToastContent.tsx'
import { type ResultKind, resultKindOf, tally } from './result-kind.ts'

const MAX_SHOWN = 3

/** What came of the user's bids while the app was closed or in the background, until the user dismisses it. */
export function ResultsStrip({ itemOf }: { itemOf: ItemOf }) {
  const results = awayResults.use()
  return results && <Strip {...results} itemOf={itemOf} />
}

function Strip({ bids, dismiss, itemOf }: AwayResults & { itemOf: ItemOf }) {
  const { data } = useQuery(winsQuery)
  const owed = data?.wins.filter(({ is_owed }) => is_owed) ?? []
  const { counts, paid, saved } = tally(bids)
  const [won, ...others] = messages.result.awayParts(counts, paid, saved).map(({ kind, text }) => ({
    to: leadsTo(kind, bids),
    text: kind === 'not_placed' ? `${text}, ${messages.result.WHY}` : text,
  }))
  const toPay =
    owed.length === 0 ? [] : [{ to: TO_PAY.to, text: messages.payment.toPay(owed.length, earliestOf(owed)) }]
  const parts = [...(won ? [won] : []), ...toPay, ...others]
  return (
    <section aria-label="Results" className="flex flex-col gap-2 rounded-card border border-edge bg-surface p-3 sm:p-4">
      <div className="flex items-start gap-3">
        <p className="min-w-0 flex-1 font-semibold tabular">
          {messages.result.AWAY}{' '}
          {parts.map(({ to, text }, index) => (
            <Fragment key={text}>
              {index > 0 && ' · '}
              <Link to={to} className="text-accent underline underline-offset-4">
                {text}
              </Link>
            </Fragment>
          ))}
        </p>
        <Button variant="quiet" size="icon" aria-label="Dismiss the results" className="-m-2.5" onClick={dismiss}>
          <X aria-hidden size={18} />
        </Button>
      </div>
      <ul className="grid gap-x-6 gap-y-2 lg:grid-cols-3">
        {bids.slice(0, MAX_SHOWN).map((bid) => (
          <Result key={bid.id} bid={bid} itemOf={itemOf} win={data?.wins.find((win) => win.bid_id === bid.id)} />
        ))}
      </ul>
      {bids.length > MAX_SHOWN && (
        <Link to="/bid-history" className={buttonClass({ size: 'dense' }, 'self-start')}>
          See all {bids.length} results
        </Link>
      )}
    </section>
  )
}

/** The receipt of a bid that alone came out so; else these in the history, which has no filter for unknown results. */
function leadsTo(kind: ResultKind, bids: readonly Bid[]): string {
  const [first, ...others] = bids.filter((bid) => resultKindOf(bid) === kind)
  if (first !== undefined && others.length === 0) return `/bid-history/${first.id}`
  return kind === 'unknown' ? '/bid-history' : `/bid-history?show=${kind}`
}

/** The first date by which anything is to be paid; null where the site has told none. */
const earliestOf = (owed: readonly Win[]) => owed.flatMap(({ pay_by }) => pay_by ?? []).toSorted()[0] ?? null

function Result({ bid, itemOf, win }: { bid: Bid; itemOf: ItemOf; win: Win | undefined }) {
  const siteName = useSiteName()
  const { imageUrl } = itemOf(bid)
  return (
    <li className="flex min-w-0 items-center gap-3">
      <Picture url={imageUrl} px={48} />
      <div className="min-w-0 flex-1 text-small">
        <Link to={`/bid-history/${bid.id}`} className="line-clamp-1 font-semibold underline-offset-4 hover:underline">
          {bid.title}
        </Link>
        <p className="line-clamp-2 text-ink-2">{describeResult(bid, siteName)}</p>
      </div>
      {bid.status === 'won' && <PayLink win={win} title={bid.title} />}
    </li>
  )
}
