import { DatabaseError } from 'pg'
import { writeReadings } from '../auctions/listings/write-readings.ts'
import { releaseBid } from '../bidding/release-bid.ts'
import type { ItemReading } from '../marketplace/marketplace.ts'
import { storeSiteClock } from '../marketplace/site-time.ts'
import { raiseAlarm } from '../platform/alarms.ts'
import { batch } from '../platform/batch.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { neverAborted } from '../platform/with-timeout.ts'
import { claimSnipes } from './claim-snipes.ts'
import type { Ask } from './core/groups/decide-grant.ts'
import type { Store } from './core/ports.ts'
import type { EngineIdentity, EngineName } from './engine-folder.ts'
import {
  bidsHeldBy,
  findPeers,
  identityOf,
  noteFitness,
  readClockDemand,
  renewEngine,
  type Vitals,
} from './engine-queries.ts'
import { grantBids } from './grant-bids.ts'
import { type LockIn, lockInBids } from './lock-in-bids.ts'
import { recordEntries } from './record-entries.ts'

/** Readings of this interval are written together, because single writes would delay shots. */
const READINGS_BATCH_MS = 100
/** A small part of the second between lock-in and shot. */
const LOCK_INS_BATCH_MS = 20

type Deps = {
  db: Db
  clock: Clock
  siteId: string
  /** Whether an engine has certainly ended. */
  isDead: (engine: EngineName & EngineIdentity) => Promise<boolean>
  /** What this engine measures of itself, for the operator. */
  vitals?: () => Vitals
}

const UNMEASURED: Vitals = { timerMs: null, bidMs: null, freeBytes: null }

/** The core's store for one engine, in PostgreSQL. */
export function databaseStore({ db, clock, siteId, isDead, vitals = () => UNMEASURED }: Deps, engineId: number): Store {
  const noteReading = batch(
    (readings: readonly ItemReading[]) => {
      const written = db.transaction().execute((tx) => writeReadings(tx, siteId, readings, clock.now()))
      return readings.map(() => written)
    },
    () => clock.sleepUntil(clock.monotonic() + READINGS_BATCH_MS, neverAborted),
  )
  const lockIn = batch(
    (lockIns: readonly LockIn[]) => lockInBids(db, engineId, lockIns),
    () => clock.sleepUntil(clock.monotonic() + LOCK_INS_BATCH_MS, neverAborted),
  )
  const ask = batch(
    (asks: readonly Ask[]) => {
      const answers = grantBids(db, engineId, asks)
      return asks.map(async (_, place) => (await answers)[place] ?? 'void')
    },
    () => clock.sleepUntil(clock.monotonic() + LOCK_INS_BATCH_MS, neverAborted),
  )
  return {
    engineId,
    renew: () => renewEngine(db, engineId, vitals()),
    async peers() {
      const rows = await findPeers(db, engineId)
      return Promise.all(
        rows.map(async (row) => ({
          engineId: row.id,
          heartbeat: row.heartbeat,
          fit: row.connected && row.beating && row.unfit_reason === null,
          // A free lock alone means only a lost connection: the process may still run and send bids under its lease.
          dead: !row.connected && (await isDead(identityOf(row))),
        })),
      )
    },
    held: () => bidsHeldBy(db, engineId),
    claim: (query) => claimSnipes(db, { ...query, siteId, engineId }),
    ask,
    lockIn: ({ bidId, fence }, when) => lockIn({ bidId, fence, ...when }),
    async release({ bidId, fence }, at, options) {
      await db.transaction().execute((tx) => releaseBid(tx, { bidId, fence, at, ...options }))
    },
    async record(entries) {
      try {
        await recordEntries(db, entries)
        return 'recorded'
      } catch (error) {
        if (isRejection(error)) return 'rejected'
        throw error
      }
    },
    raiseAlarm: (alarm) => raiseAlarm(db, alarm),
    async noteReading(reading) {
      await noteReading(reading)
    },
    clockDemand: () => readClockDemand(db, siteId),
    noteClock: ({ aheadMs, uncertaintyMs }) =>
      storeSiteClock(db, siteId, { siteTime: clock.now() + aheadMs, uncertaintyMs }, clock),
    noteFitness: (unfitReason) => noteFitness(db, engineId, unfitReason),
  }
}

/**
 * Classes of PostgreSQL's error codes that blame the data: invalid values, broken constraints, exceeded limits and errors
 * that a trigger raises. Trying again gives the same error. A missing column or right is the fault of an installation
 * that somebody is about to mend, and all other errors pass.
 */
const REJECTIONS = ['22', '23', '54', 'P0']

/** Whether the database will refuse the same statement each time. */
const isRejection = (error: unknown): boolean =>
  error instanceof DatabaseError && REJECTIONS.includes((error.code ?? '').slice(0, 2))
