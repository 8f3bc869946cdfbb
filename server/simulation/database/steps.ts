import type { BidEvent, BidEventDetail } from '../../src/bids/log/bid-event.ts'
import type { Ask } from '../../src/engine/core/groups/decide-grant.ts'
import type { Claim, ClaimQuery, JournalEntry, Progress } from '../../src/engine/core/ports.ts'
import type { Change, ModelDatabase, OperatorPause } from '../store/model-database.ts'
import type { Reading } from '../store/note-readings.ts'
import type { DrawnEntry, OpenChange, Operation, Terms, When } from './operations.ts'

/** An operation on bids, accounts, listings and engines that exist. Instants are epoch ms on the site's clock. */
export type Step = { at: number } & (
  | { kind: 'schedule'; bidId: number; accountId: number; auctionId: string; maxBidCents: number; leadMs: number }
  | { kind: 'request_change'; request: Request }
  | { kind: 'pause' | 'resume'; accountId: number }
  | { kind: 'operator_pause'; state: OperatorPause }
  | { kind: 'end_paused_bids' }
  | { kind: 'restore' }
  | { kind: 'keep'; bidId: number }
  | { kind: 'store_login' | 'remove_login'; accountId: number }
  | { kind: 'note_readings'; engineId: number; readings: Reading[] }
  | { kind: 'renew' | 'peers' | 'held'; engineId: number }
  | { kind: 'connect'; engineId: number; isConnected: boolean }
  | { kind: 'note_fitness'; engineId: number; unfitReason: string | null }
  | { kind: 'claim'; engineId: number; query: ClaimQuery; during: Request | null }
  | { kind: 'lock_in'; engineId: number; lockIns: LockIn[]; during: Request | null }
  | { kind: 'ask'; engineId: number; asks: Ask[] }
  | { kind: 'release'; engineId: number; claim: Claim }
  | { kind: 'record'; engineId: number; entries: JournalEntry[] }
)

export type Request = { bidId: number; change: Change }
export type LockIn = { claim: Claim; at: number; notSentBefore: number }

/** The instant at which every sequence starts. */
export const START = Date.UTC(2030, 0, 1)

/** The state after some steps of a sequence: the model's rows, all claims so far, and the time. */
export type SequenceState = { database: ModelDatabase; claims: EngineClaim[]; now: number }

export type EngineClaim = Claim & { engineId: number }

/** The step of an operation; null when the bid or the claim that it needs does not exist. */
export function stepOf(operation: Operation, state: SequenceState): Step | null {
  const at = instantOf(operation.when, state)
  switch (operation.kind) {
    case 'schedule':
      return scheduleStep(operation, state, at)
    case 'regroup': {
      const { group } = operation
      const request = requestOf({ bid: operation.bid, change: { kind: 'regroup', groupId: group } }, state)
      return request && { at, kind: 'request_change', request }
    }
    case 'request_change': {
      const request = requestOf(operation, state)
      return request && { at, kind: 'request_change', request }
    }
    case 'pause':
    case 'resume':
    case 'store_login':
    case 'remove_login':
      return { at, kind: operation.kind, accountId: operation.account + 1 }
    case 'operator_pause':
      return { at, kind: 'operator_pause', state: operation.state }
    case 'end_paused_bids':
    case 'restore':
      return { at, kind: operation.kind }
    case 'keep': {
      const bid = oneOf([...state.database.bids.values()], operation.bid)
      return bid && { at, kind: 'keep', bidId: bid.bidId }
    }
    case 'note_readings':
      return {
        at,
        kind: 'note_readings',
        engineId: operation.engine + 1,
        readings: operation.readings.map(({ listing, ageMs, endsInMs, closed, resolutionMs }) => ({
          auctionId: String(listing + 1),
          currentPriceCents: 1_000 + 100 * listing,
          minimumBidCents: 1_000 + 100 * listing,
          endsAt: at + endsInMs,
          closed,
          clock: { siteTime: at - ageMs, sentAt: 0, receivedAt: 0, resolutionMs },
        })),
      }
    case 'renew':
    case 'peers':
    case 'held':
      return { at, kind: operation.kind, engineId: operation.engine + 1 }
    case 'connect':
      return { at, kind: 'connect', engineId: operation.engine + 1, isConnected: operation.isConnected }
    case 'note_fitness':
      return { at, kind: 'note_fitness', engineId: operation.engine + 1, unfitReason: operation.unfitReason }
    case 'claim':
      return claimStep(operation, state, at)
    case 'lock_in':
      return lockInStep(operation, state, at)
    case 'ask':
      return askStep(operation, state, at)
    case 'release': {
      const claim = oneOf(state.claims, operation.claim)
      return claim && { at, kind: 'release', engineId: operation.engine + 1, claim }
    }
    case 'record': {
      const entries = operation.entries.flatMap((entry) => entryOf(entry, state, at))
      return entries.length === 0 ? null : { at, kind: 'record', engineId: operation.engine + 1, entries }
    }
  }
}

/** Null where the product refuses a new bid: on a closed listing, and beside a pending bid of the same account. */
export function scheduleStep(
  { account, listing, maxBidCents, leadMs }: Terms,
  { database }: SequenceState,
  at: number,
): Step | null {
  const [accountId, auctionId] = [account + 1, String(listing + 1)]
  const isTaken = [...database.bids.values()].some(
    (bid) => bid.accountId === accountId && bid.auctionId === auctionId && bid.status === 'pending',
  )
  if (isTaken || database.listings.get(auctionId)?.close) return null
  return { at, kind: 'schedule', bidId: database.bids.size + 1, accountId, auctionId, maxBidCents, leadMs }
}

function claimStep(operation: Extract<Operation, { kind: 'claim' }>, state: SequenceState, at: number): Step {
  const { uncertaintyMs, horizonMs, includeBeyondHorizon, capacity } = operation
  const expired = operation.expired.map(({ engine, missedHeartbeats, isJournalReplayed }) => {
    const engineId = engine + 1
    const heartbeat = (state.database.engines.get(engineId)?.heartbeat ?? 0) - missedHeartbeats
    return { engineId, heartbeat, isJournalReplayed }
  })
  const query = { siteTime: at, uncertaintyMs, dueBefore: at + horizonMs, expired, includeBeyondHorizon, capacity }
  return { at, kind: 'claim', engineId: operation.engine + 1, query, during: requestOf(operation.during, state) }
}

function lockInStep(operation: Extract<Operation, { kind: 'lock_in' }>, state: SequenceState, at: number): Step | null {
  const lockIns = operation.lockIns.flatMap(({ claim, agoMs, sendsInMs }) => {
    const claimed = oneOf(state.claims, claim)
    return claimed ? [{ claim: claimed, at: at - agoMs, notSentBefore: at + sendsInMs }] : []
  })
  const [first] = lockIns
  if (!first) return null
  const engineId = operation.engine === null ? first.claim.engineId : operation.engine + 1
  // A claim is locked in once: with two times for one claim, either might be stored.
  const unique = [...new Map(lockIns.map((it) => [`${it.claim.bidId}/${it.claim.fence}`, it])).values()]
  return { at, kind: 'lock_in', engineId, lockIns: unique, during: requestOf(operation.during, state) }
}

/** Of the bids that an engine holds, those that a number stands for ask. */
function askStep(operation: Extract<Operation, { kind: 'ask' }>, state: SequenceState, at: number): Step | null {
  const asking = operation.claims.flatMap((claim) => oneOf(state.claims, claim) ?? [])
  const [first] = asking
  if (!first) return null
  const engineId = operation.engine === null ? first.engineId : operation.engine + 1
  const unique = [...new Map(asking.map((it) => [it.bidId, it])).values()]
  const asks = unique.map(({ bidId, fence }) => {
    const bid = state.database.bids.get(bidId)
    return { bidId, fence, at, endsAt: bid ? bid.fireAt + bid.leadMs : at }
  })
  return { at, kind: 'ask', engineId, asks }
}

const EVENT_DETAILS: Record<'sent' | 'settled', BidEventDetail> = {
  sent: { kind: 'checking', because: 'reset' },
  settled: { kind: 'settled', outcome: 'won', finalPriceCents: 1_200 },
}

function entryOf({ claim, events, progress }: DrawnEntry, { claims }: SequenceState, at: number): JournalEntry[] {
  const claimed = oneOf(claims, claim)
  if (!claimed) return []
  const { bidId, fence } = claimed
  const eventOf = ({ key, agoMs, detail }: DrawnEntry['events'][number]): BidEvent => ({
    key: `00000000-0000-4000-8000-${String(key).padStart(12, '0')}`,
    bidId,
    at: at - agoMs,
    uncertaintyMs: 1,
    engineId: 1,
    fence,
    detail:
      typeof detail === 'string'
        ? EVENT_DETAILS[detail]
        : { kind: 'end_moved', from: START, to: START + detail.movesEndToMs },
  })
  return [{ bidId, fence, events: events.map(eventOf), progress: progressOf(progress, at) }]
}

function progressOf(progress: DrawnEntry['progress'], at: number): Progress | null {
  if (progress?.to !== 'finished') return progress && { to: progress.to, at: at - progress.agoMs }
  const { status } = progress
  const outcome = status === 'failed' ? 'site_down' : status
  const lossProof = ({ won: null, lost: 'other_bidder_won', failed: 'never_sent' } as const)[status]
  return { to: 'finished', at, status, outcome, priceCents: 1_200, siteMessage: '', errorDetail: null, lossProof }
}

/** No step happens before the previous step. */
function instantOf(when: When, { database, now }: SequenceState): number {
  if ('afterMs' in when) return now + when.afterMs
  const bid = oneOf([...database.bids.values()], when.bid)
  return Math.max(now, (bid?.[when.near] ?? now) + when.offsetMs)
}

function requestOf(request: OpenChange, { database }: SequenceState): Request | null {
  const bid = request && oneOf([...database.bids.values()], request.bid)
  return bid ? { bidId: bid.bidId, change: request.change } : null
}

/** The latest thing for 0, and an earlier thing for each higher number. */
const oneOf = <T>(things: readonly T[], number: number): T | null =>
  things.at(-1 - (number % (things.length || 1))) ?? null
