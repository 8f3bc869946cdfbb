import type { JournalEntry } from '../../src/engine/core/ports.ts'
import type { BidCallOutcome } from '../faults/call-outcomes.ts'
import type { ModelSite } from '../site/model-site.ts'
import type { ModelBid, ModelStore } from '../store/model-store.ts'
import type { Trace } from './trace.ts'
import type { FaultWindows } from '../faults/fault-windows.ts'
import type { CallOutcome, VirtualProcess } from './virtual-process.ts'
import type { VirtualTime } from './virtual-time.ts'

/** A bid that left an engine, as the world saw it. Instants are virtual ms. */
export type Sending = {
  engineId: number
  auctionId: string
  amountCents: number
  sentAt: number
  /** Still on its way. */
  open: boolean
  accepted: boolean
  /** The site, or the way to it, says for certain that it was not taken. */
  refused: boolean
  /** By the site itself. */
  turnedAway: boolean
}

export type World = {
  time: VirtualTime
  site: ModelSite
  store: ModelStore
  faultWindows: FaultWindows
  trace: Trace
  outcomeOf: (process: VirtualProcess, call: string) => CallOutcome
  bidCallOutcome: (process: VirtualProcess) => BidCallOutcome
  /** Called in the very turn of the write. */
  onSend: (sending: Sending) => void
  sendings: readonly Sending[]
  /** When an engine last asked for an item's page that it then saw, by engine and item. */
  reads: Map<string, number>
  /** The end that the last page showed to an engine, by engine and item; none while pages fail. */
  shown: Map<string, number>
  /** The disks of the machines, by process. */
  disks: Map<string, JournalEntry[]>
  /** Of these, by their own word, something is missing. */
  gaps: Set<string>
  /** Whoever is locked in nowhere from now on waits for the database. */
  noteNowhere: () => void
  /** Whether the process of a disk is gone, and a later one of the same machine has found what it left there. */
  isFound: (disk: string) => boolean
  /**
   * The keys of the events that are certainly on a disk, and their bids. Neither moved ends nor verdicts: the first are
   * told by whoever is first, the others only by whoever holds the bid.
   */
  safe: Map<string, number>
  /** By how much an engine may mistake the site's clock. */
  clockDoubtMs: (engineId: number) => number
  isConnected: (engineId: number) => boolean
  isSeenDead: (engineId: number) => boolean
  /** When an engine's lease was last renewed after it had run out: it fires nothing that it has held from before. */
  regained: Map<number, number>
  /** Whether an engine that is well has held the bid for some time. */
  isCarried: (bid: ModelBid) => boolean
}

export const readKey = (engineId: number, auctionId: string): string => `${engineId}/${auctionId}`
