import type { Bid } from '@bidwell/contract'
import { isLive } from '../../bids/bid-rules.ts'
import { leadText } from '../../time/countdown-rules.ts'
import type { LotState } from './lot-state.ts'
import { sentenceOf } from './lot-sentence.ts'
import type { Lot } from './lot.ts'
import { Age } from '../../time/LiveTime.tsx'

/** The card's last line: when we bid or how it stands, and how fresh that is while it can still change. */
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
      {checked && <PreflightFindings {...checked} said={!planned} />}
      {auction.checkError !== null && open && <span className="text-warning"> · {auction.checkError}</span>}
      {open && !checked && state !== 'bid_unknown' && (bid === null || isLive(bid)) && (
        <Age since={auction.lastCheckedAt} prefix={planned ? ' · checked ' : ' Checked '} suffix=" ago" />
      )}
    </>
  )
}

type CheckedAheadProps = NonNullable<Bid['preflight']> & {
  /** What could go wrong stands there already. */ said: boolean
}

/** What could go wrong, or how long ago all was well. */
const PreflightFindings = ({ checkedAt, findings: [worst], said }: CheckedAheadProps) =>
  worst && !said ? (
    <span className="text-warning"> · {worst.message}</span>
  ) : (
    <Age since={checkedAt} prefix=" · checked " suffix={worst ? ' ago' : ' ago: ready'} />
  )
