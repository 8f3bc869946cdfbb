import type { Bid } from '@bidwell/contract'
import { siteClock } from '../../time/site-clock.ts'
import { exactInBothZones, siteTimes } from '../../time/zoned-times.ts'
import { formatDollars } from '../../ui/money.ts'
import { ReceiptFacts } from '../receipt/ReceiptFacts.tsx'
import { BidProgress } from './BidProgress.tsx'
import { lockedSteps } from './locked-steps.ts'

type LockedBidProps = {
  bid: Bid
  siteName: string
  /** What the user had typed, but not saved, when the bid was locked in. */
  unsaved: string | null
}

/** A bid that can no longer be changed, in place of its form: its terms, and how far it came. The auction's sentence has the result. */
export function LockedBid({ bid, siteName, unsaved }: LockedBidProps) {
  const steps = lockedSteps(bid, siteName)
  const seconds = bid.secondsBeforeEnd === 1 ? '1 second' : `${bid.secondsBeforeEnd} seconds`
  return (
    <>
      <ReceiptFacts
        lines={[
          { name: 'Your max', value: formatDollars(bid.maxBid) },
          { name: 'Timing', value: `${seconds} before the end` },
          { name: 'Planned for', value: exactInBothZones(bid.fireAt, siteClock.now()) },
          ...(bid.executedAt === null ? [] : [{ name: 'Accepted', value: siteTimes.exact(bid.executedAt) }]),
        ]}
      />
      {steps !== null && <BidProgress {...steps} />}
      {unsaved !== null && <p className="text-small text-warning">Not saved in time: {unsaved}.</p>}
    </>
  )
}
