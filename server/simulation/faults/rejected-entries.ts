import type { Planner } from './planner.ts'

/** The event is missing in the log then, and what its entry changes in the bid's row is not. */
const KINDS = ['armed', 'reread', 'sent', 'answered', 'settled'] as const

/** Lets the database reject the first entry about one kind of event of one bid, however often it is written. */
export function planRejectedEntries({ world, chance, bids }: Planner) {
  const kind = chance.oneOf(KINDS)
  const bid = bids[chance.whole(0, bids.length - 1)]
  if (bid) world.rejected = { bidId: bid.bidId, kind, key: null }
}
