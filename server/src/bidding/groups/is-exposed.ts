/** What tells whether a bid uses up one of its group's wins. */
export type Exposing = {
  status: string
  isGranted: boolean
  /** A proof shows that it cannot win. */
  isReleased: boolean
  /** Restored from a backup and not kept: it may have been sent before. */
  isRestored: boolean
}

/** Whether a bid uses up one of its group's wins. That it does not lead, or that its page is gone, proves nothing. Pure. */
export function isExposed({ status, isGranted, isReleased, isRestored }: Exposing): boolean {
  if (status === 'won') return true
  if (status === 'lost' || status === 'cancelled' || isReleased) return false
  return isGranted || status === 'executed' || (status === 'pending' && isRestored)
}
