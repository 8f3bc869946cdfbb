import type { Store } from '../../src/engine/core/ports.ts'
import { DOUBT_MS } from '../faults/fault-windows.ts'
import type { VirtualProcess } from '../world/virtual-process.ts'
import type { World } from '../world/world.ts'

/** What a failed statement may cost a bid that nobody carries: it is waited for, and the next look comes a second later. */
const FAILED_STATEMENT_MS = 6_500
/** After so long without a renewal an engine may not fire any more, and so long after the next one it may again. */
const UNRENEWED_MS = 36_000
const REGAINED_MS = 9_000

/** The database as one process of the simulated world has it. */
export function storePort(world: World, process: VirtualProcess, engineId: number): Store {
  const { store, time, faultWindows, isSeenDead, isConnected, isCarried } = world
  let renewedAt = time.now()

  async function call<T>(name: string, effect: () => T): Promise<T> {
    const outcome = world.outcomeOf(process, `store.${name}`)
    if (outcome.kind !== 'fine') {
      const from = time.now()
      // What its owner wants is done once all that happened before is written down.
      for (const bid of [...store.bids.values()].filter((it) => !isCarried(it) || it.pendingChange)) {
        const to = from + FAILED_STATEMENT_MS + (bid.engineId === null ? 0 : DOUBT_MS)
        faultWindows.note(bid.bidId, { from, to, why: `store.${name} ${outcome.kind}` })
      }
    }
    return process.call(outcome, effect)
  }

  function noteExpiry() {
    const expired = { from: renewedAt + UNRENEWED_MS, to: time.now() + REGAINED_MS, why: 'the lease had run out' }
    if (time.now() > expired.from) faultWindows.note(null, expired)
  }

  async function renew() {
    noteExpiry()
    await call('renew', () => store.renew(engineId))
    noteExpiry()
    if (time.now() > renewedAt + UNRENEWED_MS) world.regained.set(engineId, time.now())
    renewedAt = time.now()
  }

  return {
    engineId,
    renew,
    peers: () =>
      call('neighbours', () =>
        store
          .others(engineId)
          .filter((it) => it.holdsBids || isConnected(it.engineId))
          .map(({ isFit, holdsBids: _holdsBids, ...it }) => ({
            ...it,
            dead: isSeenDead(it.engineId),
            fit: isFit && isConnected(it.engineId),
          })),
      ),
    held: () => call('held', () => store.held(engineId)),
    claim: (pendingChange) =>
      call('claim', () => {
        const claimed = store.claim(engineId, pendingChange)
        for (const { bidId, lockedInAt } of claimed)
          if (lockedInAt !== null) faultWindows.note(bidId, doubtFrom(time.now()))
        return claimed
      }),
    lockIn: (claim, when) => call('lockIn', () => store.lockIn(engineId, claim, when)),
    release: (claim) => call('release', () => store.release(claim)),
    record: (entries) => call('record', () => store.record(entries)),
    noteReading: ({ auctionId, endsAt, clock }) =>
      call('noteReading', () => store.noteEnd(auctionId, endsAt, clock.siteTime)),
    noteClock: () => call('noteClock', () => {}),
    noteFitness: (unfitReason) => call('noteFitness', () => store.noteFitness(engineId, unfitReason === null)),
  }
}

const doubtFrom = (from: number) => ({ from, to: from + DOUBT_MS, why: 'it may have been sent already' })
