import type { HeldBid, Peer } from '../../src/engine/core/ports.ts'
import {
  hasLoginChanged,
  isCoveredByPause,
  type ModelBid,
  type ModelDatabase,
  type ModelEngine,
} from './model-database.ts'

export function addEngine({ engines }: ModelDatabase, process: Pick<ModelEngine, 'isConnected' | 'isProcessDead'>) {
  const engineId = engines.size + 1
  engines.set(engineId, { heartbeat: 0, unfitReason: null, ...process })
  return engineId
}

export function renewEngine(database: ModelDatabase, engineId: number) {
  engineOf(database, engineId).heartbeat += 1
}

export function noteFitness(database: ModelDatabase, engineId: number, unfitReason: string | null) {
  engineOf(database, engineId).unfitReason = unfitReason
}

/** The other engines that are connected or hold bids. */
export function findPeers({ engines, bids }: ModelDatabase, engineId: number): Peer[] {
  const holders = new Set([...bids.values()].map((bid) => bid.engineId))
  return [...engines].flatMap(([id, { heartbeat, unfitReason, isConnected, isProcessDead }]) => {
    const connected = isConnected()
    if (id === engineId || !(connected || holders.has(id))) return []
    return [{ engineId: id, heartbeat, dead: !connected && isProcessDead(), fit: connected && unfitReason === null }]
  })
}

export const bidsHeldBy = (database: ModelDatabase, engineId: number): HeldBid[] =>
  [...database.bids.values()]
    .filter((bid) => bid.engineId === engineId)
    .map((bid) => ({ bidId: bid.bidId, fence: bid.fence, releaseRequest: releaseRequestOf(database, bid) }))

function releaseRequestOf(database: ModelDatabase, bid: ModelBid): HeldBid['releaseRequest'] {
  if (bid.lockedInAt !== null || bid.status === 'executed') return null
  if (bid.pendingChange) return bid.pendingChange.kind === 'cancel' ? 'cancelled' : 'changed'
  if (isCoveredByPause(database, bid) && !bid.isRestored) return 'paused'
  return hasLoginChanged(database, bid) ? 'login_changed' : null
}

function engineOf({ engines }: ModelDatabase, engineId: number): ModelEngine {
  const engine = engines.get(engineId)
  if (!engine) throw new Error(`The model has no engine ${engineId}`)
  return engine
}
