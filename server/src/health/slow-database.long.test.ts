import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCtx } from '../../test/a-ctx.ts'
import { cuttableProxy } from '../../test/cuttable-proxy.ts'
import { as } from '../../test/run-on-server.ts'
import { budgetOf, startWatched, told, until, watch } from '../../test/watched.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { openMetrics } from './open-metrics.ts'

// Each of the statements of a look takes more than a second.
test('A database that answers late is slow and not away, for metrics and alerts alike, until it is quick again', async () => {
  await using it = await startWatched()
  await using proxy = await cuttableProxy(new URL(it.api.databaseUrl))
  const openAs = (name: 'api' | 'jobs') =>
    openDatabase({ url: as(name, proxy.url), applicationName: `bidwell ${name}`, poolSize: 10 })
  await using apiSide = openAs('api')
  await using jobsSide = openAs('jobs')
  const metrics = openMetrics(aCtx({ db: apiSide.db, readsPerSecond: 5 }), () => 0)
  const shows = (kind: string, value: number) => async () =>
    (await metrics.text()).includes(`bidwell_trouble{kind="${kind}"} ${value}\n`)
  await using _watching = watch(it.api, { db: jobsSide.db, readBudget: budgetOf(jobsSide.db) })
  expect(await until(shows('database_slow', 0))).toBe(true)

  proxy.slowDown(1_200)
  expect(await until(shows('database_slow', 1))).toBe(true)
  expect(await until(shows('database_away', 0))).toBe(true)
  const slow = it.api.db.selectFrom('incidents').select('kind').where('kind', '=', 'database_slow')
  expect(await until(async () => (await slow.execute()).length === 1)).toBe(true)
  await sql`update incidents set began_at = began_at - interval '1 minute' where kind = 'database_slow'`.execute(
    it.api.db,
  )
  expect(await until(async () => (await told(it.api, it.admin.accountId)).length === 1)).toBe(true)
  proxy.mend()
  expect(await until(shows('database_slow', 0))).toBe(true)
  expect(await until(async () => (await told(it.api, it.admin.accountId)).length === 2)).toBe(true)
  expect(await told(it.api, it.admin.accountId)).toEqual([
    'troubled: The database is slow',
    'recovered: Over: database slow',
  ])
  expect(await told(it.api, it.bystander.accountId)).toEqual([])
})
