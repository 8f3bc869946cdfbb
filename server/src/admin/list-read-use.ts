import type { api, Data } from '@bidwell/contract'
import { sql } from 'kysely'
import type { ReadBudget } from '../marketplace/rate-limiting/read-budget.ts'
import { emptyUse, type ReadUse, splitByHour } from '../marketplace/rate-limiting/tally-reads.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'

export type ReadUseDeps = {
  db: Db
  clock: Clock
  marketplace: { readonly id: string }
  readBudget: Pick<ReadBudget, 'state' | 'readsPerSecond'>
}

const HOUR_MS = 3_600_000
const HOURS = 48

/** For whom the site's reads were used, by hour. A pause that is not over counts until now. */
export async function listReadUse({
  db,
  clock,
  marketplace,
  readBudget,
}: ReadUseDeps): Promise<Data<typeof api.listReadUse>> {
  const now = clock.now()
  const current = Math.floor(now / HOUR_MS) * HOUR_MS
  const first = current - (HOURS - 1) * HOUR_MS
  const { rows } = await sql<ReadUse>`
    select (extract(epoch from hour) * 1000)::float8 as hour, people, schedule, bids, paused_ms as "pausedMs"
      from read_use where marketplace = ${marketplace.id} and hour >= ${new Date(first)}`.execute(db)
  const { state, since } = await readBudget.state()
  const pausing = state === 'ok' || since === null ? [] : splitByHour(Math.max(since, first), now)
  const hours = Array.from({ length: HOURS }, (_, n) => {
    const hour = first + n * HOUR_MS
    const use = rows.find((row) => row.hour === hour) ?? emptyUse(hour)
    const stillMs = pausing.find((part) => part.hour === hour)?.ms ?? 0
    return {
      begins_at: new Date(hour).toISOString(),
      people: Math.max(0, use.people),
      schedule: Math.max(0, use.schedule),
      bids: Math.max(0, use.bids),
      paused_ms: use.pausedMs + stillMs,
    }
  })
  return { reads_per_hour: readBudget.readsPerSecond * (HOUR_MS / 1_000), hours }
}
