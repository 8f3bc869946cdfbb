import { removeLogin, storeLogin } from '../store/change-login.ts'
import { claimBids } from '../store/claim-bids.ts'
import { addEngine, bidsHeldBy, findPeers, noteFitness, renewEngine } from '../store/engines.ts'
import { grantBids } from '../store/grant-bids.ts'
import { lockInBid } from '../store/lock-in-bid.ts'
import { type ModelBid, type ModelDatabase, openModelDatabase } from '../store/model-database.ts'
import { noteReadings } from '../store/note-readings.ts'
import { endPausedBids, pauseBidding, resumeBidding, setOperatorPause } from '../store/pause-bidding.ts'
import { recordEntries } from '../store/record-entries.ts'
import { releaseBid, requestChange } from '../store/request-change.ts'
import { askForBids, keepBid } from '../store/restore-bids.ts'
import { scheduleBid } from '../store/schedule-bid.ts'
import { ENGINES, LISTINGS } from './operations.ts'
import { type Request, START, type Step } from './steps.ts'

/** Whether other engines can see that an engine's process has ended, for each engine. */
export const IS_PROCESS_DEAD = [false, true, false] as const

export const endOfListing = (listing: number): number => START + 30_000 * (listing + 1)
export const FIRST_PRICE_CENTS = 1_000

/** Two groups, by their numbers. */
export const GROUPS = new Map([
  [1, { mostWins: 1, extraWins: 0, budgetCents: null }],
  [2, { mostWins: 1, extraWins: 1, budgetCents: 4_000 }],
])

/** The model with the engines and listings of a sequence. */
export function openModelSide() {
  const database = openModelDatabase()
  for (const [groupId, terms] of GROUPS) database.groups.set(groupId, terms)
  const connected = new Set<number>()
  for (let engine = 0; engine < ENGINES; engine++) {
    const engineId: number = addEngine(database, {
      isConnected: () => connected.has(engineId),
      isProcessDead: () => IS_PROCESS_DEAD[engine] === true,
    })
  }
  for (let listing = 0; listing < LISTINGS; listing++) {
    const auctionId = String(listing + 1)
    const endsAt = endOfListing(listing)
    database.listings.set(auctionId, {
      auctionId,
      priceCents: FIRST_PRICE_CENTS,
      endsAt,
      close: null,
      observedAt: null,
      nextBidCents: FIRST_PRICE_CENTS,
    })
  }
  return { database, perform: (step: Step) => perform(database, connected, step) }
}

/** Takes a step in the model. Returns what the database must return. */
function perform(database: ModelDatabase, connected: Set<number>, step: Step): unknown {
  const { at } = step
  switch (step.kind) {
    case 'schedule':
      scheduleBid(database, step)
      return step.bidId
    case 'request_change':
      return requestChange(database, step.request.bidId, step.request.change, at)
    case 'pause':
      return pauseBidding(database, step.accountId).map(idAndLock)
    case 'resume':
      return resumeBidding(database, step.accountId, at)
    case 'operator_pause':
      return setOperatorPause(database, step.state, at).map(idAndLock)
    case 'end_paused_bids':
      return endPausedBids(database, at)
    case 'restore':
      return askForBids(database)
    case 'keep':
      return keepBid(database, step.bidId)
    case 'store_login':
      return storeLogin(database, step.accountId)
    case 'remove_login':
      return removeLogin(database, step.accountId)
    case 'note_readings':
      return noteReadings(database, step.readings)
    case 'renew':
      return renewEngine(database, step.engineId)
    case 'peers':
      return findPeers(database, step.engineId)
    case 'held':
      return bidsHeldBy(database, step.engineId)
    case 'connect':
      if (step.isConnected) connected.add(step.engineId)
      else connected.delete(step.engineId)
      return undefined
    case 'note_fitness':
      return noteFitness(database, step.engineId, step.unfitReason)
    case 'claim':
      return duringChange(database, step, () => claimBids(database, step.engineId, step.query))
    case 'lock_in':
      return lockIn(database, step)
    case 'ask':
      return grantBids(database, step.engineId, step.asks)
    case 'release':
      return releaseBid(database, step.claim, at)
    case 'record':
      return recordEntries(database, step.entries)
  }
}

const idAndLock = ({ bidId, lockedInAt }: ModelBid) => ({ bidId, isLockedIn: lockedInAt !== null })

/** Works while an owner's transaction holds the row of a bid. */
function duringChange<T>(
  database: ModelDatabase,
  { at, during }: { at: number; during: Request | null },
  work: () => T,
) {
  if (!during) return { result: work() }
  const { bidId, change } = during
  const requested = requestChange(database, bidId, change, at)
  database.lockedRows.add(bidId)
  const result = work()
  database.lockedRows.delete(bidId)
  return { result, requested }
}

/** A bid whose row an owner's transaction holds is locked in after that transaction. */
function lockIn(database: ModelDatabase, step: Extract<Step, { kind: 'lock_in' }>) {
  return duringChange(database, step, () =>
    step.lockIns.map(({ claim, ...when }) => lockInBid(database, step.engineId, claim, when)),
  )
}
