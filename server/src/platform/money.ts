/** Money is integer cents inside. These are the only doors to and from decimal dollars. */

/** Dollars as the API and the site send them (at most two decimals) to cents; null when they are not exact cents. */
export function centsFromDollars(dollars: number): number | null {
  if (!Number.isFinite(dollars)) return null
  const cents = Math.round(dollars * 100)
  // A double holds two decimals exactly enough up to 2^53 cents; anything further off is a third decimal.
  const exact = Number.isSafeInteger(cents) && Math.abs(dollars * 100 - cents) < 1e-6 * Math.max(1, Math.abs(cents))
  return exact ? cents : null
}

export const dollarsFromCents = (cents: number): number => cents / 100

/** `$1,234.50`, as people read it. */
export function formatCents(cents: number): string {
  return DOLLARS.format(cents / 100)
}

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
