import type { Auction } from '@bidwell/contract'

/** Whether only urgent alerts of an auction go out. */
export const isMuted = ({ alertsMutedUntil }: Auction, now: number): boolean =>
  alertsMutedUntil !== null && alertsMutedUntil > now
