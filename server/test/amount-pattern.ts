/**
 * Finds an amount, given in dollars, as dollars or as cents, and not digits of a longer number or word: a measured time, a
 * size, an instant or a random address may have them by chance.
 */
export function amountPattern(amount: number): RegExp {
  const cents = Math.round(amount * 100)
  const [dollars = '', rest] = (cents / 100).toFixed(2).split('.')
  const grouped = dollars.replaceAll(/\B(?=(\d{3})+$)/g, ',?')
  const fraction = rest === '00' ? String.raw`(\.00)?` : String.raw`\.${rest}`
  return new RegExp(String.raw`(?<![\w.-])(${grouped}${fraction}|${cents})(?![.-]?\w)`)
}
