import type { BidOutcome } from '@bidwell/contract'
import type { BidEvent } from '../../bid-log/bid-event.ts'
import type { BidConnection, ClockSample, ItemReading, SiteSession } from '../../marketplace/marketplace.ts'
import type { Maximum } from '../../marketplace/maximum.ts'
import type { Clock } from '../../platform/clock.ts'
import type { EngineEvent } from './engine-event.ts'
import type { Peer } from './watch-leases.ts'

/**
 * All that the engine's core knows of the world. Nothing else in `core/` touches time, chance, the network, the disk
 * or the database, so that a simulation can stand in for each.
 */
export type Ports = {
  clock: EngineClock
  site: Site
  store: Store
  journal: Journal
  ids: { uuid(): string }
  emit: (event: EngineEvent) => void
}

export type EngineClock = Clock & {
  /** Like `sleepUntil`, to a fraction of a millisecond: for the shot and nothing else. */
  sleepUntilPrecise(monotonicInstant: number): Promise<void>
  /** Resolves once everything that is due at this instant has had its turn. */
  yieldToEventLoop(): Promise<void>
}

/** The auction site as a snipe sees it. Every method throws `SiteError` and nothing else. */
export type Site = {
  /** `validUntil` in epoch ms; `fresh` logs in anew even if a stored token looks good. */
  openSession(
    accountId: number,
    wanted: { bidId: number; validUntil: number; fresh: boolean },
    signal: AbortSignal,
  ): Promise<SiteSession>
  readItem(auctionId: string, options: { session?: SiteSession; signal: AbortSignal }): Promise<ItemReading>
  sampleClock(signal: AbortSignal): Promise<ClockSample>
  openBidConnection(session: SiteSession): BidConnection
}

/** A bid that this engine has claimed. Instants are epoch ms on the site's clock. */
export type Snipe = {
  bidId: number
  accountId: number
  auctionId: string
  sellerId: string
  maximum: Maximum
  leadMs: number
  endsAt: number
  /** Already known to have closed before its time; then `endsAt` is when. */
  endedEarly: boolean
  /** `executed`: the site has it; only the close is waited for. */
  status: 'pending' | 'executed'
  fence: number
  lockedInAt: number | null
  /** Nothing has been sent for it since then, though it may have been before; null when it was not. */
  uncertainSince: number | null
  /** Taken from an engine that had not let go of it. */
  takenOver: boolean
}

/** A bid that the database says is ours. */
export type HeldBid = Claim & {
  /** What its owner, or the operator, wants of it, if it was not locked in before. */
  asked: 'changed' | 'cancelled' | 'paused' | null
}

export type Claim = { bidId: number; fence: number }

/** How far a bid has come, as its row must show it. Each is written only while the claim's fence stands. */
export type Progress =
  | { to: 'locked_in'; at: number }
  | { to: 'executed'; at: number }
  | {
      to: 'finished'
      at: number
      status: FinalStatus
      outcome: BidOutcome
      priceCents: number | null
      siteMessage: string
    }

export type FinalStatus = 'outbid' | 'failed' | 'auction_ended' | 'won' | 'lost'

/** What happened, and what it makes of the bid: one line of the journal, one transaction in the database. */
export type JournalEntry = Claim & { events: BidEvent[]; progress: Progress | null }

/** The database; `at` is epoch ms on the site's clock. Any method may fail, hang, or have worked although it seems to have failed. */
export type Store = {
  /** This engine's number, for its events. */
  readonly engineId: number
  /** Raises our counter. */
  renew(): Promise<void>
  /** Engines other than this one that hold bids, or live. */
  peers(): Promise<Peer[]>
  held(): Promise<HeldBid[]>
  /**
   * Takes bids that fire before `dueBefore`, or have fired and are not settled: free ones, and those of the `expired`
   * whose counter still stands as we saw it; with `includeBeyondHorizon`, of these also what fires later, for nobody else would do
   * what its owner asks for. One that is taken over locked in, before it can have left, is so no more.
   * One taken over so near its moment that it may have been fired, log or no log, counts as locked in from then on,
   * whoever holds it; `isJournalRead` says of its last holder that nothing of what it did is missing in the database.
   */
  claim(wanted: {
    siteTime: number
    uncertaintyMs: number
    dueBefore: number
    expired: { engineId: number; heartbeat: number; isJournalRead: boolean }[]
    includeBeyondHorizon: boolean
    /** How many may be taken at most. */
    capacity: { unsent: number; sent: number }
  }): Promise<Snipe[]>
  /** The last durable write before firing, which comes not before `notSentBefore`; false when the bid is no longer ours to fire. */
  lockIn(claim: Claim, when: { at: number; notSentBefore: number }): Promise<boolean>
  /** Lets go of a bid, and does in the same step what its owner asked for meanwhile. */
  release(claim: Claim, at: number): Promise<void>
  /** Writes each entry once, however often it is given; progress whose fence has moved is dropped. */
  record(entries: readonly JournalEntry[]): Promise<void>
  /** Shares what was read with everybody who tracks the item. */
  noteReading(reading: ItemReading): Promise<void>
  /** Shares how far the site's clock is ahead of this machine's wall clock with everybody who shows its time. */
  noteClock(measured: { aheadMs: number; uncertaintyMs: number }): Promise<void>
  /** Why this engine leaves snipes to others; null when it does not. */
  noteFitness(unfitBecause: string | null): Promise<void>
}

/** Append-only and on this machine: what happened survives the database's absence, and a crash. */
export type Journal = {
  /** Resolves once the entries would survive the end of this process; with none, whether it can be written is tried. */
  append(entries: readonly JournalEntry[]): Promise<void>
  /** Resolves once all that was appended before would survive a crash of the machine. */
  sync(): Promise<void>
  /** Lets whoever finds it know that something is missing in it, until it is cleared. */
  markIncomplete(): Promise<void>
  /** What earlier engines of this machine left behind. */
  orphanedJournals(): Promise<OrphanedJournals>
  /** Everything appended so far is in the database. */
  clear(): Promise<void>
}

/** What engines left, oldest first, and those of which it is all; `discard` when it is in the database. */
export type OrphanedJournals = { completeFor: number[]; entries: JournalEntry[]; discard(): Promise<void> }
