import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:tls'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../test/api.ts'
import { makeAdmin } from '../../test/appoint.ts'
import { cuttableProxy } from '../../test/cuttable-proxy.ts'
import { as } from '../../test/run-on-server.ts'
import { selfSigned } from '../../test/self-signed.ts'
import { openReadBudget } from '../marketplace/rate-limiting/read-budget.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import type { Db } from '../platform/database/tables.ts'
import { createLog } from '../platform/log.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { openMetrics } from './open-metrics.ts'
import { startWatching } from './start-watching.ts'

const ADMIN = 'operator@example.com'
const TOKEN = 'token-of-more-than-thirty-two-characters'
const QUICK = { everyMs: 20, settledMs: 0, certificateMs: 20 }

/** An installation with one fit engine, whose administrator and a bystander have accounts. */
async function startWatched() {
  await using stack = new AsyncDisposableStack()
  const api = stack.use(await startTestApi({ metricsToken: TOKEN, adminEmails: [ADMIN] }))
  const admin = await api.signUp(ADMIN)
  await makeAdmin(api, admin)
  const bystander = await api.signUp()
  await sql`insert into engines (host, pid, pid_started, started_at, heartbeat_at)
            values ('one', 1, 'then', now(), clock_timestamp() + interval '1 hour')`.execute(api.db)
  const owned = stack.move()
  return { api, admin, bystander, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const budgetOf = (db: Db) => openReadBudget({ db, siteId: 'shopgoodwill', readsPerSecond: 5, onChange: () => {} })

type Change = Partial<Parameters<typeof startWatching>[0]>

/** What the jobs of the installation do about troubles. */
function watch(api: TestApi, change: Change = {}) {
  const { db } = api.openAs('jobs')
  const marketplace = { id: 'shopgoodwill' }
  return startWatching({
    db,
    clock: systemClock,
    marketplace,
    readBudget: budgetOf(db),
    expectsBackups: true,
    log: createLog({ level: 'silent', process: 'jobs' }),
    adminEmails: [ADMIN],
    publicUrl: 'http://localhost:3000',
    dataDir: '.',
    readFreeBytes: async () => 9 * 2 ** 30,
    times: QUICK,
    ...change,
  })
}

/** Longer than a trouble has to stand: a look whose statements saw the engines before and after dates its beginning anew. */
const until = (isSo: () => Promise<boolean>) =>
  pollUntil(systemClock, async () => (await isSo()) || null, { everyMs: 20, forMs: 60_000 })

const told = async ({ db }: TestApi, accountId: number) => {
  const rows = await db
    .selectFrom('notifications')
    .select(['kind', 'values'])
    .where('account_id', '=', accountId)
    .where('kind', 'like', 'installation%')
    .orderBy('id')
    .execute()
  return rows.map(({ kind, values }) => `${kind.replace('installation_', '')}: ${String(values['title'])}`)
}

const metric = async ({ url }: TestApi, name: string) => {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  return (await answer.text()).split('\n').find((line) => line.startsWith(name))
}

const loseEngines = ({ db }: TestApi) =>
  sql`update engines set heartbeat_at = now() - interval '30 s', started_at = now() - interval '1 hour'`.execute(db)
const bringBack = ({ db }: TestApi) =>
  sql`update engines set heartbeat_at = clock_timestamp() + interval '1 hour'`.execute(db)

test('Each administrator is told when a trouble begins and when it is over, once, though two processes watch', async () => {
  await using it = await startWatched()
  await using _one = watch(it.api)
  await using _other = watch(it.api)
  await loseEngines(it.api)
  expect(await until(async () => (await told(it.api, it.admin.accountId)).length === 2)).toBe(true)
  await bringBack(it.api)
  expect(await until(async () => (await told(it.api, it.admin.accountId)).length === 4)).toBe(true)
  expect((await told(it.api, it.admin.accountId)).toSorted()).toEqual([
    'in_danger: No engine can send bids',
    'recovered: Over: engine silent',
    'recovered: Over: no engine',
    'troubled: 1 engine is silent',
  ])
  expect(await told(it.api, it.bystander.accountId)).toEqual([])
})

test('A trouble that comes back within the hour is not told again, and after the hour it is', async () => {
  await using it = await startWatched()
  await using _watching = watch(it.api)
  const dangers = async () =>
    (await told(it.api, it.admin.accountId)).filter((line) => line.startsWith('in_danger')).length
  const isOver = async () => {
    const open = it.api.db.selectFrom('troubles').select('kind').where('ended_at', 'is', null)
    return (await open.execute()).length === 0
  }
  await loseEngines(it.api)
  expect(await until(async () => (await dangers()) === 1)).toBe(true)
  await bringBack(it.api)
  expect(await until(isOver)).toBe(true)
  await loseEngines(it.api)
  expect(await until(async () => !(await isOver()))).toBe(true)
  await bringBack(it.api)
  expect(await until(isOver)).toBe(true)
  expect(await dangers()).toBe(1)
  await sql`update troubles set told_at = told_at - interval '1 hour'`.execute(it.api.db)
  await loseEngines(it.api)
  expect(await until(async () => (await dangers()) === 2)).toBe(true)
})

test('A look that fails ends no other trouble: that one is told as over when it is, and not before', async () => {
  await using it = await startWatched()
  let failed = 0
  let isAway = false
  const budget = budgetOf(it.api.db)
  const state = async () => {
    if (!isAway) return budget.state()
    failed += 1
    throw new Error('The connection was closed')
  }
  await using _watching = watch(it.api, { readBudget: { state } })
  await loseEngines(it.api)
  expect(await until(async () => (await told(it.api, it.admin.accountId)).length === 2)).toBe(true)

  isAway = true
  expect(await until(async () => failed > 0)).toBe(true)
  isAway = false
  const isBack = async () => {
    const away = it.api.db.selectFrom('troubles').where('kind', '=', 'database_away').where('ended_at', 'is not', null)
    return (await away.select('kind').executeTakeFirst()) !== undefined
  }
  expect(await until(isBack)).toBe(true)
  const dangers = ['in_danger: No engine can send bids', 'troubled: 1 engine is silent']
  expect((await told(it.api, it.admin.accountId)).toSorted()).toEqual(dangers)
  await bringBack(it.api)
  expect(await until(async () => (await told(it.api, it.admin.accountId)).length === 4)).toBe(true)
  expect((await told(it.api, it.admin.accountId)).toSorted()).toEqual([
    dangers[0],
    'recovered: Over: engine silent',
    'recovered: Over: no engine',
    dangers[1],
  ])
  expect(await told(it.api, it.bystander.accountId)).toEqual([])
})

test('What an installation lacks that was just started, and what passes within seconds, is not told', async () => {
  await using it = await startWatched()
  await loseEngines(it.api)
  await using _starting = watch(it.api, { times: { ...QUICK, settledMs: 60_000 } })
  const hasSeen = async () => (await it.api.db.selectFrom('troubles').select('kind').execute()).length === 2
  expect(await until(hasSeen)).toBe(true)
  expect(await told(it.api, it.admin.accountId)).toEqual([])
})

test('An administrator who lost the second factor or the address is told nothing', async () => {
  await using it = await startWatched()
  await it.api.db.deleteFrom('totp_secrets').execute()
  await loseEngines(it.api)
  await using _watching = watch(it.api)
  const isTold = async () =>
    (await it.api.db.selectFrom('troubles').select('kind').where('is_told', '=', true).execute()).length === 2
  expect(await until(isTold)).toBe(true)
  expect(await told(it.api, it.admin.accountId)).toEqual([])
})

// Each of the statements of a look takes more than a second.
test('A database that answers late is slow and not away, for metrics and alerts alike, until it is quick again', async () => {
  await using it = await startWatched()
  await using proxy = await cuttableProxy(new URL(it.api.databaseUrl))
  const openAs = (name: 'api' | 'jobs') =>
    openDatabase({ url: as(name, proxy.url), applicationName: `bidwell ${name}`, poolSize: 10 })
  await using apiSide = openAs('api')
  await using jobsSide = openAs('jobs')
  const marketplace = { id: 'shopgoodwill' }
  const log = createLog({ level: 'silent', process: 'api' })
  const readBudget = budgetOf(apiSide.db)
  const metrics = openMetrics({
    db: apiSide.db,
    clock: systemClock,
    log,
    marketplace,
    readBudget,
    expectsBackups: true,
    countStreams: () => 0,
    standby: null,
  })
  const shows = (kind: string, value: number) => async () =>
    (await metrics.text()).includes(`bidwell_trouble{kind="${kind}"} ${value}\n`)
  await using _watching = watch(it.api, { db: jobsSide.db, readBudget: budgetOf(jobsSide.db) })
  expect(await until(shows('database_slow', 0))).toBe(true)

  proxy.slowDown(1_200)
  expect(await until(shows('database_slow', 1))).toBe(true)
  expect(await until(shows('database_away', 0))).toBe(true)
  const slow = it.api.db.selectFrom('troubles').select('kind').where('kind', '=', 'database_slow')
  expect(await until(async () => (await slow.execute()).length === 1)).toBe(true)
  await sql`update troubles set began_at = began_at - interval '1 minute' where kind = 'database_slow'`.execute(
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

test('A full disk of the jobs shows in the metrics and as an alert, and is over when there is room again', async () => {
  await using it = await startWatched()
  let free = 5_000_000
  const full = watch(it.api, { readFreeBytes: async () => free })
  const shows = (value: string) => async () =>
    (await metric(it.api, 'bidwell_trouble{kind="disk_full"}'))?.endsWith(value) === true
  expect(await until(shows(' 1'))).toBe(true)
  await sql`update troubles set began_at = began_at - interval '1 minute'`.execute(it.api.db)
  expect(await until(async () => (await told(it.api, it.admin.accountId)).length === 1)).toBe(true)
  await full[Symbol.asyncDispose]()
  free = 9 * 2 ** 30
  await using _roomy = watch(it.api, { readFreeBytes: async () => free })
  expect(await until(async () => (await told(it.api, it.admin.accountId)).length === 2)).toBe(true)
  expect(await told(it.api, it.admin.accountId)).toEqual(['in_danger: A disk is full', 'recovered: Over: disk full'])
})

const listen = async (server: Server) => {
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return `https://localhost:${(server.address() as AddressInfo).port}`
}

test('An expired certificate at PUBLIC_URL shows until it is renewed', async () => {
  await using it = await startWatched()
  const expired = selfSigned({ endsAt: Date.UTC(2025, 1, 2) })
  const valid = selfSigned()
  const server = createServer(expired)
  await using stack = new AsyncDisposableStack()
  stack.defer(() => void server.close())
  const publicUrl = await listen(server)
  stack.use(watch(it.api, { publicUrl, certificateAuthority: expired.cert + valid.cert }))
  const shows = (value: string) => async () =>
    (await metric(it.api, 'bidwell_trouble{kind="certificate_expired"}'))?.endsWith(value) === true
  expect(await until(shows(' 1'))).toBe(true)
  server.setSecureContext(valid)
  expect(await until(shows(' 0'))).toBe(true)
  expect(Number((await metric(it.api, 'bidwell_certificate_seconds_left'))?.split(' ')[1])).toBeGreaterThan(86_400)
})
