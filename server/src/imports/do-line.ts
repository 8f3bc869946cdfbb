import { dollarsFromCents, dollarsOrNull, messages } from '@bidwell/contract'
import type { Updateable } from 'kysely'
import { type AuctionRecord, findTrackedAuction } from '../auctions/auction-queries.ts'
import { getFreshListing } from '../auctions/listings/get-fresh-listing.ts'
import { noteAuction } from '../auctions/note-auction.ts'
import { trackAuction } from '../auctions/track-auction.ts'
import { type BidRecord, findPendingBids } from '../bids/bid-queries.ts'
import { refreshQuote } from '../bids/read-amounts.ts'
import { scheduleBid, type ScheduleDeps } from '../bids/schedule-bid.ts'
import { SiteError } from '../marketplace/site-error.ts'
import type { Tables } from '../platform/database/generated-tables.ts'
import type { Db, Tx } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { isLive, sessionById } from '../sessions/session-queries.ts'

type Step = 'track' | 'note' | 'bid'

export type LineToDo = {
  importId: number
  accountId: number
  /** Whose user had the maxima and delivered prices bid; null: nobody did. */
  sessionId: string | null
  confirmsHigh: boolean
  line: number
  auctionId: string
  /** A bid is set by one of both; null for no bid. */
  maxCents: number | null
  allInCents: number | null
  allowanceCents: number | null
  pickup: boolean
  noHandling: boolean
  seconds: number
  note: string
  /** How often it has failed for a reason that may pass. */
  attempts: number
  nextStep: Step
}

/** A user's verbs take a reading of this age for a new one, and so make none in the user's name. */
const FRESH_FOR_MS = 5_000
const MAX_ATTEMPTS = 3

/** The line was cancelled, or another process has done the step: the transaction of its effect must not commit. */
class NotToDo extends Error {}

/**
 * Does what is left of a line. Each step is noted in the transaction of its effect, so that a process that dies between any two of them
 * loses nothing, and nothing is done twice. Returns how long the import's next line waits, ms. Throws what is no failure on purpose,
 * and counts it as an attempt.
 */
export async function doLine(deps: ScheduleDeps, line: LineToDo): Promise<number> {
  let doing = line
  try {
    while (true) {
      const nextStep = await STEPS[doing.nextStep](deps, doing)
      // A bid by its delivered price may read a quote: that has a turn of its own.
      if (nextStep === null || (nextStep === 'bid' && line.allInCents !== null)) return 0
      doing = { ...doing, nextStep, attempts: 0 }
    }
  } catch (error) {
    if (error instanceof NotToDo) return 0
    return failed(deps, doing, error)
  }
}

const STEPS: Record<Step, (deps: ScheduleDeps, line: LineToDo) => Promise<Step | null>> = { track, note, bid }

const afterNote = ({ sessionId, maxCents, allInCents }: LineToDo): Step | null =>
  sessionId !== null && (maxCents ?? allInCents) !== null ? 'bid' : null
const afterTracking = (line: LineToDo): Step | null => (line.note === '' ? afterNote(line) : 'note')

/** An auction that is tracked already stays as it is, but for what the file adds to it. */
async function track(deps: ScheduleDeps, line: LineToDo): Promise<Step | null> {
  const { accountId, auctionId, maxCents, seconds } = line
  // Read behind what people wait for. The verb then finds the reading.
  if (!(await trackedOf(deps, line))) await getFreshListing(deps, { by: 'refresh' }, auctionId, FRESH_FOR_MS)
  const next = afterTracking(line)
  const record = (tx: Tx) => advance(tx, line, 'track', { result: 'tracked', next_step: next, attempts: 0 })
  const { auction, alreadyTracked } = await trackAuction(
    deps,
    { accountId, record },
    {
      auction_id: auctionId,
      max_bid: dollarsOrNull(maxCents),
      bid_timing_preference: String(seconds),
    },
  )
  if (!alreadyTracked) return next
  await advance(deps.db, line, 'track', {
    result: 'already_tracked',
    next_step: next,
    attempts: 0,
    ...(isMaxLost(line, auction) && { fault: messages.importing.maxNotKept }),
  })
  return next
}

/** Whether the line has a maximum that nobody ticked, and that is neither the plan nor the bid of the tracked auction. */
const isMaxLost = ({ sessionId, maxCents }: LineToDo, { max_bid_cents }: AuctionRecord) =>
  sessionId === null && maxCents !== null && maxCents !== max_bid_cents

/** A note that is there already stays. */
async function note(deps: ScheduleDeps, line: LineToDo): Promise<Step | null> {
  const next = afterNote(line)
  const record = (tx: Tx) => advance(tx, line, 'note', { next_step: next })
  try {
    const { id, note: before } = await requireTracked(deps, line)
    if (before === line.note) await advance(deps.db, line, 'note', { next_step: next })
    else await noteAuction(deps, { accountId: line.accountId, record }, { id, note: line.note, replaces: '' })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const fault = error.code === 'conflict' ? messages.importing.noteKept : error.message
    await advance(deps.db, line, 'note', { next_step: next, fault })
  }
  return next
}

async function bid(deps: ScheduleDeps, line: LineToDo): Promise<null> {
  const { accountId, sessionId, auctionId, seconds, confirmsHigh } = line
  if (sessionId === null) throw new Error('A line without a bid has none to schedule')
  const amount = amountOf(line)
  const standing = await standingBid(deps, line)
  if (standing && isAsAsked(line, standing)) {
    await advance(deps.db, line, 'bid', { next_step: null })
    return null
  }
  if (!standing) {
    // As for tracking. Of an auction that was tracked before, nothing was read yet.
    await getFreshListing(deps, { by: 'refresh' }, auctionId, FRESH_FOR_MS)
    await readQuote(deps, line)
  }
  try {
    const { id } = await requireTracked(deps, line)
    const record = async (tx: Tx) => {
      // The verb would change that bid.
      if ((await findPendingBids(tx, accountId, id)).length > 0)
        throw new AppError('conflict', messages.importing.bidKept)
      // The jobs delete a session that has expired, and some days later.
      const session = await sessionById(tx, sessionId)
      if (!session || !isLive(session, deps.clock.now()))
        throw new AppError('session_revoked', messages.session.expired)
      await advance(tx, line, 'bid', { result: 'scheduled', next_step: null })
    }
    await scheduleBid(
      deps,
      { accountId, sessionId, provenAt: 0, record },
      {
        auctionId,
        ...amount,
        secondsBeforeEnd: seconds,
        ...(confirmsHigh && { confirmMaxBid: 'allIn' in amount ? amount.allIn : amount.maxBid }),
      },
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { signedOut, noBid } = messages.importing
    const fault = error.code === 'session_revoked' ? signedOut : noBid(error.message)
    await advance(deps.db, line, 'bid', { next_step: null, fault })
  }
  return null
}

async function standingBid(deps: ScheduleDeps, line: LineToDo) {
  const tracked = await trackedOf(deps, line)
  return tracked && (await findPendingBids(deps.db, line.accountId, tracked.id))[0]
}

/** Whether the standing bid is the one that the line asks for: a file that is imported again changes nothing. */
function isAsAsked({ maxCents, allInCents, pickup, noHandling, seconds }: LineToDo, bid: BidRecord) {
  const { seconds_before_end, max_bid_cents, all_in_cents, cost_basis } = bid
  if (seconds_before_end !== seconds || all_in_cents !== allInCents) return false
  if (allInCents === null) return max_bid_cents === maxCents
  // A quote may have taken the place of an allowance.
  return cost_basis?.pickup === pickup && (cost_basis.noHandling ?? false) === noHandling
}

/** What the line asks to bid, in dollars. */
function amountOf({ maxCents, allInCents, allowanceCents, pickup, noHandling }: LineToDo) {
  if (allInCents === null) return { maxBid: dollarsFromCents(maxCents ?? Number.NaN) }
  return {
    allIn: dollarsFromCents(allInCents),
    ...(allowanceCents !== null && { allowance: dollarsFromCents(allowanceCents) }),
    pickup,
    noHandling,
  }
}

/**
 * The quote for a delivered price is read behind what people wait for; the verb then finds it. One that cannot be read is worth other
 * tries, unless the line has an allowance in its place. Throws why it was not read.
 */
async function readQuote(deps: ScheduleDeps, line: LineToDo) {
  const { accountId, allInCents, allowanceCents, pickup, noHandling } = line
  const tracked = allInCents === null ? null : await trackedOf(deps, line)
  if (!tracked || allInCents === null) return
  const wish = { allInCents, allowanceCents, pickup, noHandling }
  const fault = await refreshQuote(deps, { accountId, reader: { by: 'refresh' } }, tracked.listing_id, { wish })
  if (fault === null || allowanceCents !== null || line.attempts + 1 >= MAX_ATTEMPTS) return
  const { siteName } = deps.marketplace
  throw fault instanceof AppError
    ? fault
    : new AppError('site_unavailable', messages.auction.siteUnavailable(siteName, fault.kind), { cause: fault })
}

const trackedOf = ({ db, marketplace }: ScheduleDeps, { accountId, auctionId }: LineToDo) =>
  findTrackedAuction(db, accountId, marketplace.id, auctionId)

async function requireTracked(deps: ScheduleDeps, line: LineToDo) {
  const tracked = await trackedOf(deps, line)
  if (!tracked) throw new AppError('not_found', messages.importing.removedInside)
  return tracked
}

/** Notes that a step is done. Throws `NotToDo` when it was done or cancelled before. */
async function advance(db: Db, line: LineToDo, step: Step, change: Updateable<Tables['import_lines']>) {
  const { numUpdatedRows } = await db
    .updateTable('import_lines')
    .set(change)
    .where('import_id', '=', line.importId)
    .where('line', '=', line.line)
    .where('next_step', '=', step)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new NotToDo()
}

/** Ends a line that cannot be done. What may pass is tried again, after all other lines. */
async function failed(deps: ScheduleDeps, line: LineToDo, error: unknown): Promise<number> {
  const isOurs = !(error instanceof AppError)
  const waitMs = isOurs ? 0 : (error.retryAfterMs ?? 0)
  if (!isOurs && (await mustWait(deps, error))) return waitMs
  const mayPass = isOurs || error.code === 'site_unavailable'
  const attempts = line.attempts + 1
  const fault = isOurs ? messages.generic.internalError : error.message
  const change =
    mayPass && attempts < MAX_ATTEMPTS
      ? { attempts }
      : { attempts, next_step: null, fault, ...(line.nextStep === 'track' && { result: 'failed' as const }) }
  await deps.db
    .updateTable('import_lines')
    .set(change)
    .where('import_id', '=', line.importId)
    .where('line', '=', line.line)
    .where('next_step', 'is not', null)
    .execute()
  if (isOurs) throw error
  return waitMs
}

/**
 * Whether it says nothing about the item: people's reads go first, the site is failing, or nobody has asked it, as while a process
 * that has died still holds the read of the item.
 */
const mustWait = async ({ readBudget }: ScheduleDeps, { code, cause }: AppError) =>
  code === 'rate_limited' ||
  (code === 'site_unavailable' && (!(cause instanceof SiteError) || (await readBudget.state()).state === 'backing_off'))
