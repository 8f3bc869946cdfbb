import { readReceipt } from '../../../server/src/history/receipts/read-receipt.ts'
import type { PlannedSnipe } from '../fixtures.ts'
import type { Testbed } from '../testbed.ts'

/** The results of many snipes, from the auction house's journal and from the receipts of their owners. */
export type Audit = Record<
  'sent' | 'accepted' | 'late' | 'lost' | 'aboveMaximum' | 'acceptedTwice' | 'settledTwice' | 'incomplete',
  number
> & {
  /** The time from the planned time to the first arrival at the auction house, for each snipe that arrived. */
  arrivedAfterMs: number[]
  /** Details of the first few violations; lost snipes have reserved places. */
  violations: string[]
}

/** A bid that arrives later than this counts as late. */
const LATE_MS = 1_000
const MAX_SHOWN = 5

export async function auditSnipes(testbed: Testbed, snipes: PlannedSnipe[]): Promise<Audit> {
  const journal = Map.groupBy(await testbed.auctionHouse.arrivals(), ({ itemId }) => itemId)
  const audit: Audit = {
    sent: 0,
    accepted: 0,
    late: 0,
    lost: 0,
    aboveMaximum: 0,
    acceptedTwice: 0,
    settledTwice: 0,
    incomplete: 0,
    arrivedAfterMs: [],
    violations: [],
  }
  for (const { bidId, accountId, itemId, maxBidCents, plannedAt } of snipes) {
    const arrivals = journal.get(itemId) ?? []
    const accepted = arrivals.filter(({ outcome }) => outcome === 'leading').length
    const afterMs = (arrivals[0]?.arrivedAt ?? Infinity) - plannedAt
    const receipt = await readReceipt(testbed.ctx, accountId, bidId)
    const { bid, armed_at, locked_in_at, sent_at, verified_at, settled_at } = receipt
    const broken = {
      lost: accepted === 0,
      aboveMaximum: arrivals.some(({ amountCents }) => (amountCents ?? 0) > maxBidCents),
      acceptedTwice: accepted > 1,
      settledTwice: receipt.events.filter(({ kind }) => kind === 'settled').length > 1,
      incomplete: bid.status !== 'won' || !armed_at || !locked_in_at || !(sent_at ?? verified_at) || !settled_at,
    }
    if (arrivals.length > 0) audit.sent += 1
    if (accepted > 0) audit.accepted += 1
    if (arrivals.length > 0 && afterMs > LATE_MS) audit.late += 1
    if (arrivals.length > 0) audit.arrivedAfterMs.push(afterMs)
    for (const rule of ['lost', 'aboveMaximum', 'acceptedTwice', 'settledTwice', 'incomplete'] as const)
      if (broken[rule]) audit[rule] += 1
    const names = Object.entries(broken).filter(([, is]) => is)
    if (names.length > 0 && audit.violations.length < (broken.lost ? 2 * MAX_SHOWN : MAX_SHOWN)) {
      const log = receipt.events.map(({ kind, at }) => `${at.slice(14, 23)} ${kind}`).join(', ')
      const seen = arrivals.map(({ outcome, arrivedAt }) => `${outcome} ${Math.round(arrivedAt - plannedAt)} ms`)
      audit.violations.push(
        `Bid ${bidId} ${names.map(([name]) => name).join(', ')}: ${bid.status}; auction house: ${seen.join(', ') || 'nothing'}; log: ${log}`,
      )
    }
  }
  return audit
}
