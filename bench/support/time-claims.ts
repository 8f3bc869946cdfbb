import { sql } from 'kysely'
import { addEngine } from '../../server/src/engine/engine-queries.ts'
import { claimSnipes } from '../../server/src/engine/claim-snipes.ts'
import { ownIdentity } from '../../server/src/engine/process-identity.ts'
import type { World } from './world.ts'

/** As many as an engine asks for that carries nothing yet. */
const LIMIT = 2_000

/**
 * How long each of so many claims takes, in ms, by the engine's own statement on a connection of its own kind, with
 * `due` snipes to be had each time; they are handed back in between. And a bare round trip
 * before each, which tells how busy the machine was then.
 */
export async function timeClaims(
  { db, marketplace }: World,
  { rounds, due, from }: { rounds: number; due: number; from: number },
): Promise<{ claims: number[]; roundTrips: number[] }> {
  const engineId = await addEngine(db, ownIdentity(), Date.now())
  const dueBefore = from + (due - 1) * 1_000
  const wanted = {
    siteId: marketplace.id,
    engineId,
    siteTime: from,
    uncertaintyMs: 20,
    dueBefore,
    expired: [],
    includeBeyondHorizon: true,
    capacity: { unsent: LIMIT, sent: LIMIT },
  }
  const claims: number[] = []
  const roundTrips: number[] = []
  for (let round = 0; round < rounds; round++) {
    const asked = performance.now()
    await sql`select 1`.execute(db)
    roundTrips.push(performance.now() - asked)
    const begun = performance.now()
    const claimed = await claimSnipes(db, wanted)
    claims.push(performance.now() - begun)
    if (claimed.length !== due) throw new Error(`${claimed.length} snipes were claimed instead of ${due}`)
    await db.updateTable('bids').set({ engine_id: null }).where('engine_id', '=', engineId).execute()
  }
  return { claims, roundTrips }
}
