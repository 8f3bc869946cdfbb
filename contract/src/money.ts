/** Inside, money is whole cents. These functions convert from and to dollars in JSON numbers. */

/** Cents for an amount in dollars with at most two decimals; null for any other number. */
export function centsFromDollars(dollars: number): number | null {
  if (!Number.isFinite(dollars)) return null
  const cents = Math.round(dollars * 100)
  // A double holds two decimals closely enough up to 2^53 cents; a larger difference is a third decimal.
  const exact = Number.isSafeInteger(cents) && Math.abs(dollars * 100 - cents) < 1e-6 * Math.max(1, Math.abs(cents))
  return exact ? cents : null
}

/** Throws for what is no number: an amount that is missing must never be shown as $0.00. */
export function dollarsFromCents(cents: number): number {
  if (!Number.isFinite(cents)) throw new TypeError(`No amount of cents: ${String(cents)}`)
  return cents / 100
}

/** The same for an amount that may be unknown. */
export const dollarsOrNull = (cents: number | null) => (cents === null ? null : dollarsFromCents(cents))

const US_DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `$1,234.50`. */
export const formatCents = (cents: number): string => US_DOLLARS.format(cents / 100)
