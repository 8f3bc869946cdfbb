import { api, API_BASE } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { startAdministered } from '../../test/appoint.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { copyDatabase, type TestDatabase } from '../../test/copy-database.ts'
import { createTestDatabase } from '../../test/database.ts'
import { withDatabase } from '../../test/run-on-server.ts'
import { startPostgres, TEMPLATE, type TestServer } from '../../test/start-postgres.ts'
import { startStandby } from '../../test/start-standby.ts'
import { systemClock } from '../platform/clock.ts'
import { pollUntil } from '../platform/poll-until.ts'

const TOKEN = 'token-of-more-than-thirty-two-characters'
const WAIT = { everyMs: 50, forMs: 60_000 }

let primary: TestServer
beforeAll(async () => {
  primary = await startPostgres()
})
afterAll(() => primary[Symbol.asyncDispose]())

/** The API, with an administrator, over a database with a standby. */
async function open() {
  await using stack = new AsyncDisposableStack()
  const test = stack.use(await copyDatabase(primary.templateUrl, TEMPLATE))
  // As in the product: the tests' servers flush commits some time later.
  await run(test.url, `alter database ${new URL(test.url).pathname.slice(1)} set synchronous_commit = on`)
  const standby = stack.use(await startStandby(test.url))
  const it = stack.use(await startAdministered({ beside: { test }, readUrl: standby.url, metricsToken: TOKEN }))
  const owned = stack.move()
  return { it, test, standby, ...readingOf(it), [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

function readingOf({ api: { call, url } }: Bidding) {
  const metric = async (name: string) => {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await answer.text())?.[1])
  }
  const until = (isUsed: number) =>
    pollUntil(systemClock, async () => ((await metric('bidwell_standby_used')) === isUsed ? true : null), WAIT)
  const results = async ({ token }: Person) => {
    const { status, body } = await call(api.listHistory, { token })
    return { status, results: body.data.entries.map(({ result }) => result) }
  }
  return { metric, until, results }
}

/** A user with one cancelled bid, the last change being just that. */
async function cancelOne(it: Bidding) {
  const { person, bid } = await it.scheduledBid()
  const cancelled = await it.api.call(api.cancelBid, { token: person.token, params: { id: bid.id } })
  expect(cancelled.status).toBe(200)
  return person
}

/** The last statement about history that the API made at the server of `url`. */
async function lastStatements(url: string): Promise<string[]> {
  let texts: string[] = []
  await withDatabase(url, async (client) => {
    const { rows } = await client.query<{ query: string }>(
      `select query from pg_stat_activity where application_name = 'bidwell api reads' and datname = current_database()`,
    )
    texts = rows.map(({ query }) => query)
  })
  return texts
}

const run = (url: string, statement: string) => withDatabase(url, (client) => client.query(statement))

test('History is read from the standby, with what the user did just before', async () => {
  await using place = await open()
  const { it, standby, until, results } = place
  expect(await until(1)).toBe(true)
  for (let n = 0; n < 5; n += 1) {
    expect(await results(await cancelOne(it))).toEqual({ status: 200, results: ['cancelled'] })
  }
  const person = await it.bidder()
  expect(await results(person)).toEqual({ status: 200, results: [] })
  expect((await lastStatements(standby.url)).join()).toMatch(/paid_cents/)
})

test('A standby whose replay stands still hides nothing that was done, and is left after five seconds', async () => {
  await using place = await open()
  const { it, standby, until, results, metric } = place
  const bystander = await cancelOne(it)
  expect(await until(1)).toBe(true)
  const pausedAt = systemClock.monotonic()
  await run(standby.url, 'select pg_wal_replay_pause()')

  const person = await cancelOne(it)
  expect(await results(person)).toEqual({ status: 200, results: ['cancelled'] })
  const exported = await fetch(`${it.api.url}${API_BASE}${api.exportAccount.path}`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  expect(exported.status).toBe(200)
  expect(await exported.text()).toMatch(/"kind": ?"data_exported"/)
  // It may be used for what may be old, until it is too old.
  const used = await metric('bidwell_standby_used')
  if (systemClock.monotonic() - pausedAt < 4_000) expect(used).toBe(1)
  expect(await until(0)).toBe(true)
  expect(await metric('bidwell_standby_lag_seconds')).toBeGreaterThan(5)
  expect(await results(bystander)).toEqual({ status: 200, results: ['cancelled'] })

  await run(standby.url, 'select pg_wal_replay_resume()')
  expect(await until(1)).toBe(true)
  expect(await metric('bidwell_standby_lag_seconds')).toBeLessThan(5)
})

test('A primary that writes nothing does not count as lag', async () => {
  await using place = await open()
  const { until, metric } = place
  expect(await until(1)).toBe(true)
  const since = systemClock.monotonic()
  const seen = await pollUntil(
    systemClock,
    async () => {
      if ((await metric('bidwell_standby_used')) !== 1) return 'was left'
      return systemClock.monotonic() - since > 7_000 ? 'stays' : null
    },
    WAIT,
  )
  expect(seen).toBe('stays')
})

test('When the standby goes away, everything is read from the main database', async () => {
  await using place = await open()
  const { it, standby, until, results } = place
  const person = await cancelOne(it)
  expect(await until(1)).toBe(true)
  await standby.stop()

  // At once, before the next measurement.
  expect(await results(person)).toEqual({ status: 200, results: ['cancelled'] })
  const { token } = it.admin
  expect((await it.api.call(api.readTrends, { token })).status).toBe(200)
  const found = await it.api.call(api.listUsers, { token, query: { q: person.email } })
  expect(found.body.data.users.map(({ email }) => email)).toEqual([person.email])
  expect(await until(0)).toBe(true)
  expect(await results(person)).toEqual({ status: 200, results: ['cancelled'] })
})

test('An administrator who has suspended a user sees that in the list, while the replay stands still', async () => {
  await using place = await open()
  const { it, standby, until } = place
  const person = await cancelOne(it)
  expect(await until(1)).toBe(true)
  await run(standby.url, 'select pg_wal_replay_pause()')
  const { token } = it.admin
  const suspended = await it.api.call(api.suspendUser, {
    token,
    params: { id: person.accountId },
    body: { reason: 'A test' },
  })
  expect(suspended.status).toBe(200)
  const { body } = await it.api.call(api.listUsers, { token, query: { q: person.email } })
  expect(body.data.users.map(({ suspended_at }) => suspended_at)).toEqual([expect.any(String)])
})

test('A standby that was promoted, and another database, are not read', async () => {
  await using place = await open()
  const { it, standby, until, results } = place
  const person = await cancelOne(it)
  expect(await until(1)).toBe(true)
  await run(standby.url, 'select pg_promote()')
  expect(await until(0)).toBe(true)
  await run(standby.url, 'update bids set deleted_at = now()')
  expect(await results(person)).toEqual({ status: 200, results: ['cancelled'] })

  await using other: TestDatabase = await createTestDatabase()
  await using wrong = await startBidding({ beside: { test: place.test }, readUrl: other.url, metricsToken: TOKEN })
  const reading = readingOf(wrong)
  const stays = await pollUntil(
    systemClock,
    async () => {
      if ((await reading.metric('bidwell_standby_used')) !== 0) return 'was used'
      return (await lastStatements(other.url)).length > 0 ? 'was looked at' : null
    },
    WAIT,
  )
  expect(stays).not.toBe('was used')
})

test('The main database itself may be named, and is never behind', async () => {
  await using test = await copyDatabase(primary.templateUrl, TEMPLATE)
  await using same = await startBidding({ beside: { test }, readUrl: test.url, metricsToken: TOKEN })
  const { until, results } = readingOf(same)
  expect(await until(1)).toBe(true)
  expect(await results(await cancelOne(same))).toEqual({ status: 200, results: ['cancelled'] })
})
