import { BID } from '../limits.ts'

/** The instant from which a bid can no longer be changed or cancelled. Both are epoch ms on the site's clock. */
export const changeDeadline = (fireAt: number): number => fireAt - BID.lockInBeforeMs
