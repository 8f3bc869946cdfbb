/** The value that this share (0 to 1) of all values do not exceed, by the nearest rank; NaN when there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export const largest = (values: readonly number[]) => percentile(values, 1)
export const median = (values: readonly number[]) => percentile(values, 0.5)

/** How many of all lie at or below a limit, in percent. */
export const percentWithin = (values: readonly number[], limit: number) =>
  (100 * values.filter((value) => value <= limit).length) / values.length
