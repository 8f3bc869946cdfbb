import { sql } from 'kysely'
import type { Db } from '../../platform/database/tables.ts'
import { IS_FIT } from '../../watching/read-figures.ts'
import { type Connected, fail, type Finding, ok, warn } from '../check.ts'

type Engine = { id: number; host: string; isFit: boolean; unfitReason: string | null; silentMs: number }

/** Whether an engine is alive and takes bids. */
export async function checkEngines({ db }: Connected): Promise<Finding | Finding[]> {
  return judgeEngines(await readEngines(db))
}

/** Those that have not stopped in order, and have beaten within the last hour. */
async function readEngines(db: Db) {
  const { rows } = await sql<Engine>`
    select id, host, ${IS_FIT} as "isFit", unfit_reason as "unfitReason",
           greatest(0, extract(epoch from clock_timestamp() - heartbeat_at))::float8 * 1000 as "silentMs"
      from engines where stopped_at is null and heartbeat_at > now() - interval '1 hour' order by id`.execute(db)
  return rows
}

function judgeEngines(engines: readonly Engine[]): Finding | Finding[] {
  const fit = engines.filter(({ isFit }) => isFit).length
  if (engines.length === 0)
    return fail('none runs, so that no bid is sent', 'Start Bidwell, or "npm run bidwell engine".')
  const problem = fit === 0 ? fail : warn
  const trouble = engines
    .filter(({ isFit }) => !isFit)
    .map(({ id, host, unfitReason, silentMs }) =>
      unfitReason === null
        ? problem(
            `engine ${id} on ${host} has been silent for ${Math.round(silentMs / 1_000)} s`,
            'See whether its process hangs or its machine is gone, and start it again.',
          )
        : problem(`engine ${id} on ${host} takes no bids: ${unfitReason}`, 'Free its machine, or look at its log.'),
    )
  return [
    ...(fit === 0 ? [] : [ok(`${fit} run${fit === 1 ? 's' : ''} and take${fit === 1 ? 's' : ''} bids`)]),
    ...trouble,
  ]
}
