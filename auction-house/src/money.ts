export const dollars = (cents: number) => cents / 100

/** `$1,234.50` */
export const dollarText = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

const AMOUNT = /^\d{1,7}(?:\.\d{1,2})?$/

/** Parses an amount of the protocol (`"25.00"` or `25`) to cents; undefined when it is not an amount of money. */
export function centsOf(amount: string | number) {
  const text = String(amount).trim()
  return AMOUNT.test(text) ? Math.round(Number(text) * 100) : undefined
}
