import { dollarsFromCents, dollarsOrNull, messages } from '@bidwell/contract'
import type { Updateable } from 'kysely'
import { type AuctionRecord, findTrackedAuction } from '../../auctions/auction-queries.ts'
import { getFreshListing } from '../../auctions/listings/get-fresh-listing.ts'
import { noteAuction } from '../../auctions/note-auction.ts'
import { trackAuction } from '../../auctions/track-auction.ts'
import type { Ctx } from '../../context/ctx.ts'
import { isLive, sessionById } from '../../identity/sessions/session-queries.ts'
import { SiteError } from '../../marketplace/site-error.ts'
import type { Tables } from '../../platform/database/generated-tables.ts'
import type { Db, Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'
import { findPendingBid } from '../bid-queries.ts'
import { scheduleBid } from '../schedule-bid.ts'

/** `begun`: the import has tracked the auction, and its note or bid may be missing. */
type OpenState = 'waiting' | 'begun'

export type LineToDo = {
  importId: number
  accountId: number
  /** Whose user had the maxima bid; null: nobody did. */
  sessionId: string | null
  confirmsHigh: boolean
  line: number
  auctionId: string
  /** Null for no bid. */
  maxCents: number | null
  seconds: number
  note: string
  /** How often it has failed for a reason that may pass. */
  attempts: number
  state: OpenState
}

/** How a line ends that does not bid. */
type Ending = 'tracked' | 'already_tracked' | 'failed'

/** `trackAuction` and `scheduleBid` take a reading of this age for a new one, and so make none in the user's name. */
const FRESH_FOR_MS = 5_000
const MAX_ATTEMPTS = 3

/** The line was cancelled, or another process has done it: the transaction of its effect must not commit. */
class NotToDo extends Error {}

/**
 * Tracks the auction of a line, notes it, and bids on it. Tracking and bidding change the state of the line in the same transaction, and
 * a note that stands is left alone: a line whose process has died is done again from its beginning. Returns how long the import's next
 * line waits, ms. Throws what is no failure on purpose, and counts it as an attempt.
 */
export async function doLine(ctx: Ctx, line: LineToDo): Promise<number> {
  let endsAs: Ending = line.state === 'begun' ? 'tracked' : 'failed'
  try {
    const tracked = line.state === 'waiting' ? await track(ctx, line) : null
    if (tracked) endsAs = tracked.alreadyTracked ? 'already_tracked' : 'tracked'
    const lostMax = tracked && isMaxLost(line, tracked.auction) ? messages.importing.maxNotKept : null
    const unnoted = await note(ctx, line)
    const bidding = await bid(ctx, line, unnoted)
    if (bidding === 'scheduled') return 0
    await advance(ctx.db, line, { state: endsAs, fault: bidding.fault ?? unnoted ?? lostMax })
    return 0
  } catch (error) {
    return error instanceof NotToDo ? 0 : endOrRetry(ctx, line, endsAs, error)
  }
}

/** An auction that is tracked already stays as it is. */
async function track(ctx: Ctx, line: LineToDo) {
  const { accountId, auctionId, maxCents, seconds } = line
  if (!(await trackedOf(ctx, line))) await readFirst(ctx, line)
  const plan = { max_bid: dollarsOrNull(maxCents), bid_timing_preference: String(seconds) }
  const inTransaction = (tx: Tx) => advance(tx, line, { state: 'begun' }, ['waiting'])
  return trackAuction(ctx, { accountId, inTransaction }, { auction_id: auctionId, ...plan })
}

/** Reads the item behind what people wait for. `trackAuction` and `scheduleBid` then find the reading. */
const readFirst = (ctx: Ctx, { auctionId }: LineToDo) =>
  getFreshListing(ctx, { by: 'refresh' }, auctionId, FRESH_FOR_MS)

/** Whether the line has a maximum that nobody ticked, and that is neither the plan nor the bid of the tracked auction. */
const isMaxLost = ({ sessionId, maxCents }: LineToDo, { max_bid_cents }: AuctionRecord) =>
  sessionId === null && maxCents !== null && maxCents !== max_bid_cents

/** A note that is there already stays. Returns why the note is not written; null where it is. */
async function note(ctx: Ctx, line: LineToDo): Promise<string | null> {
  if (line.note === '') return null
  const tracked = await trackedOf(ctx, line)
  if (!tracked) return messages.importing.removedInside
  try {
    await noteAuction(ctx, { accountId: line.accountId }, { id: tracked.id, note: line.note, replaces: '' })
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code === 'conflict' ? messages.importing.noteKept : error.message
  }
}

/**
 * A bid that stands stays, and is no fault where it is the one that the line asks for: a file that is imported again changes nothing.
 * With a new bid, the line has ended, with `fault` for what else it could not do. Otherwise returns why there is none; null where none
 * is wanted.
 */
async function bid(ctx: Ctx, line: LineToDo, fault: string | null): Promise<'scheduled' | { fault: string | null }> {
  const { accountId, sessionId, confirmsHigh, auctionId, maxCents, seconds } = line
  const { bidKept, noBid, removedInside, signedOut } = messages.importing
  if (sessionId === null || maxCents === null) return { fault: null }
  const tracked = await trackedOf(ctx, line)
  if (!tracked) return { fault: noBid(removedInside) }
  const standing = await findPendingBid(ctx.db, accountId, tracked.id)
  if (standing) {
    const { max_bid_cents, all_in_cents, seconds_before_end } = standing
    const isAsAsked = all_in_cents === null && max_bid_cents === maxCents && seconds_before_end === seconds
    return { fault: isAsAsked ? null : noBid(bidKept) }
  }
  await readFirst(ctx, line)
  const inTransaction = async (tx: Tx) => {
    // `scheduleBid` would change that bid.
    if (await findPendingBid(tx, accountId, tracked.id)) throw new AppError('conflict', bidKept)
    // A session that has expired is stored for some days more.
    const session = await sessionById(tx, sessionId)
    if (!session || !isLive(session, ctx.clock.now())) throw new AppError('session_revoked', messages.session.expired)
    await advance(tx, line, { state: 'scheduled', fault })
  }
  const maxBid = dollarsFromCents(maxCents)
  const order = { auctionId, maxBid, secondsBeforeEnd: seconds, ...(confirmsHigh && { confirmMaxBid: maxBid }) }
  try {
    await scheduleBid(ctx, { accountId, sessionId, provenAt: 0, inTransaction }, order)
    return 'scheduled'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { fault: error.code === 'session_revoked' ? signedOut : noBid(error.message) }
  }
}

const trackedOf = ({ db, marketplace }: Ctx, { accountId, auctionId }: LineToDo) =>
  findTrackedAuction(db, accountId, marketplace.id, auctionId)

/** Throws `NotToDo` when the line was cancelled, or done by another process. */
async function advance(
  db: Db,
  { importId, line }: LineToDo,
  change: Updateable<Tables['import_lines']>,
  from: readonly OpenState[] = ['waiting', 'begun'],
) {
  const { numUpdatedRows } = await db
    .updateTable('import_lines')
    .set(change)
    .where('import_id', '=', importId)
    .where('line', '=', line)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new NotToDo()
}

/**
 * Ends a line that cannot be done. What may pass is tried again, after all other lines, and what says nothing about the item counts as no
 * attempt. Returns how long the next line waits, ms.
 */
async function endOrRetry(ctx: Ctx, line: LineToDo, endsAs: Ending, error: unknown): Promise<number> {
  const isUnexpected = !(error instanceof AppError)
  const waitMs = isUnexpected ? 0 : (error.retryAfterMs ?? 0)
  if (!isUnexpected && (await mustWait(ctx, error))) return waitMs
  const attempts = line.attempts + 1
  const isTriedAgain = (isUnexpected || error.code === 'site_unavailable') && attempts < MAX_ATTEMPTS
  const fault = isUnexpected ? messages.generic.internalError : error.message
  const change = isTriedAgain ? { attempts } : { attempts, state: endsAs, fault }
  await advance(ctx.db, line, change).catch((late: unknown) => {
    if (!(late instanceof NotToDo)) throw late
  })
  if (isUnexpected) throw error
  return waitMs
}

/**
 * Whether it says nothing about the item: people's reads go first, the site is failing, or nobody has asked it, as while a process
 * that has died still holds the read of the item.
 */
const mustWait = async ({ readBudget }: Ctx, { code, cause }: AppError) =>
  code === 'rate_limited' ||
  (code === 'site_unavailable' && (!(cause instanceof SiteError) || (await readBudget.state()).state === 'backing_off'))
