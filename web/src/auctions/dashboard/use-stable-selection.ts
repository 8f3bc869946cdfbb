import { useState } from 'react'

/**
 * The first lot of the list, and then that same one for as long as it is in the list: the detail beside the list must
 * not turn into another lot's under somebody's hand.
 */
export function useStableSelection(order: readonly number[]): number | null {
  const [staying, setStaying] = useState<number | null>(null)
  const wanted = staying !== null && order.includes(staying) ? staying : (order[0] ?? null)
  if (wanted !== staying) setStaying(wanted)
  return wanted
}
