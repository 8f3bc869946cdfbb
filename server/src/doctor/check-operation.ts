import { sql } from 'kysely'
import { findDeadChannels } from '../deliveries/find-dead-channels.ts'
import { countOverdueBids, RUNS } from '../health/figure-statements.ts'
import { countAlarms } from '../platform/alarms.ts'
import type { Db } from '../platform/database/tables.ts'
import { type Connected, fail, type Finding, ok, type Patient, warn } from './check.ts'

type Engine = { id: number; host: string; isFit: boolean; unfitReason: string | null; silentMs: number }

/** Whether an engine is alive and takes bids. */
export async function checkEngines({ db }: Connected): Promise<Finding | Finding[]> {
  return judgeEngines(await readEngines(db))
}

/** Those that have not stopped in order, and have beaten within the last hour. */
async function readEngines(db: Db) {
  const { rows } = await sql<Engine>`
    select id, host, ${RUNS} and unfit_reason is null as "isFit", unfit_reason as "unfitReason",
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

type JobFacts = {
  /** Connections of the jobs to this database. */
  connections: number
  waiting: number
  failed: number
}

const MANY_WAITING = 1_000

/** Whether the jobs run, and their queue moves. */
export async function checkJobs({ db }: Connected): Promise<Finding> {
  // Every role sees the names that other connections have given themselves.
  const { rows } = await sql<JobFacts>`
    select (select count(*)::int from pg_stat_activity
             where datname = current_database() and starts_with(application_name, 'bidwell jobs')) as connections,
           waiting, failed from read_job_queue()`.execute(db)
  return judgeJobs(rows[0] ?? { connections: 0, waiting: 0, failed: 0 })
}

function judgeJobs({ connections, waiting, failed }: JobFacts): Finding {
  if (connections === 0) {
    return fail('no process of the jobs is connected', 'Start Bidwell, or "npm run bidwell jobs".')
  }
  if (waiting > MANY_WAITING) return warn(`${waiting} tasks wait`, 'Run another process of the jobs.')
  if (failed > 0) return warn(`${failed} tasks have failed for good`, 'The log of the jobs says why.')
  return ok(`they run, and ${waiting} tasks wait`)
}

type BidFacts = { overdue: number; pause: 'off' | 'no_new' | 'all' }

/** Whether bids wait that should have been sent, and whether the operator has paused them. */
export async function checkBids({ db }: Connected, { config }: Patient): Promise<Finding> {
  const { rows } = await sql<BidFacts>`
    select ${countOverdueBids(config.site.id)} as overdue, state as pause from operator_pause`.execute(db)
  return judgeBids(rows[0] ?? { overdue: 0, pause: 'off' })
}

function judgeBids({ overdue, pause }: BidFacts): Finding {
  if (overdue > 0) {
    return fail(
      `${overdue} ${overdue === 1 ? 'is' : 'are'} overdue, and no engine sends ${overdue === 1 ? 'it' : 'them'}`,
      'See what this says about engines, and about the clock.',
    )
  }
  if (pause !== 'off') return warn("everybody's are paused", 'If that is over: "npm run pause off".')
  return ok('none is overdue')
}

const CHANNEL_REMEDIES = {
  email: 'See what this says about mail.',
  sms: 'See what this says about text messages.',
} as const

/** Whether alerts and mails go out. */
export async function checkDeliveries({ db }: Connected, { clock }: Patient): Promise<Finding | Finding[]> {
  const dead = await findDeadChannels(db, clock.now())
  if (dead.length === 0) return ok('nothing is held up')
  return dead.map(({ channel, since }) =>
    fail(
      `nothing goes out by ${channel}, and the oldest has waited since ${since}`,
      channel === 'sms' ? CHANNEL_REMEDIES.sms : CHANNEL_REMEDIES.email,
    ),
  )
}

/** Whether something was set aside that an operator has to look at. */
export async function checkAlarms({ db }: Connected): Promise<Finding> {
  const count = await countAlarms(db)
  if (count === 0) return ok('there are none')
  return warn(
    `${count} ${count === 1 ? 'waits' : 'wait'} for you`,
    '"npm run bidwell alarms" prints them, and "npm run bidwell alarms clear" forgets them.',
  )
}
