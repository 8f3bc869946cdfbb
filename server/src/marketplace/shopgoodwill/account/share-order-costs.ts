import type { Order } from '../../marketplace.ts'

/**
 * The rows of one order, each with its part by price of the order's shipping and of its tax. The parts of a sum add up to it
 * exactly. Handling is charged for each item. Pure.
 */
export function shareOrderCosts(rows: readonly Order[]): Order[] {
  const prices = rows.map(({ priceCents }) => priceCents)
  const shippings = rows.map(({ shippingCents }) => shippingCents)
  const taxes = rows.map(({ taxCents }) => taxCents)
  // Items of one price have even parts, to the cent: where one of the sums is not the same on each row, neither is repeated.
  const isSplit = areEqual(prices) && !(areEqual(shippings) && areEqual(taxes))
  const [shippingParts, taxParts] = [shippings, taxes].map((amounts) => partsOf(sumOf(amounts, isSplit), prices))
  return rows.map((row, index) => ({
    ...row,
    shippingCents: shippingParts?.[index] ?? null,
    taxCents: taxParts?.[index] ?? null,
    itemsInOrder: rows.length,
  }))
}

type Amounts = readonly (number | null)[]

const told = (amounts: Amounts): number[] => amounts.filter((amount) => amount !== null)

const areEqual = (amounts: Amounts): boolean => new Set(told(amounts)).size <= 1

const added = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/**
 * A sum of an order. No source tells whether its rows repeat the sum, have it on the first of them, or split it. The same amount
 * on each row is either the sum or an even part of it: it counts once, since an order is one parcel with one line of shipping and
 * one of tax on its receipt.
 */
function sumOf(amounts: Amounts, isSplit: boolean): number | null {
  const [first = null] = told(amounts)
  return !isSplit && areEqual(amounts) ? first : added(told(amounts))
}

/** The parts of a sum by price; even ones while a price is not known. */
function partsOf(sum: number | null, prices: Amounts): (number | null)[] {
  if (sum === null) return prices.map(() => null)
  const weights = prices.every((price) => price) ? told(prices) : prices.map(() => 1)
  const all = added(weights)
  const upTo = (count: number) => Math.round(sum * (added(weights.slice(0, count)) / all))
  return weights.map((_, index) => upTo(index + 1) - upTo(index))
}
