import { sql } from 'kysely'
import type { Store } from '../src/engine/core/ports.ts'
import { databaseStore } from '../src/engine/database-store.ts'
import { addEngine } from '../src/engine/engine-queries.ts'
import { isProcessDead, ownIdentity, type ProcessIdentity } from '../src/engine/process-identity.ts'
import { systemClock } from '../src/platform/clock.ts'
import { startSniping } from './sniping.ts'

const HOUR_MS = 3_600_000

const isDead = async (engine: ProcessIdentity) => isProcessDead(engine)

/**
 * A world for stories about the stores of engines that do not run. Stories share it, and clear it before they begin.
 */
export async function startEngineStores() {
  const it = await startSniping()
  const { db } = it
  return {
    ...it,
    /** Adds an engine and returns its store. */
    async addStore(identity = ownIdentity()): Promise<Store> {
      const engineId = await addEngine(db, { ...identity, folderId: null }, systemClock.now())
      return databaseStore(
        { db: it.openAs('engine').db, clock: systemClock, siteId: it.marketplace.id, isDead },
        engineId,
      )
    },
    /** Deletes all bids, auctions and engines, and ends all pauses. */
    async clear() {
      await sql`truncate bids, tracked_auctions, listings, engines cascade`.execute(db)
      await db.updateTable('accounts').set({ bidding_paused_at: null }).execute()
      await db.updateTable('operator_pause').set({ state: 'off', reason: null }).execute()
    },
  }
}

/** A query that claims all free snipes. */
export const claimAll = () => ({
  siteTime: systemClock.now(),
  uncertaintyMs: 20,
  dueBefore: systemClock.now() + HOUR_MS,
  expired: [],
  includeBeyondHorizon: true,
  capacity: { unsent: 100, sent: 100 },
})

/** All peers of an engine, as expired ones. */
export const expiredPeers = async (store: Store, isJournalReplayed = false) =>
  (await store.peers()).map(({ engineId, heartbeat }) => ({ engineId, heartbeat, isJournalReplayed }))

/** A lock-in of a bid that may be sent at once. */
export const lockInNow = () => ({ at: systemClock.now(), notSentBefore: systemClock.now() })
