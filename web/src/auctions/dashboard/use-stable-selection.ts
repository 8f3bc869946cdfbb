import { useState } from 'react'

/**
 * The first lot of the list; it stays selected for as long as it is listed, so that the detail beside the list never
 * changes to another lot while the user works in it.
 */
export function useStableSelection(order: readonly number[]): number | null {
  const [selected, setSelected] = useState<number | null>(null)
  const next = selected !== null && order.includes(selected) ? selected : (order[0] ?? null)
  if (next !== selected) setSelected(next)
  return next
}
