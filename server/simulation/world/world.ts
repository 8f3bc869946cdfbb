import type { BidEventDetail } from '../../src/bids/log/bid-event.ts'
import type { JournalEntry } from '../../src/engine/core/ports.ts'
import type { RunningEngine } from '../../src/engine/core/run-engine.ts'
import type { BidCallOutcome } from '../faults/call-outcomes.ts'
import type { FaultWindow, FaultWindows } from '../faults/fault-windows.ts'
import type { Faults } from '../faults/faults.ts'
import type { Shown } from '../rules/proofs.ts'
import type { ModelSite } from '../site/model-site.ts'
import type { Stamp } from '../site/site-clocks.ts'
import type { ModelDatabase } from '../store/model-database.ts'
import type { Chance } from './chance.ts'
import type { Outages } from './outages.ts'
import type { Trace } from './trace.ts'
import type { CallOutcome, VirtualProcess } from './virtual-process.ts'
import type { VirtualTime } from './virtual-time.ts'

/** A simulated world: one auction site, one database, and engines that run as they do in production. Instants are virtual ms. */
export type World = {
  readonly seed: number
  readonly time: VirtualTime
  readonly site: ModelSite
  readonly database: ModelDatabase
  readonly faultWindows: FaultWindows
  readonly outages: Outages
  readonly trace: Trace
  /** Decides how calls end. */
  readonly callChance: Chance
  /** The faults of the whole run. */
  readonly faults: Faults
  /** The faults that still occur; none once the world is mended. */
  activeFaults: Faults
  /** Whether engines see at once that another engine's process is dead; else they wait until its lease has expired. */
  readonly deathIsSeen: boolean
  readonly overrides: CallOverrides
  /** Every engine that was ever started, by its number. */
  readonly processes: Map<number, RunningProcess>
  /** When the last live engine died. */
  allDeadSince: number
  readonly sendings: Sending[]
  /** Broken rules, each with the rule's name before a colon. */
  readonly violations: string[]
  /** When an engine last asked for an item's page, by `readKey`. */
  readonly reads: Map<string, number>
  /** The end that the last page showed to an engine, by `readKey`; absent while pages fail. */
  readonly shownEnds: Map<string, number>
  /** The owner's maximum in the last list of open auctions that an engine has received, by `readKey`. */
  readonly listedMaximums: Map<string, number>
  /** What the site has shown to engines, by auction. */
  readonly shown: Map<string, Shown>
  /** The times that the site's answers have told each engine, the latest last. */
  readonly stamps: Map<number, Told[]>
  /** An engine was told a wrong time when it knew hardly any other, and may have believed it. */
  isMisled: boolean
  /** When the site's clocks were set, and by how far. */
  readonly clockSets: { at: number; byMs: number }[]
  /** The journals on the disks of the machines, by process name. */
  readonly journals: Map<string, JournalEntry[]>
  /** The processes that have marked their journals as incomplete. */
  readonly incompleteJournals: Set<string>
  /**
   * The keys of events that are certainly on a disk, with their bids. Moved ends and verdicts are left out: the first
   * engine alone logs a move, and the holder of the bid alone logs a verdict.
   */
  readonly durableEvents: Map<string, number>
  /** When an engine renewed its lease after the lease had expired. The engine fires nothing that it has held from before. */
  readonly leaseRegainedAt: Map<number, number>
  /** When the last renewal of each engine's lease was asked for, of those that reached the database. */
  readonly leaseBegunAt: Map<number, number>
  /** When each bid was last claimed. */
  readonly claimedAt: Map<number, number>
  /** When the database lost acknowledged commits, the instant of the last commit that it kept, and the bids that changed. */
  readonly failovers: { at: number; backTo: number; bidIds: number[] }[]
  /** When the places of lost bids in their groups were free again, by bid. */
  readonly freedAt: Map<number, number>
  /** The restored bids that their owners have not kept. */
  readonly unkept: Set<number>
  /** The event that the database rejects, by its bid and its kind; its key once it has been written for the first time. */
  rejected: { bidId: number; kind: BidEventDetail['kind']; key: string | null } | null
}

export type RunningProcess = {
  machine: string
  process: VirtualProcess
  engineId: number
  engine: RunningEngine
  startedAt: number
}

/** What a story decides about calls of engines to the outside; null leaves a call to chance. */
export type CallOverrides = {
  call: (call: string, process: VirtualProcess) => CallOutcome | null
  bid: (attempt: number, process: VirtualProcess) => BidCallOutcome | null
}

/** A time that an engine was told, with a sample of that width, off the judging clock by so much. */
export type Told = Stamp & { at: number; widthMs: number; offMs: number; isSharp: boolean }

/** A bid that left an engine. */
export type Sending = {
  engineId: number
  auctionId: string
  amountCents: number
  token: string
  sentAt: number
  /** On its engine's own clock, by which the log tells the sendings of a bid apart. */
  wallTime: number
  /** Still on its way to the site. */
  open: boolean
  accepted: boolean
  /** The site or the network says for certain that the bid was not accepted. */
  refused: boolean
  /** The site itself refused the bid. */
  refusedBySite: boolean
  /** On the clock by which the site judges the close. */
  siteTime: number
  /** The engine was shown enough to know that clock. */
  isTimeKnown: boolean
  /** As long as the bid was lost, late, or not to be sent again. */
  faultWindow: FaultWindow | null
}

export const readKey = (engineId: number, auctionId: string): string => `${engineId}/${auctionId}`
