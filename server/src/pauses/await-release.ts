import type { Marketplace } from '../marketplace/marketplace.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { pollUntil } from '../platform/poll-until.ts'

export type PauseDeps = {
  db: Db
  clock: Clock
  marketplace: Pick<Marketplace, 'id'>
  /** How long engines have to release what is paused. */
  confirmTimeoutMs?: number
}

const CONFIRM_TIMEOUT_MS = 5_000
const LOOK_EVERY_MS = 40

/** Bids that a pause has not stopped; `locked_in_at` tells those that it came too late for. */
export type UnstoppedBid = Awaited<ReturnType<typeof findUnstoppedBids>>[number]

/**
 * Waits until engines have let go of all that a pause can still stop. Answers what has not been stopped: bids locked in
 * before, and, once the time is up, those that an engine holds on to.
 */
export async function awaitRelease(
  deps: Omit<PauseDeps, 'marketplace'>,
  accountId: number | null,
): Promise<UnstoppedBid[]> {
  const { db, clock, confirmTimeoutMs = CONFIRM_TIMEOUT_MS } = deps
  let left: UnstoppedBid[] = []
  const look = async () => {
    left = await findUnstoppedBids(db, accountId)
    return left.every(({ locked_in_at }) => locked_in_at !== null) || null
  }
  await pollUntil(clock, look, { everyMs: LOOK_EVERY_MS, forMs: Math.min(confirmTimeoutMs, CONFIRM_TIMEOUT_MS) })
  return left
}

async function findUnstoppedBids(db: Db, accountId: number | null) {
  let bids = db
    .selectFrom('bids as b')
    .innerJoin('listings as l', 'l.id', 'b.listing_id')
    .select(['b.id', 'b.locked_in_at', 'l.auction_id', 'l.title'])
    .where('b.status', '=', 'pending')
    .where((bid) => bid.or([bid('b.engine_id', 'is not', null), bid('b.locked_in_at', 'is not', null)]))
    .orderBy('b.fire_at')
  if (accountId !== null) bids = bids.where('b.account_id', '=', accountId)
  return bids.execute()
}
