import {
  auctionDay,
  type Bid,
  committedCents,
  type Exposure,
  messages,
  PERIODS,
  spendingFault,
  withBid,
  withoutBid,
} from '@bidwell/contract'
import { centsOf } from '../../ui/money.ts'
import { amountsOf } from '../exposure-sums.ts'

/** What counts as near a limit. */
const NEAR = 0.8

type DraftBid = {
  /** When the auction ends, epoch ms. */
  endsOn: number
  /** The typed maximum or delivered price; null unless it is an amount. */
  typedCents: number | null
  /** What of a typed delivered price comes on top of the bid; null while that is not known. */
  besidesCents: number | null
  /** The standing bid that the draft changes; null for a new bid. */
  standing: Pick<Bid, 'id' | 'maxBid' | 'delivered'> | null
}

/**
 * What the user's bids cost if all win and the draft does, where a limit is near, or which limit it exceeds. Null otherwise.
 */
export function ifDraftWins(exposure: Exposure, { endsOn, typedCents, besidesCents, standing }: DraftBid) {
  const day = auctionDay(endsOn)
  const { others, bid } = standing
    ? withoutBid(exposure, { id: standing.id, day, costCents: centsOf(standing.delivered?.all_in ?? standing.maxBid) })
    : { others: exposure, bid: null }
  const costCents = typedCents ?? bid?.costCents ?? 0
  if (costCents === 0) return null
  const before = bid ? withBid(others, bid) : others
  const draft = {
    day,
    costCents,
    besidesCents: besidesCents ?? bid?.besidesCents ?? 0,
    groupId: bid?.groupId ?? null,
  }
  const after = withBid(others, draft)
  const { limits } = exposure
  const fault = spendingFault({ limits, day, others, before, after, bid: draft })
  if (fault) return { over: true, text: fault.message }
  const isNear = PERIODS.some((period) => {
    const limit = limits[period]
    return limit !== null && committedCents(after, period, day) >= NEAR * centsOf(limit)
  })
  if (!isNear) return null
  const name = messages.bidRefusal.periodName('day', day)
  return { over: false, text: messages.exposure.withThisBid(name, amountsOf(after, limits, day)) }
}
