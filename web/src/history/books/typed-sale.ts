import type { Sale } from '@bidwell/contract'

/** The fields of a sale, as typed. */
export type TypedSale = { [Field in keyof Sale]: string }

/** What the fields begin with. `today` is such as `2026-11-26`. */
export const typedOf = (sale: Sale | null, today: string): TypedSale => ({
  sold_for: sale?.sold_for?.toFixed(2) ?? '',
  fees: sale?.fees?.toFixed(2) ?? '',
  sold_on: sale?.sold_on ?? today,
  sold_at: sale?.sold_at ?? '',
  refund: sale?.refund?.toFixed(2) ?? '',
})

/** Not a number where no amount can be read. Without an amount nothing is sold, and the day that stood there means nothing. */
export function saleOfTyped(typed: TypedSale): Sale {
  const sold_for = amountOf(typed.sold_for)
  return {
    sold_for,
    fees: amountOf(typed.fees) ?? (sold_for === null ? null : 0),
    sold_on: sold_for === null ? null : typed.sold_on || null,
    sold_at: typed.sold_at.trim() || null,
    refund: amountOf(typed.refund),
  }
}

function amountOf(typed: string): number | null {
  const text = typed.replaceAll(/[$\s]/g, '')
  if (text === '') return null
  const isAmount = /^-?(\d{1,3}(,\d{3})+|\d*)(\.\d*)?$/.test(text) && /\d/.test(text)
  return isAmount ? Number(text.replaceAll(',', '')) : Number.NaN
}
