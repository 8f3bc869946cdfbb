import { LEASE_MS, trustedMs } from '../../src/engine/core/lease.ts'
import type { ClockDemand, JournalEntry, Store } from '../../src/engine/core/ports.ts'
import { UNCERTAIN_MS } from '../faults/fault-windows.ts'
import { checkGroups, noteFreed } from '../rules/group-rules.ts'
import { forgetLead } from '../rules/proofs.ts'
import { checkGivenBack } from '../rules/sending-rules.ts'
import { outcomeOfCall } from '../world/call-outside.ts'
import { isArmed, mayHandle, needs } from '../world/processes.ts'
import type { VirtualProcess } from '../world/virtual-process.ts'
import { readKey, type World } from '../world/world.ts'
import { claimBids } from './claim-bids.ts'
import { bidsHeldBy, findPeers, noteFitness, renewEngine } from './engines.ts'
import { grantBids } from './grant-bids.ts'
import { lockInBid } from './lock-in-bid.ts'
import { hasLoginChanged, type ModelBid } from './model-database.ts'
import { noteReadings } from './note-readings.ts'
import { recordEntries } from './record-entries.ts'
import { releaseBid } from './request-change.ts'

/** How long a failed statement may hold up a bid that no engine has armed: its timeout, and the second until the retry. */
const FAILED_STATEMENT_MS = 6_500
/** After so long without a renewal an engine may fire nothing; so long after the next renewal it may fire again. */
const UNRENEWED_MS = trustedMs(LEASE_MS)
const REGAINED_MS = 9_000

/** The model database, as one process reaches it. */
export function storePort(world: World, process: VirtualProcess, engineId: number): Store {
  const { database, faultWindows, time } = world
  const call = storeCall(world, process, engineId)
  return {
    engineId,
    renew: renewal(world, engineId, () => {
      const begunAt = time.now()
      return call('renew', () => {
        renewEngine(database, engineId)
        world.leaseBegunAt.set(engineId, begunAt)
      })
    }),
    peers: () => call('peers', () => findPeers(database, engineId)),
    held: () => call('held', () => bidsHeldBy(database, engineId)),
    claim: (query) =>
      call('claim', () => {
        const claimed = claimBids(database, engineId, query)
        for (const { bidId, lockedInAt } of claimed) {
          world.claimedAt.set(bidId, time.now())
          // A new run starts without what an earlier one was shown.
          world.listedMaximums.delete(readKey(engineId, String(bidId)))
          forgetLead(world, String(bidId))
          const uncertain = {
            from: time.now(),
            to: time.now() + UNCERTAIN_MS,
            reason: 'it may have been sent already',
          } as const
          if (lockedInAt !== null) faultWindows.note(bidId, uncertain)
        }
        return claimed
      }),
    ask: (ask) =>
      call('ask', () => {
        const [answer = 'void'] = grantBids(database, engineId, [ask])
        world.violations.push(...checkGroups(world))
        return answer
      }),
    lockIn: (claim, when) => call('lockIn', () => lockInBid(database, engineId, claim, when)),
    release: (claim, at, { givesBackLockIn } = { givesBackLockIn: false }) =>
      call('release', () => {
        if (givesBackLockIn) world.violations.push(...checkGivenBack(world, claim))
        releaseBid(database, claim, at, givesBackLockIn)
      }),
    record: (entries) =>
      call('record', () => {
        if (isRejected(world, entries)) return 'rejected'
        recordEntries(database, entries)
        return 'recorded'
      }),
    raiseAlarm: () => call('raiseAlarm', () => {}),
    noteReading: (reading) => call('noteReading', () => noteReadings(database, [reading])),
    // A failure holds up no bid: an engine that knows no bid to be due samples the clock at its start all the same.
    clockDemand: () => process.call(outcomeOfCall(world, process, 'store.clockDemand'), () => readClockDemand(world)),
    noteClock: () => call('noteClock', () => {}),
    noteFitness: (unfitReason) => call('noteFitness', () => noteFitness(database, engineId, unfitReason)),
  }
}

/** Whether the entry that the database rejects is among the entries: the first that reports the event. */
function isRejected({ rejected }: World, entries: readonly JournalEntry[]): boolean {
  if (!rejected) return false
  const { bidId, kind } = rejected
  const events = entries.flatMap((entry) => (entry.bidId === bidId ? entry.events : []))
  rejected.key ??= events.find(({ detail }) => detail.kind === kind)?.key ?? null
  return events.some(({ key }) => key === rejected.key)
}

const DUE_WITHIN_MS = 10 * 60_000

function readClockDemand({ database, site }: World): ClockDemand {
  const isDue = ({ status, fireAt }: ModelBid) =>
    status === 'executed' || (status === 'pending' && fireAt <= site.siteTime() + DUE_WITHIN_MS)
  return { isBidDue: [...database.bids.values()].some(isDue), storedAgeMs: null }
}

function storeCall(world: World, process: VirtualProcess, engineId: number) {
  const { database, faultWindows, time } = world
  const isConcerned = (bid: ModelBid) =>
    mayHandle(world, bid, engineId) && (!isArmed(world, bid) || bid.pendingChange || hasLoginChanged(database, bid))
  return async <T>(name: string, effect: () => T): Promise<T> => {
    const outcome = outcomeOfCall(world, process, `store.${name}`)
    if (outcome.kind !== 'fine') {
      const from = time.now()
      // A pending change is applied once all that happened before is in the database.
      for (const bid of [...database.bids.values()].filter(isConcerned)) {
        const to = from + FAILED_STATEMENT_MS + (bid.engineId === null ? 0 : UNCERTAIN_MS)
        faultWindows.note(bid.bidId, { from, to, reason: 'the database failed' })
      }
    }
    return process.call(outcome, () => {
      const result = effect()
      noteFreed(world)
      return result
    })
  }
}

/** Renews an engine's lease, and notes when the lease had expired. */
function renewal(world: World, engineId: number, renew: () => Promise<void>) {
  const { database, faultWindows, time, leaseRegainedAt } = world
  const waiting = () => [...database.bids.values()].filter((bid) => needs(world, bid, engineId))
  let renewedAt = time.now()
  /** The bids that waited for this engine as it renewed its lease: another may hold them when it renews again. */
  let waitedThen: ModelBid[] = []
  const isExpired = () => time.now() > renewedAt + UNRENEWED_MS
  function noteExpiry() {
    const expired = {
      from: renewedAt + UNRENEWED_MS,
      to: time.now() + REGAINED_MS,
      reason: 'the lease had expired',
    } as const
    if (time.now() <= expired.from) return
    for (const { bidId } of new Set([...waitedThen, ...waiting()])) faultWindows.note(bidId, expired)
  }
  return async () => {
    noteExpiry()
    await renew()
    noteExpiry()
    if (isExpired()) leaseRegainedAt.set(engineId, time.now())
    renewedAt = time.now()
    waitedThen = waiting()
  }
}
