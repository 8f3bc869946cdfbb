import { sql } from 'kysely'
import { claimSnipes } from '../../../server/src/engine/claim-snipes.ts'
import { addEngine } from '../../../server/src/engine/engine-queries.ts'
import { ownIdentity } from '../../../server/src/engine/process-identity.ts'
import type { Testbed } from '../testbed.ts'

/** The capacity of an engine that holds nothing. */
const CAPACITY = 2_000

/**
 * Measures claims with the engine's own statement, in ms. Each round claims `due` snipes and releases them. A plain round
 * trip before each claim shows how busy the machine is.
 */
export async function timeClaims(
  { db, marketplace }: Testbed,
  { rounds, due, from }: { rounds: number; due: number; from: number },
): Promise<{ claims: number[]; roundTrips: number[] }> {
  const engineId = await addEngine(db, { ...ownIdentity(), folderId: null }, Date.now())
  const dueBefore = from + (due - 1) * 1_000
  const options = {
    siteId: marketplace.id,
    engineId,
    siteTime: from,
    uncertaintyMs: 20,
    dueBefore,
    expired: [],
    includeBeyondHorizon: true,
    capacity: { unsent: CAPACITY, sent: CAPACITY },
  }
  const claims: number[] = []
  const roundTrips: number[] = []
  for (let round = 0; round < rounds; round++) {
    const askedAt = performance.now()
    await sql`select 1`.execute(db)
    roundTrips.push(performance.now() - askedAt)
    const claimedAt = performance.now()
    const claimed = await claimSnipes(db, options)
    claims.push(performance.now() - claimedAt)
    if (claimed.length !== due) throw new Error(`${claimed.length} snipes were claimed instead of ${due}`)
    await db.updateTable('bids').set({ engine_id: null }).where('engine_id', '=', engineId).execute()
  }
  return { claims, roundTrips }
}
