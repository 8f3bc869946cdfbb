import { siteTimes } from '../../time/zoned-times.ts'
import { formatDollars } from '../../ui/money.ts'
import type { BidOrder } from './bid-draft.ts'

/** What the button of a bid's form will schedule: `Up to $24.00, at 5:53:31 PM PST`. Undefined while it cannot be used. */
export const bidOutcome = (order: BidOrder | null, endsOn: number): string | undefined =>
  order === null
    ? undefined
    : `Up to ${formatDollars(order.maxBid)}, at ${siteTimes.clock(endsOn - order.secondsBeforeEnd * 1_000)}`
