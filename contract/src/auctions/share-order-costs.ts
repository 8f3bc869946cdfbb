/** What a row of an order says of its costs, in cents; null for what it does not say. */
export type OrderCosts = {
  priceCents: number | null
  shippingCents: number | null
  taxCents: number | null
  itemsInOrder: number
}

/**
 * The rows of one order, each with its part by price of the order's shipping and of its tax. The parts of a sum add up to it
 * exactly. Handling is charged for each item. Pure.
 */
export function shareOrderCosts<Row extends OrderCosts>(rows: readonly Row[]): Row[] {
  const prices = rows.map(({ priceCents }) => priceCents)
  const shippings = rows.map(({ shippingCents }) => shippingCents)
  const taxes = rows.map(({ taxCents }) => taxCents)
  const isSplit = areSplit(prices, [shippings, taxes])
  const [shippingParts, taxParts] = [shippings, taxes].map((amounts) => partsOf(sumOf(amounts, isSplit), prices))
  return rows.map((row, index) => ({
    ...row,
    shippingCents: shippingParts?.[index] ?? null,
    taxCents: taxParts?.[index] ?? null,
    itemsInOrder: rows.length,
  }))
}

/** Amounts of the rows of an order, in cents. */
export type Amounts = readonly (number | null)[]

/**
 * Whether the rows of an order have parts of its sums. Items of one price have even parts, to the cent: where one of the sums is not
 * the same on each row, none is repeated.
 */
export const areSplit = (prices: Amounts, sums: readonly Amounts[]): boolean =>
  areEqual(prices) && !sums.every(areEqual)

export const told = (amounts: Amounts): number[] => amounts.filter((amount) => amount !== null)

export const areEqual = (amounts: Amounts): boolean => new Set(told(amounts)).size <= 1

export const added = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/**
 * A sum of an order. No source tells whether its rows repeat the sum, have it on the first of them, or split it. The same amount
 * on each row is either the sum or an even part of it: it counts once, since an order is one parcel with one line of shipping and
 * one of tax on its receipt.
 */
export function sumOf(amounts: Amounts, isSplit: boolean): number | null {
  const [first = null] = told(amounts)
  return first === null || (!isSplit && areEqual(amounts)) ? first : added(told(amounts))
}

/** The parts of a sum by price; even ones while a price is not known. */
export function partsOf(sum: number | null, prices: Amounts): (number | null)[] {
  if (sum === null) return prices.map(() => null)
  const weights = prices.every((price) => price) ? told(prices) : prices.map(() => 1)
  const all = added(weights)
  let [weight, before] = [0, 0]
  return weights.map((each) => {
    weight += each
    const until = Math.round(sum * (weight / all))
    const part = until - before
    before = until
    return part
  })
}
