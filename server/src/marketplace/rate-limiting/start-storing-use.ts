import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import { every } from '../../platform/every.ts'
import type { Tally } from './tally-reads.ts'

const EVERY_MS = 30_000

type Deps = { db: Db; clock: Clock; siteId: string; tally: Tally; onError: (error: unknown) => void }

/** Adds what the process has used of the site's reads to the hours in the database, every half minute and when it is disposed. */
export function startStoringUse({ db, clock, siteId, tally, onError }: Deps): AsyncDisposable {
  async function store() {
    const taken = tally.take()
    if (taken.length === 0) return
    try {
      await addUse(db, siteId, taken)
    } catch (error) {
      tally.putBack(taken)
      throw error
    }
  }
  const storing = every(clock, EVERY_MS, store, { onError })
  return {
    async [Symbol.asyncDispose]() {
      await storing[Symbol.asyncDispose]()
      await store().catch(onError)
    },
  }
}

async function addUse(db: Db, siteId: string, uses: ReturnType<Tally['take']>): Promise<void> {
  // Ordered, so that two processes cannot wait for each other.
  await sql`
    insert into read_use as u (marketplace, hour, people, schedule, bids, paused_ms)
    select ${siteId}, to_timestamp(hour / 1000.0), people, schedule, bids, "pausedMs"
      from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb)
           as x (hour bigint, people int, schedule int, bids int, "pausedMs" bigint)
     order by hour
    on conflict (marketplace, hour) do update
       set people = u.people + excluded.people, schedule = u.schedule + excluded.schedule, bids = u.bids + excluded.bids,
           paused_ms = u.paused_ms + excluded.paused_ms`.execute(db)
}
