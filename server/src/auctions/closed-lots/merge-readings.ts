import type { ClosedLotRow } from '../../platform/database/tables.ts'

/**
 * What two readings of a closed lot tell together. The later one corrects the earlier one only if it shows more bids;
 * otherwise it only adds what the earlier one did not tell. Neither takes a value away. How the lot closed stays. Pure.
 */
export function mergeReadings(earlier: ClosedLotRow, later: ClosedLotRow): ClosedLotRow {
  const correct = (later.bid_count ?? 0) > (earlier.bid_count ?? 0)
  const [first, second] = correct ? [later, earlier] : [earlier, later]
  const told = Object.entries(first).filter(([, value]) => value !== null)
  return { ...second, ...Object.fromEntries(told), closed_reason: earlier.closed_reason }
}
