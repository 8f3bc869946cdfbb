import { formatCents } from '@bidwell/contract'

/** Whole cents for an amount in dollars from the API. Compare and subtract cents, never dollars. */
export const centsOf = (dollars: number): number => Math.round(dollars * 100)

/** `$1,234.50`. */
export const formatDollars = (dollars: number): string => formatCents(centsOf(dollars))

/** Parses typed dollars (`$1,234.5`, `12`) to cents; null when the text is not an amount in whole cents. */
export function centsFromTyped(typed: string): number | null {
  const text = typed.trim().replace(/^\$\s*/, '')
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{0,2}))?$/.exec(text)
  if (!match || !/\d/.test(text)) return null
  const dollars = Number((match[1] ?? '0').replaceAll(',', ''))
  return dollars * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}
