import { api } from '@bidwell/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCtx } from '../../test/a-ctx.ts'
import { startTestApi } from '../../test/api.ts'
import { PLANS } from '../../test/planning.ts'
import type { Ctx } from '../context/ctx.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { findTroubles } from './find-troubles.ts'
import { noteTroubles } from './note-troubles.ts'
import { readFacts } from './read-facts.ts'
import { readStatus } from './read-status.ts'
import { serviceLevelRoutes } from './routes.ts'

/** An installation in which time passes between two looks, and whose state nobody shares. */
async function startWatched() {
  await using stack = new AsyncDisposableStack()
  const server = stack.use(await startTestApi())
  const ctx = aCtx({ db: server.openAs('jobs').db, readsPerSecond: 5, expectsBackups: false })
  const owned = stack.move()

  /** Moves everything that was noted into the past. */
  const pass = (seconds: number) => {
    const earlier = sql<Date>`make_interval(secs => ${-seconds})`
    return sql`
      with beaten as (update jobs_processes set beat_at = beat_at + ${earlier})
      update incidents set began_at = began_at + ${earlier}, ended_at = ended_at + ${earlier}`.execute(server.db)
  }
  return {
    db: server.db,
    ctx,
    pass,
    async look(afterSeconds = 0) {
      await pass(afterSeconds)
      await sql`insert into jobs_processes (host, pid, started_at) values ('host', 1, now())
                    on conflict (host, pid) do update set beat_at = clock_timestamp()`.execute(server.db)
      await look(ctx)
    },
    status: () => readStatus({ ...server.ctx, expectsBackups: false }),
    addEngine: () =>
      sql`insert into engines (host, pid, pid_started, started_at, heartbeat_at)
          values ('host', 1, 'then', now(), clock_timestamp() + interval '1 hour')`.execute(server.db),
    stopEngines: () => sql`update engines set stopped_at = now()`.execute(server.db),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function look(ctx: Ctx) {
  const facts = await readFacts(ctx)
  await noteTroubles(ctx, { troubles: findTroubles(facts), isSettled: true, now: facts.now })
}

/** The incidents with their lengths in seconds, to ten: the looks take their time too. Null for one that goes on. */
const spansIn = ({ incidents }: Awaited<ReturnType<typeof readStatus>>) =>
  incidents.map(({ kind, began_at, ended_at }) => [
    kind,
    ended_at === null ? null : Math.round((Date.parse(ended_at) - Date.parse(began_at)) / 10_000) * 10,
  ])

test('An installation that works has no incidents, and says that all is well', async () => {
  await using it = await startWatched()
  await it.addEngine()
  await it.look()
  await it.look(10)
  expect(await it.status()).toMatchObject({
    engines: 'ok',
    site: 'ok',
    bids: 'ok',
    alerts: 'ok',
    jobs: 'ok',
    pause: null,
    incidents: [],
  })
})

test('A span in which no engine sends is one incident, which ends when an engine runs', async () => {
  await using it = await startWatched()
  for (const after of [0, 10, 10]) await it.look(after)
  expect(await it.status()).toMatchObject({ engines: 'down' })
  expect(spansIn(await it.status())).toEqual([['no_engine', null]])
  await it.addEngine()
  await it.look(10)
  expect(await it.status()).toMatchObject({ engines: 'ok' })
  expect(spansIn(await it.status())).toEqual([['no_engine', 30]])
  await it.stopEngines()
  for (const after of [10, 20]) await it.look(after)
  expect(spansIn(await it.status())).toEqual([
    ['no_engine', null],
    ['no_engine', 30],
  ])
})

test('An engine that leaves bids to fit peers sends them where it is the only one: nothing is missed', async () => {
  await using it = await startWatched()
  await it.addEngine()
  await sql`update engines set unfit_reason = 'event_loop_late'`.execute(it.db)
  for (const after of [0, 10]) await it.look(after)
  expect(await it.status()).toMatchObject({ engines: 'ok', incidents: [] })
})

test('Trouble that passes within seconds is no incident: a restart is none', async () => {
  await using it = await startWatched()
  await it.look()
  await it.addEngine()
  await it.look(10)
  expect((await it.status()).incidents).toEqual([])
})

test('A failing site is an incident, and another kind stays apart', async () => {
  await using it = await startWatched()
  const { readBudget } = it.ctx
  for (const item of ['1', '2', '3', '4', '5', '6'])
    await readBudget.report(new SiteError('timeout', 'Ann Canary did not answer'), { item, trial: false })
  for (const after of [0, 20]) await it.look(after)
  expect(await it.status()).toMatchObject({ site: 'failing' })
  expect(new Set(spansIn(await it.status()).map(String))).toEqual(new Set(['no_engine,', 'site_failing,']))
})

test('While the jobs do not run, the page says so, and what has ended meanwhile does not go on', async () => {
  await using it = await startWatched()
  for (const after of [0, 20]) await it.look(after)
  await it.pass(3_600)
  expect(await it.status()).toMatchObject({ engines: 'down', jobs: 'down', incidents: [{ ended_at: null }] })
  await it.addEngine()
  expect(await it.status()).toMatchObject({ engines: 'ok', jobs: 'down' })
  expect(spansIn(await it.status())).toEqual([['no_engine', 3_620]])
})

test("The operator's pauses are incidents, those of users are none, and the reason of the present one is told", async () => {
  await using it = await startWatched()
  const pause = (state: 'off' | 'all', agoS: number, accountId: number | null = null) =>
    it.db
      .insertInto('pauses')
      .values({
        state,
        requested_by: 'operator',
        reason: state === 'off' ? null : 'the site changes its pages',
        account_id: accountId,
        at: sql<Date>`now() - ${agoS} * interval '1 s'`,
      })
      .execute()
  await it.addEngine()
  await it.look()
  await pause('all', 7_200)
  await pause('off', 3_600)
  await pause('all', 60)
  await it.db
    .updateTable('operator_pause')
    .set({ state: 'all', reason: 'the site changes its pages', since: sql<Date>`now()` })
    .execute()
  const status = await it.status()
  expect(status.pause).toMatchObject({ state: 'all', reason: 'the site changes its pages' })
  expect(spansIn(status)).toEqual([
    ['paused', null],
    ['paused', 3_600],
  ])
})

test('Two processes that look at the same time note an incident once', async () => {
  await using it = await startWatched()
  await Promise.all([look(it.ctx), look(it.ctx)])
  await it.pass(20)
  await Promise.all([look(it.ctx), look(it.ctx), look(it.ctx)])
  expect(spansIn(await it.status())).toEqual([['no_engine', null]])
  expect(await it.db.selectFrom('incidents').where('kind', '=', 'no_engine').select('id').execute()).toHaveLength(1)
})

test('At most a hundred incidents of the last 90 days are told, the latest first', async () => {
  await using it = await startWatched()
  await sql`
    insert into incidents (kind, began_at, ended_at)
    select 'no_engine', at, at + interval '1 min'
      from (select now() - n * interval '1 day' as at from generate_series(1, 95) n) days`.execute(it.db)
  const { incidents } = await it.status()
  expect(incidents).toHaveLength(89)
  await sql`
    insert into incidents (kind, began_at, ended_at)
    select 'bids_overdue', now() - n * interval '1 min', now() from generate_series(1, 60) n`.execute(it.db)
  const many = (await it.status()).incidents
  expect([many.length, many[0]?.kind]).toEqual([100, 'bids_overdue'])
})

test('The state is served by the contract', async () => {
  await using server = await startTestApi({
    plans: PLANS,
    routes: (ctx) => serviceLevelRoutes(ctx, true),
  })
  expect((await server.call(api.readServiceStatus)).body.data).toMatchObject({ engines: 'down', jobs: 'down' })
})
