/** The percentile of values by the nearest-rank method, with `share` from 0 to 1. NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export const largest = (values: readonly number[]) => percentile(values, 1)
export const median = (values: readonly number[]) => percentile(values, 0.5)

/** The percentage of values at or below a limit. */
export const percentWithin = (values: readonly number[], limit: number) =>
  (100 * values.filter((value) => value <= limit).length) / values.length
