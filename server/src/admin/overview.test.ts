import { api } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { makeAdmin } from '../../test/appoint.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'

const ADMIN = 'operator@example.com'

let bidding: Bidding
let admin: Person
beforeAll(async () => {
  bidding = await startBidding({ adminEmails: [ADMIN] })
  admin = await bidding.api.signUp(ADMIN)
  await makeAdmin(bidding.api, admin)
})
afterAll(() => bidding[Symbol.asyncDispose]())

const read = async () => (await bidding.api.call(api.readOverview, { token: admin.token })).body.data
const kinds = async () => (await read()).troubles.map(({ kind }) => kind)

const beat = () =>
  sql`insert into engines (host, pid, pid_started, started_at, heartbeat_at, free_bytes, timer_late_ms)
      values ('one/boot/namespace', 1, 'then', now(), clock_timestamp() + interval '1 hour', 50e9, 3)`.execute(
    bidding.db,
  )
const jobsBeat = () =>
  sql`insert into jobs_processes (host, pid, started_at) values ('one', 2, now())
        on conflict (host, pid) do update set beat_at = clock_timestamp()`.execute(bidding.db)

test('An installation of which only the API runs has no engine and no jobs, and one in which all runs has no trouble', async () => {
  expect(await kinds()).toEqual(['no_engine', 'jobs_gone'])
  await beat()
  await jobsBeat()
  const { troubles, engines, jobs } = await read()
  expect(troubles).toEqual([])
  expect(engines).toMatchObject([{ host: 'one', state: 'fit', armed: 0, free_bytes: 50e9 }])
  expect(jobs.processes).toMatchObject([{ host: 'one' }])
})

test('An engine that falls silent is a trouble until one is started on its host', async () => {
  await sql`delete from engines`.execute(bidding.db)
  await beat()
  await sql`update engines set heartbeat_at = now() - interval '1 minute', started_at = now() - interval '1 day'`.execute(
    bidding.db,
  )
  const { troubles, engines } = await read()
  expect(troubles.map(({ kind }) => kind)).toContain('engine_silent')
  expect(engines).toMatchObject([{ state: 'silent' }])
  await beat()
  expect(await kinds()).not.toContain('engine_silent')
  expect((await read()).engines).toMatchObject([{ state: 'fit' }])
})

test('The overview tells alarms in sentences, and what is due', async () => {
  await bidding.db.insertInto('alarms').values({ kind: 'payment_disputed', subject: 'dp_1' }).execute()
  const { alarms, due, database, troubles } = await read()
  expect(alarms).toMatchObject([{ kind: 'payment_disputed', sentence: expect.stringContaining('dispute dp_1') }])
  expect(troubles).toMatchObject([{ kind: 'alarms', count: 1, since: alarms[0]?.raised_at }])
  expect(due).toMatchObject({ bids_overdue: 0, deletions: 0 })
  expect(database.latest_migration).toMatch(/^\d{4}-/)
  await bidding.db.deleteFrom('alarms').execute()
})
