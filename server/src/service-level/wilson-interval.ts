/** The 97.5th percentile of the normal distribution: 95 % of it lie between this and its negative. */
const Z = 1.959963984540054

/**
 * The bounds of the 95 % confidence interval of a rate, from 0 to 1, by Wilson's score without continuity correction. Unlike
 * the usual interval, it stays within 0 and 1, and has a width when all or none of the bids count. `of` is more than 0.
 */
export function wilsonInterval(count: number, of: number): { low: number; high: number } {
  const rate = count / of
  const middle = rate + Z ** 2 / (2 * of)
  const half = Z * Math.sqrt((rate * (1 - rate)) / of + Z ** 2 / (4 * of ** 2))
  const whole = 1 + Z ** 2 / of
  // At both ends, rounding would leave a remainder of some 1e-17.
  return { low: Math.max(0, (middle - half) / whole), high: Math.min(1, (middle + half) / whole) }
}
