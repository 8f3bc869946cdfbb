import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCtx } from '../../test/a-ctx.ts'
import { createTestDatabase } from '../../test/database.ts'
import { systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { createLog } from '../platform/log.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { startHeartbeat } from './start-heartbeat.ts'

/** A monitor that counts calls, and a database with one fit engine. */
async function startMonitored() {
  await using stack = new AsyncDisposableStack()
  const test = stack.use(await createTestDatabase())
  await addEngine(test.db)
  const calls: string[] = []
  const answer = { status: 200, location: '' }
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    response.writeHead(answer.status, answer.location === '' ? {} : { Location: answer.location }).end('OK')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ping/canary-secret`
  const lines: string[] = []
  const log = createLog({ level: 'info', process: 'jobs', destination: { write: (line) => void lines.push(line) } })
  const { db } = test.openAs('jobs')
  stack.use(startHeartbeat(aCtx({ db, log }), url, 20))
  const owned = stack.move()
  return {
    db: test.db,
    calls,
    answer,
    /** What it has said, but for a busy database. */
    lines: () => lines.filter((line) => !line.includes('"database_away"')),
    until: (isSo: () => boolean) => pollUntil(systemClock, async () => isSo() || null, { everyMs: 5, forMs: 60_000 }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const addEngine = (db: Db) =>
  sql`insert into engines (host, pid, pid_started, started_at, heartbeat_at)
      values ('host', 1, 'then', now(), clock_timestamp() + interval '1 hour')`.execute(db)

test('The monitor is called again and again while all is well', async () => {
  await using it = await startMonitored()
  expect(await it.until(() => it.calls.length >= 3)).toBe(true)
  expect(new Set(it.calls)).toEqual(new Set(['GET /ping/canary-secret']))
  expect(it.lines()).toEqual([])
})

test('Without a fit engine the monitor is not called, the log says why once, and a new engine ends it', async () => {
  await using it = await startMonitored()
  await it.until(() => it.calls.length > 0)
  await sql`update engines set stopped_at = now()`.execute(it.db)
  expect(await it.until(() => it.lines().length > 0)).toBe(true)
  const before = it.calls.length
  await addEngine(it.db)
  expect(await it.until(() => it.calls.length > before)).toBe(true)
  expect(it.lines().map((line) => JSON.parse(line).because)).toEqual(['no_engine'])
})

test('A monitor that fails is logged once, without its address, and no redirect is followed', async () => {
  await using it = await startMonitored()
  await it.until(() => it.calls.length > 0)
  Object.assign(it.answer, { status: 302, location: '/elsewhere' })
  const before = it.calls.length
  expect(await it.until(() => it.calls.length > before + 3)).toBe(true)
  Object.assign(it.answer, { status: 200, location: '' })
  expect(await it.until(() => it.lines().length > 1)).toBe(true)
  expect(it.lines().map((line) => JSON.parse(line).msg)).toEqual([
    'the heartbeat could not be sent',
    'the heartbeat is sent again',
  ])
  expect(it.calls).not.toContain('GET /elsewhere')
  expect(it.lines().join()).not.toContain('canary')
})
