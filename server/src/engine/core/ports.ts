import type { BidOutcome, GroupHold } from '@bidwell/contract'
import type { BidEvent, LossProof } from '../../bids/log/bid-event.ts'
import type {
  BidConnection,
  ClockSample,
  ItemReading,
  OpenAuction,
  Order,
  SiteSession,
} from '../../marketplace/marketplace.ts'
import type { Maximum } from '../../marketplace/maximum.ts'
import type { Alarm } from '../../platform/alarms.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ask, GrantAnswer } from './groups/decide-grant.ts'

/**
 * Everything outside the engine's core. No other file in `core/` reads the time or a random number, or calls the
 * network, the disk or the database, so a simulation can replace all of them.
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
  /** Resolves after all other work that is due at this instant. */
  yieldToEventLoop(): Promise<void>
}

/** The auction site as a snipe uses it. Every method throws only `SiteError` and `InternalFault`. */
export type Site = {
  /** The site's name as users read it. */
  readonly name: string
  /** `validUntil` in epoch ms. `refusedToken`: the site no longer accepts this token, so the result has another. */
  openSession(
    accountId: number,
    options: { bidId: number; validUntil: number; refusedToken: string | null },
    signal: AbortSignal,
  ): Promise<SiteSession>
  readItem(auctionId: string, options: { session?: SiteSession; signal: AbortSignal }): Promise<ItemReading>
  /**
   * The open auctions on which the session's owner has bid. A reading that another snipe of the owner has begun no earlier
   * than `notBefore`, a monotonic instant, may be shared.
   */
  openAuctions(session: SiteSession, options: ListOptions): Promise<OpenAuction[]>
  /** The items that the session's owner has won: the unpaid or the paid ones. Shared like `openAuctions`. */
  orders(session: SiteSession, options: ListOptions & { accountId: number; paid: boolean }): Promise<Order[]>
  sampleClock(signal: AbortSignal): Promise<ClockSample>
  /** Until when the site's breaker pauses reads that can wait; a monotonic instant, in the past while none is paused. */
  pausedUntil(): number
  openBidConnection(session: SiteSession): BidConnection
}

export type ListOptions = { notBefore: number; signal: AbortSignal }

/** What keeps this service itself from calling the site. */
export type FaultKind = 'login_missing' | 'vault_locked' | 'database_down'

/** A call to the site that failed on our side: the site was not asked, and is not to blame. */
export class InternalFault extends Error {
  override name = 'InternalFault'
  readonly kind: FaultKind

  constructor(kind: FaultKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

export type Claim = { bidId: number; fence: number }

/** A bid that this engine has claimed. Instants are epoch ms on the site's clock. */
export type Snipe = Claim & {
  accountId: number
  auctionId: string
  sellerId: string
  maximum: Maximum
  leadMs: number
  endsAt: number
  /** The auction is known to have closed ahead of time, at `endsAt`. */
  endedEarly: boolean
  /** `executed`: the site accepted the bid; only the result is missing. */
  status: 'pending' | 'executed'
  lockedInAt: number | null
  /** An earlier holder may have sent the bid up to this instant. Null when it cannot have sent it, or was not asked. */
  uncertainSince: number | null
  /** The bid was restored from a backup, and its owner has not kept it: the engine finds out what became of it, and sends nothing. */
  onlyReads: boolean
  /** Claimed from an engine that had not released it. */
  takenOver: boolean
  /** Null for a single bid. A bid of a group is locked in and sent only with its group's grant; `hold`: what kept it back last. */
  group: { isGranted: boolean; hold: GroupHold | null } | null
}

/** A bid that the database lists as held by this engine. */
export type HeldBid = Claim & {
  /** A request to release the bid, made by its owner or by the operator. Null once the bid is locked in. */
  releaseRequest: ReleaseRequest | null
}

export type ReleaseRequest = 'changed' | 'cancelled' | 'paused' | 'login_changed'

/** Why an engine releases a snipe. `lost`: the engine's claim is void, or the lease of the claim has expired. */
export type ReleaseReason = ReleaseRequest | 'stopping' | 'lost'

/** A change of a bid's row. The database applies it only while the claim's fence is current. */
export type Progress =
  | { to: 'locked_in'; at: number }
  | { to: 'executed'; at: number }
  | {
      to: 'finished'
      at: number
      status: FinalStatus
      outcome: BidOutcome
      priceCents: number | null
      /** The site's message about the bid or the login; empty without one. */
      siteMessage: string
      /** Why the bid was not placed, in one or two sentences for its owner; null when it was placed. */
      errorDetail: string | null
      /** What proves that the bid cannot win any more, for its group; absent or null without a proof. */
      lossProof?: LossProof | null | undefined
    }

/** `executed`: the bid was sent, and its result was never shown. `cancelled`: its group had won what it may. */
export type FinalStatus = 'outbid' | 'failed' | 'auction_ended' | 'cancelled' | 'won' | 'lost' | 'executed'

/** One line of the journal and one transaction in the database: what happened to a bid, and how its row changes. */
export type JournalEntry = Claim & { events: BidEvent[]; progress: Progress | null }

/** Another engine that is running or still holds bids. */
export type Peer = {
  engineId: number
  heartbeat: number
  /** Its advisory lock is free and its process has ended: it cannot send a bid any more. */
  dead: boolean
  /** It claims every bid that comes due. */
  fit: boolean
}

/** Which bids to claim. Instants are epoch ms on the site's clock. */
export type ClaimQuery = {
  siteTime: number
  uncertaintyMs: number
  /** Free pending bids that fire up to this instant are claimed. */
  dueBefore: number
  /** Peers to take over from if their heartbeat is unchanged. `isJournalReplayed`: the database has all they did. */
  expired: { engineId: number; heartbeat: number; isJournalReplayed: boolean }[]
  /** Also takes over expired peers' bids that fire after `dueBefore`. */
  includeBeyondHorizon: boolean
  /** The largest number of bids to claim: bids still to be sent, and sent bids whose result is missing. */
  capacity: Capacity
}

export type ClockDemand = {
  /** A bid is due within ten minutes, or the result of one is missing. */
  isBidDue: boolean
  /** The age of the measurement that all processes share, ms; null without one. */
  storedAgeMs: number | null
}

export type Capacity = { unsent: number; sent: number }

/** The database. `at` is epoch ms on the site's clock. A method may fail or hang, even after it had its effect. */
export type Store = {
  /** This engine's number, written into its events. */
  readonly engineId: number
  /** Raises this engine's heartbeat counter. */
  renew(): Promise<void>
  peers(): Promise<Peer[]>
  held(): Promise<HeldBid[]>
  /**
   * Claims bids. A lock-in of the previous holder is void if that engine died before it could send the bid. A bid that
   * is taken over close to its moment, from a peer whose journal was not replayed, counts as locked in from then on.
   */
  claim(query: ClaimQuery): Promise<Snipe[]>
  /**
   * Asks whether the bid's group lets it out. A grant counts from the moment it is given, also when the answer is lost, and
   * asking again gives the same. It ends with the release of a claim that was not locked in, or by a proof of the loss.
   */
  ask(ask: Ask): Promise<GrantAnswer>
  /**
   * The last durable write before a bid is sent, no earlier than `notSentBefore`. False when the bid must not be sent.
   */
  lockIn(claim: Claim, when: { at: number; notSentBefore: number }): Promise<boolean>
  /**
   * Releases a bid and applies its pending change in the same transaction. `givesBackLockIn`: the bid is as if it had not been
   * locked in.
   */
  release(claim: Claim, at: number, options?: { givesBackLockIn: boolean }): Promise<void>
  /**
   * Writes each entry once, however often it is passed. Drops progress whose fence is outdated. `rejected`: the database
   * refuses the content of at least one entry, each time; it has none of them.
   */
  record(entries: readonly JournalEntry[]): Promise<'recorded' | 'rejected'>
  /** Shows the operator what was set aside. The same alarm counts once. */
  raiseAlarm(alarm: Alarm): Promise<void>
  /** Stores a reading of an item for all accounts that track it. */
  noteReading(reading: ItemReading): Promise<void>
  /** Who needs the site's clock. */
  clockDemand(): Promise<ClockDemand>
  /** Stores how far the site's clock is ahead of this machine's wall clock. */
  noteClock(measured: { aheadMs: number; uncertaintyMs: number }): Promise<void>
  /** Stores why this engine leaves snipes to its peers; null when it does not. */
  noteFitness(unfitReason: string | null): Promise<void>
}

/** An append-only file on this machine, which survives a crash and an outage of the database. */
export type Journal = {
  /**
   * Resolves once the entries survive the end of this process. An empty list only tests whether the file is writable.
   */
  append(entries: readonly JournalEntry[]): Promise<void>
  /** Resolves once all earlier appends survive a crash of the machine. */
  sync(): Promise<void>
  /** Marks the journal as incomplete until it is cleared. */
  markIncomplete(): Promise<void>
  /** Reads the journals that dead engines left on this machine. */
  orphanedJournals(): Promise<OrphanedJournals>
  /** Deletes all entries: the database has them. */
  clear(): Promise<void>
  /** Keeps an entry that the database rejects in a file of its own, which no engine reads or deletes. */
  setAside(entry: JournalEntry): Promise<void>
}

/** Dead engines' entries, oldest engine first. `completeFor`: the engines whose journal misses nothing. */
export type OrphanedJournals = {
  completeFor: number[]
  entries: JournalEntry[]
  /** The names under which `discard` keeps the files with a line that cannot be read. Their engines are not complete. */
  unreadable: string[]
  /** Deletes the files, once the database has their entries. Keeps the unreadable ones under another name. */
  discard(): Promise<void>
}

/** What an engine reports. Each event becomes one log line and contains no secret. */
export type EngineEvent =
  | { kind: 'claimed'; bidId: number; fence: number; takenOver: boolean }
  | { kind: 'armed'; bidId: number; firesInMs: number; uncertaintyMs: number; roundTripMs: number | null }
  /** `lateMs`: from the planned to the actual moment of the write. */
  | { kind: 'fired'; bidId: number; attempt: number; lateMs: number; durable: boolean }
  | { kind: 'answered'; bidId: number; attempt: number; answer: string; tookMs: number }
  | { kind: 'finished'; bidId: number; status: string; outcome: string }
  | { kind: 'released'; bidId: number; because: ReleaseReason }
  /** The bid was not sent, because another engine may hold it by now. */
  | { kind: 'lease_expired'; bidId: number }
  | { kind: 'site_failed'; bidId: number | null; doing: string; error: unknown }
  | { kind: 'store_failed'; doing: string; error: unknown }
  | { kind: 'journal_failed'; error: unknown }
  /** A dead engine's journal has a line that cannot be read. The file is kept. */
  | { kind: 'journal_unreadable'; file: string }
  /** The database refuses an entry each time. It is in this event and in a file, and in no receipt. */
  | { kind: 'entry_rejected'; entry: JournalEntry }
  | { kind: 'snipe_failed'; bidId: number; error: unknown }
  | { kind: 'fitness'; unfitReason: string | null }
  /** The engine was told to stop, has no fit peer, and still sends these bids, the next one in so many ms. */
  | { kind: 'leaving'; bids: number; firesInMs: number }
  /** The machine was suspended, so the lease, all measurements and all connections are void. */
  | { kind: 'resumed'; suspendedMs: number }
