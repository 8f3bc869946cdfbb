import { api, messages } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addListing } from '../../../test/add-rows.ts'
import { amountPattern } from '../../../test/amount-pattern.ts'
import { type Administered, startAdministered } from '../../../test/appoint.ts'

let bidding: Administered
beforeAll(async () => {
  bidding = await startAdministered()
})
afterAll(() => bidding[Symbol.asyncDispose]())

const read = async () => (await bidding.api.call(api.readOverview, { token: bidding.admin.token })).body.data
const readReach = () => bidding.api.call(api.readPauseReach, { token: bidding.admin.token })
const lastAction = async () =>
  (await bidding.api.call(api.listAdminActions, { token: bidding.admin.token })).body.data.actions[0]
const kinds = async () => (await read()).troubles.map(({ kind }) => kind)

const beat = () =>
  sql`insert into engines (host, pid, pid_started, started_at, heartbeat_at, free_bytes, timer_late_ms)
      values ('one/boot/namespace', 1, 'then', now(), clock_timestamp() + interval '1 hour', 50e9, 3)`.execute(
    bidding.db,
  )
const jobsBeat = () =>
  sql`insert into jobs_processes (host, pid, started_at) values ('one', 2, now())
        on conflict (host, pid) do update set beat_at = clock_timestamp()`.execute(bidding.db)

let owners = 0
/** Adds a bid, with a maximum that no answer may show. Returns its id. */
async function addBid(dueInMinutes: number) {
  const { rows } = await sql<{ id: number }>`
    with a as (
      insert into accounts (email, terms_version, privacy_version, terms_accepted_at, created_at, updated_at)
      values (${`canary${(owners += 1)}@example.com`}, 'v1.0', 'v1.0', now(), now(), now()) returning id),
    t as (
      insert into tracked_auctions (account_id, listing_id, created_at, updated_at)
      select a.id, ${(await addListing(bidding.db, 'shopgoodwill', 0)).id}, now(), now() from a
      returning id, account_id, listing_id)
    insert into bids (account_id, tracked_auction_id, listing_id, max_bid_cents, seconds_before_end, fire_at,
                      created_at, updated_at)
    select account_id, id, listing_id, 987654, 5, now() + make_interval(mins => ${dueInMinutes}), now(), now() from t
    returning id`.execute(bidding.db)
  return rows[0]!.id
}

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
  await bidding.db.insertInto('alarms').values({ kind: 'customer_not_closed', subject: 'cus_1' }).execute()
  const { alarms, due, troubles } = await read()
  expect(alarms).toMatchObject([{ kind: 'customer_not_closed', sentence: expect.stringContaining('account of cus_1') }])
  expect(troubles).toMatchObject([{ kind: 'alarms', count: 1, since: alarms[0]?.raised_at }])
  expect(due).toMatchObject({ bids_overdue: 0 })
  await bidding.db.deleteFrom('alarms').execute()
})

const at = (hour: number) => new Date(Date.UTC(2026, 10, 26, hour))

test('The overview tells where the copies of the database are, and one that failed is a trouble', async () => {
  expect((await read()).backups).toEqual([])
  const file = { file: 'bidwell-1.age', bytes: 9_000_000, row_count: 12 }
  const add = (row: object, hour: number) =>
    bidding.db
      .insertInto('backups')
      .values({ taken_at: at(hour), started_at: at(hour), ...row })
      .execute()
  await add({ ...file, ended_at: at(1), verified_at: at(1), removed_at: at(5) }, 0)
  await add({ ...file, ended_at: at(2), verified_at: at(2) }, 1)
  await add({ ended_at: at(4), failure: 'The disk is full' }, 3)
  const { backups, troubles } = await read()
  const none = { file: null, bytes: null, failure: null }
  const kept = { ...none, file: 'bidwell-1.age', bytes: 9_000_000 }
  expect(backups).toEqual([
    { ...none, id: expect.any(Number), taken_at: at(3).toISOString(), state: 'failed', failure: 'The disk is full' },
    { ...kept, id: expect.any(Number), taken_at: at(1).toISOString(), state: 'verified' },
  ])
  expect(troubles).toMatchObject([{ kind: 'backup_failed', since: at(4).toISOString(), names: ['The disk is full'] }])
  await add({}, 5)
  expect((await read()).backups?.[0]).toMatchObject({ state: 'being_made' })
  await bidding.db.deleteFrom('backups').execute()
})

test('The administrator clears one alarm with a reason, and the others stay', async () => {
  const [one, other] = [
    { kind: 'customer_not_closed', subject: 'cus_1' },
    { kind: 'customer_not_closed', subject: 'cus_2' },
  ] as const
  await bidding.db.insertInto('alarms').values([one, other]).execute()
  const clear = () =>
    bidding.api.call(api.clearAlarm, { token: bidding.admin.token, body: { ...one, reason: 'Deleted at Stripe' } })
  expect((await clear()).status).toBe(200)
  expect((await read()).alarms).toMatchObject([other])
  expect(await lastAction()).toMatchObject({
    action: 'alarm_cleared',
    subject: 'alarm customer_not_closed about cus_1',
    reason: 'Deleted at Stripe',
  })
  const again = await clear()
  expect([again.status, again.body.message]).toEqual([404, messages.admin.alarmGone])
  expect((await read()).alarms).toMatchObject([other])
  await bidding.db.deleteFrom('alarms').execute()
})

test('The administrator pauses bidding for all, every user reads the reason, and resumes it', async () => {
  const user = await bidding.api.signUp()
  const set = (state: 'all' | 'no_new' | 'off', reason: string) =>
    bidding.api.call(api.setPauseForAll, { token: bidding.admin.token, body: { state, reason } })
  const operatorPause = async () =>
    (await bidding.api.call(api.readPause, { token: user.token })).body.data.pause.operator
  expect((await set('all', ' ')).status).toBe(400)
  expect(await operatorPause()).toBeNull()
  expect((await set('all', 'The site answers wrongly')).body.data.not_stopped).toEqual([])
  expect(await operatorPause()).toMatchObject({ state: 'all', reason: 'The site answers wrongly' })
  expect((await read()).pause).toMatchObject({ state: 'all', reason: 'The site answers wrongly' })
  expect(await lastAction()).toMatchObject({ action: 'bidding_paused', subject: 'all accounts' })
  expect((await set('no_new', 'It recovers')).status).toBe(200)
  expect(await operatorPause()).toMatchObject({ state: 'no_new', reason: 'It recovers' })
  expect((await set('off', 'It has recovered')).status).toBe(200)
  expect(await operatorPause()).toBeNull()
  expect(await lastAction()).toMatchObject({ action: 'bidding_resumed', reason: 'It has recovered' })
})

test('Before a pause the administrator reads how many bids are due within the hour, and which are locked in', async () => {
  const [soon, locked, later] = await Promise.all([addBid(30), addBid(1), addBid(90)])
  await bidding.db.updateTable('bids').set({ locked_in_at: new Date() }).where('id', '=', locked).execute()
  const { data } = (await readReach()).body
  expect(data).toEqual({ due: 2, locked_in: [{ id: locked, auction_id: expect.any(String), title: 'Brass lamp' }] })
  await bidding.db.deleteFrom('bids').where('id', 'in', [soon, locked, later]).execute()
})

test('A pause for all names the bids that it has not stopped, with the reason', async () => {
  const [locked, later] = [await addBid(1), await addBid(30)]
  await bidding.db.updateTable('bids').set({ locked_in_at: new Date() }).where('id', '=', locked).execute()
  const set = async (state: 'all' | 'off') =>
    (await bidding.api.call(api.setPauseForAll, { token: bidding.admin.token, body: { state, reason: 'A test' } })).body
      .data.not_stopped
  expect(await set('all')).toMatchObject([{ id: locked, title: 'Brass lamp', because: 'locked_in' }])
  expect(await set('off')).toEqual([])
  await bidding.db.deleteFrom('bids').where('id', 'in', [locked, later]).execute()
})

test('No answer of the overview shows an address, a password, a token or a maximum', async () => {
  const id = await addBid(5)
  await bidding.db.updateTable('bids').set({ locked_in_at: new Date() }).where('id', '=', id).execute()
  const answers = await Promise.all(
    ['/admin', '/admin/pause'].map(async (path) => {
      const answer = await fetch(`${bidding.api.url}/api${path}`, {
        headers: { authorization: `Bearer ${bidding.admin.token}` },
      })
      return answer.text()
    }),
  )
  expect(answers[1]).toContain('Brass lamp') // the bid is in what is searched
  for (const secret of ['canary', bidding.admin.password, bidding.admin.token]) {
    expect(answers.join(' ')).not.toContain(secret)
  }
  expect(answers.join(' ')).not.toMatch(amountPattern(9_876.54))
  await bidding.db.deleteFrom('bids').where('id', '=', id).execute()
})
