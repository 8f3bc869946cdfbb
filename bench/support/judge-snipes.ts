import { readReceipt } from '../../server/src/receipts/read-receipt.ts'
import type { PlannedSnipe } from './fixtures.ts'
import type { World } from './world.ts'

/** What became of many snipes, by the house's journal and by the receipts that their owners see. */
export type Verdict = Record<
  'sent' | 'accepted' | 'late' | 'lost' | 'aboveMaximum' | 'twice' | 'toldTwice' | 'incomplete',
  number
> & {
  /** How long after its moment each first reached the house, ms. */
  arrivedAfterMs: number[]
  /** The first few that broke a promise, with all that is known of them; room is kept for those that were lost. */
  suspects: string[]
}

/** Later than this is late, though still in time. */
const LATE_MS = 1_000
const SHOWN = 5

export async function judgeSnipes(world: World, snipes: PlannedSnipe[]): Promise<Verdict> {
  const journal = Map.groupBy(await world.house.arrivals(), ({ itemId }) => itemId)
  const verdict: Verdict = {
    sent: 0,
    accepted: 0,
    late: 0,
    lost: 0,
    aboveMaximum: 0,
    twice: 0,
    toldTwice: 0,
    incomplete: 0,
    arrivedAfterMs: [],
    suspects: [],
  }
  for (const { bidId, accountId, itemId, maxBidCents, plannedAt } of snipes) {
    const arrivals = journal.get(itemId) ?? []
    const accepted = arrivals.filter(({ outcome }) => outcome === 'leading').length
    const afterMs = (arrivals[0]?.arrivedAt ?? Infinity) - plannedAt
    const receipt = await readReceipt({ db: world.db, marketplace: world.marketplace }, accountId, bidId)
    const { bid, armed_at, locked_in_at, sent_at, verified_at, settled_at } = receipt
    const broken = {
      lost: accepted === 0,
      aboveMaximum: arrivals.some(({ amountCents }) => (amountCents ?? 0) > maxBidCents),
      twice: accepted > 1,
      toldTwice: receipt.events.filter(({ kind }) => kind === 'settled').length > 1,
      incomplete: bid.status !== 'won' || !armed_at || !locked_in_at || !(sent_at ?? verified_at) || !settled_at,
    }
    if (arrivals.length > 0) verdict.sent += 1
    if (accepted > 0) verdict.accepted += 1
    if (arrivals.length > 0 && afterMs > LATE_MS) verdict.late += 1
    if (arrivals.length > 0) verdict.arrivedAfterMs.push(afterMs)
    for (const rule of ['lost', 'aboveMaximum', 'twice', 'toldTwice', 'incomplete'] as const)
      if (broken[rule]) verdict[rule] += 1
    const names = Object.entries(broken).filter(([, is]) => is)
    if (names.length > 0 && verdict.suspects.length < (broken.lost ? 2 * SHOWN : SHOWN)) {
      const story = receipt.events.map(({ kind, at }) => `${at.slice(14, 23)} ${kind}`).join(', ')
      const seen = arrivals.map(({ outcome, arrivedAt }) => `${outcome} ${Math.round(arrivedAt - plannedAt)} ms`)
      verdict.suspects.push(
        `Bid ${bidId} ${names.map(([name]) => name).join(', ')}: ${bid.status}; house: ${seen.join(', ') || 'nothing'}; log: ${story}`,
      )
    }
  }
  return verdict
}
