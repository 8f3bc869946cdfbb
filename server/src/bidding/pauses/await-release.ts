import type { Ctx } from '../../context/ctx.ts'
import type { Db } from '../../platform/database/tables.ts'
import { pollUntil } from '../../platform/poll-until.ts'

/** What pauses need: the command of the operator has no client of the site. */
export type PauseParts = Pick<Ctx, 'db' | 'clock' | 'confirmTimeoutMs'> & { marketplace: { readonly id: string } }

const CONFIRM_TIMEOUT_MS = 5_000
const POLL_INTERVAL_MS = 40

/** A bid that a pause has not stopped: it was locked in before, or an engine still holds it. */
export type UnstoppedBid = Awaited<ReturnType<typeof findUnstoppedBids>>[number]

/**
 * Waits until engines have released every bid that the pause of an account, or of all accounts, can still stop. Returns
 * the bids that were locked in before the pause and, after a timeout, those that an engine still holds.
 */
export async function awaitRelease(
  { db, clock, confirmTimeoutMs = CONFIRM_TIMEOUT_MS }: PauseParts,
  accountId: number | null,
): Promise<UnstoppedBid[]> {
  let unstopped: UnstoppedBid[] = []
  const allReleased = async () => {
    unstopped = await findUnstoppedBids(db, accountId)
    return unstopped.every(({ locked_in_at }) => locked_in_at !== null) || null
  }
  const forMs = Math.min(confirmTimeoutMs, CONFIRM_TIMEOUT_MS)
  await pollUntil(clock, allReleased, { everyMs: POLL_INTERVAL_MS, forMs })
  return unstopped
}

async function findUnstoppedBids(db: Db, accountId: number | null) {
  let bids = db
    .selectFrom('bids as b')
    .innerJoin('listings as l', 'l.id', 'b.listing_id')
    .select(['b.id', 'b.locked_in_at', 'l.auction_id', 'l.title'])
    .where('b.status', '=', 'pending')
    .where('b.restored_from', 'is', null)
    .where((bid) => bid.or([bid('b.engine_id', 'is not', null), bid('b.locked_in_at', 'is not', null)]))
    .orderBy('b.fire_at')
  if (accountId !== null) bids = bids.where('b.account_id', '=', accountId)
  return bids.execute()
}
