import type { Bid } from '@bidwell/contract'
import { isLive } from '../../bids/bid-rules.ts'
import { leadText } from '../../time/countdown-rules.ts'
import type { LotState } from './lot-state.ts'
import { sentenceOf } from './lot-sentence.ts'
import type { Lot } from './lot.ts'
import { Age } from '../../time/LiveTime.tsx'

/** The card's last line: the planned bid or the lot's state, and the age of the price while it can change. */
export function LotStatusLine({ lot, state, siteName }: { lot: Lot; state: LotState; siteName: string }) {
  const { auction, bid } = lot
  const planned = bid?.status === 'pending' && (state === 'armed' || state === 'ending_soon')
  const checked = planned || state === 'at_risk' ? bid?.preflight : null
  const open = auction.status === 'active' && auction.closedBecause === null
  return (
    <>
      {planned
        ? `Bids at ${leadText(bid.secondsBeforeEnd)}, fixed from ${leadText(bid.secondsBeforeEnd + 1)}`
        : sentenceOf(lot, state, siteName)}
      {checked && <PreflightSummary {...checked} hasFinding={!planned} />}
      {auction.checkError !== null && open && <span className="text-warning"> · {auction.checkError}</span>}
      {open && !checked && state !== 'bid_unknown' && state !== 'checking' && (bid === null || isLive(bid)) && (
        <Age since={auction.lastCheckedAt} prefix={planned ? ' · checked ' : ' Checked '} suffix=" ago" />
      )}
    </>
  )
}

type PreflightSummaryProps = NonNullable<Bid['preflight']> & {
  /** The line shows the worst finding already. */
  hasFinding: boolean
}

/** The worst finding of the latest preflight, otherwise the preflight's age. */
const PreflightSummary = ({ checkedAt, findings: [worst], hasFinding }: PreflightSummaryProps) =>
  worst && !hasFinding ? (
    <span className="text-warning"> · {worst.message}</span>
  ) : (
    <Age since={checkedAt} prefix=" · checked " suffix={worst ? ' ago' : ' ago: ready'} />
  )
