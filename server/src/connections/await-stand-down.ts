import { messages, type NotStopped } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'
import type { Db } from '../platform/database/tables.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { hasLoginChanged } from './login-version.ts'

const CONFIRM_TIMEOUT_MS = 5_000
const POLL_INTERVAL_MS = 40

/**
 * Waits, after an account's login was removed or replaced, until engines have released every bid that could still be
 * sent with the former login. Returns the bids that were locked in before and, after a timeout, those that an engine
 * still holds.
 */
export async function awaitStandDown(
  { db, clock, confirmTimeoutMs = CONFIRM_TIMEOUT_MS }: Ctx,
  accountId: number,
): Promise<NotStopped[]> {
  let held: HeldBid[] = []
  const allReleased = async () => {
    held = await findHeldBids(db, accountId)
    return held.every(({ locked_in_at }) => locked_in_at !== null) || null
  }
  await pollUntil(clock, allReleased, { everyMs: POLL_INTERVAL_MS, forMs: confirmTimeoutMs })
  return held.map(presentHeld)
}

type HeldBid = Awaited<ReturnType<typeof findHeldBids>>[number]

/**
 * The pending bids of an account that an engine may send with a former login: it claimed them under another one, or they
 * were locked in when it claimed them without one, so that it sends them with any login stored since.
 */
const findHeldBids = (db: Db, accountId: number) =>
  db
    .selectFrom('bids as b')
    .innerJoin('listings as l', 'l.id', 'b.listing_id')
    .select(['b.id', 'b.locked_in_at', 'l.auction_id', 'l.title'])
    .where('b.account_id', '=', accountId)
    .where('b.status', '=', 'pending')
    .where('b.engine_id', 'is not', null)
    .where(sql<boolean>`(${hasLoginChanged} or (b.login_version is null and b.locked_in_at is not null))`)
    .orderBy('b.fire_at')
    .execute()

const presentHeld = ({ id, auction_id, title, locked_in_at }: HeldBid): NotStopped => ({
  id,
  auction_id,
  title,
  ...(locked_in_at
    ? { because: 'locked_in', message: messages.bid.lockedInBeforeLoginChange }
    : { because: 'not_confirmed', message: messages.bid.loginChangeNotConfirmed }),
})
