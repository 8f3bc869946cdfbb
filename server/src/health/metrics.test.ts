import { api } from '@bidwell/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { amountPattern } from '../../test/amount-pattern.ts'
import { startTestApi } from '../../test/api.ts'
import { manualClock } from '../../test/manual-clock.ts'
import { systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'

const TOKEN = 'canary-token-of-thirty-two-characters'

const scrape = async ({ url }: { url: string }, authorization: string | null = `Bearer ${TOKEN}`) => {
  const answer = await fetch(`${url}/metrics`, authorization === null ? {} : { headers: { authorization } })
  return { status: answer.status, type: answer.headers.get('Content-Type'), text: await answer.text() }
}

/** The lines of a metric, without its name. */
const valuesOf = (text: string, name: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith(name) && /[ {]/.test(line.charAt(name.length)))
    .map((line) => line.slice(name.length).trim())

/** The kinds of trouble that metrics show. */
const troublesIn = (text: string) =>
  valuesOf(text, 'bidwell_trouble').flatMap((line) => /^\{kind="(\w+)"\} 1$/.exec(line)?.[1] ?? [])

const addEngine = (db: Db, columns: { host?: string; unfit_reason?: string; silentS?: number; stopped?: boolean }) =>
  sql`insert into engines (host, pid, pid_started, started_at, heartbeat_at, unfit_reason, stopped_at, timer_late_ms, bid_late_ms)
      values (${columns.host ?? 'canary-host'}, 1, 'then', now(), clock_timestamp() - make_interval(secs => ${columns.silentS ?? 0}),
              ${columns.unfit_reason ?? null}, ${columns.stopped ? new Date() : null}, 12, 3)`.execute(db)

/** An account, a listing and a bid that was due a minute ago, with texts that no metric may show. */
async function addOverdueBid(db: Db) {
  await sql`
    with a as (
      insert into accounts (email, terms_version, privacy_version, terms_accepted_at, created_at, updated_at)
      values ('canary@example.com', 'v1.0', 'v1.0', now(), now(), now()) returning id),
    l as (
      insert into listings (marketplace, auction_id, seller_id, title, starting_price_cents, current_price_cents,
                            minimum_bid_cents, bid_increment_cents, bid_count, ends_at, last_checked_at, next_check_at,
                            created_at, updated_at)
      values ('shopgoodwill', '4711', '1', 'Canary lamp', 100, 100, 100, 100, 0, now() + interval '1 hour', now(), now(),
              now(), now()) returning id),
    t as (
      insert into tracked_auctions (account_id, listing_id, created_at, updated_at)
      select a.id, l.id, now(), now() from a, l returning id, account_id, listing_id)
    insert into bids (account_id, tracked_auction_id, listing_id, max_bid_cents, seconds_before_end, fire_at,
                      created_at, updated_at)
    select account_id, id, listing_id, 987654, 5, now() - interval '1 minute', now(), now() from t`.execute(db)
}

test('Where the operator has set no token, there are no metrics, with whatever token they are asked for', async () => {
  await using server = await startTestApi()
  for (const authorization of [null, 'Bearer ', `Bearer ${TOKEN}`]) {
    expect((await scrape(server, authorization)).status).toBe(404)
  }
})

test('Metrics are refused without the token, with another one, and with a session', async () => {
  await using server = await startTestApi({ metricsToken: TOKEN })
  const { token } = await server.signUp()
  for (const authorization of [null, 'Bearer ', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, `Bearer ${token}`]) {
    const { status, text } = await scrape(server, authorization)
    expect([status, text.includes('bidwell_')]).toEqual([401, false])
  }
  expect(await scrape(server)).toMatchObject({ status: 200, type: 'text/plain; version=0.0.4; charset=utf-8' })
})

test('Metrics count calls by the template of their address, and neither probes nor scrapes', async () => {
  await using server = await startTestApi({ metricsToken: TOKEN })
  await server.call(api.readClock)
  await fetch(`${server.url}/api/no-such-address-of-canary`)
  await server.call(api.readReady)
  await server.call(api.readHealth)
  await scrape(server)
  const { text } = await scrape(server)
  expect(valuesOf(text, 'bidwell_http_requests_total')).toEqual([
    '{method="GET",route="/api/clock",status="2xx"} 1',
    '{method="GET",route="unmatched",status="4xx"} 1',
  ])
  expect(valuesOf(text, 'bidwell_http_request_duration_seconds_count')).toContain('{route="/api/clock"} 1')
  expect(text).not.toContain('canary')
})

test('Metrics show engines, overdue bids and troubles, and no text or amount of a user', async () => {
  await using server = await startTestApi({ metricsToken: TOKEN })
  const { db } = server
  const person = await server.signUp()
  await addOverdueBid(db)
  await addEngine(db, {})
  await addEngine(db, { unfit_reason: 'event_loop_late' })
  await addEngine(db, { host: 'canary-of-silence', silentS: 6 })
  await addEngine(db, { silentS: 6, stopped: true })
  await db.insertInto('alarms').values({ kind: 'logins_limited', subject: 'canary-subject' }).execute()
  await sql`update operator_pause set state = 'no_new', reason = 'canary-reason', since = now()`.execute(db)
  const { text } = await scrape(server)
  expect(valuesOf(text, 'bidwell_engines')).toEqual(['{state="fit"} 1', '{state="unfit"} 1', '{state="silent"} 1'])
  expect(valuesOf(text, 'bidwell_engine_timer_delay_seconds')).toEqual(['0.012'])
  expect(valuesOf(text, 'bidwell_engine_bid_delay_seconds')).toEqual(['0.003'])
  expect(valuesOf(text, 'bidwell_bids_overdue')).toEqual(['0']) // the pause stops it
  expect(valuesOf(text, 'bidwell_database_up')).toEqual(['1'])
  expect(troublesIn(text)).toEqual(['jobs_gone', 'engine_silent', 'engine_unfit', 'alarms'])
  for (const secret of [person.email, person.password, 'anary', 'example.com', TOKEN]) {
    expect(text).not.toContain(secret)
  }
  expect(text).not.toMatch(amountPattern(9_876.54))
})

test('A bid counts as overdue when its instant has passed, no engine holds it, and nothing is paused', async () => {
  await using server = await startTestApi({ metricsToken: TOKEN })
  await addOverdueBid(server.db)
  expect(valuesOf((await scrape(server)).text, 'bidwell_bids_overdue')).toEqual(['1'])
})

type Waiting = { createdS?: number; dueS?: number; said?: string }
const addWaiting = (db: Db, channel: string, { createdS = 7_200, dueS = 3_600, said = 'Error: 452' }: Waiting = {}) =>
  sql`insert into deliveries (id, kind, recipient, content, channel, attempts, next_try_at, said, give_up_at, created_at)
      values (gen_random_uuid(), 'alert', 'canary', '{}', ${channel}, 1, now() + make_interval(secs => ${dueS}),
              ${said}, now() + interval '1 day', now() - make_interval(secs => ${createdS}))`.execute(db)

/** Minutes, by channel: mails, pushes, text messages, webhooks. */
const oldestIn = (text: string) =>
  valuesOf(text, 'bidwell_deliveries_oldest_age_seconds').map((line) => Math.floor(Number(line.split(' ')[1]) / 60))

test('A message is old from when it is due, and from when it was queued to a mail server that takes nothing', async () => {
  const clock = manualClock(systemClock.now())
  await using server = await startTestApi({ metricsToken: TOKEN, clock })
  await addWaiting(server.db, 'email')
  await addWaiting(server.db, 'sms', { said: 'PutOff: quiet hours' })
  await addWaiting(server.db, 'push', { dueS: -900 })
  // Each webhook is the server of one user.
  await addWaiting(server.db, 'webhook')
  const { text } = await scrape(server)
  expect(valuesOf(text, 'bidwell_deliveries_waiting')).toEqual([
    '{channel="email"} 1',
    '{channel="push"} 1',
    '{channel="sms"} 1',
    '{channel="webhook"} 1',
  ])
  expect(oldestIn(text)).toEqual([120, 15, 0, 0])

  // What was put off before the last mail was sent is not what is held up now.
  await addWaiting(server.db, 'email', { createdS: 1_800 })
  await sql`update deliveries set ended_at = now() - interval '20 minutes', next_try_at = null, outcome = 'sent', content = null
             where channel = 'email' and created_at > now() - interval '1 hour'`.execute(server.db)
  await clock.advanceBy(1_000)
  expect(oldestIn((await scrape(server)).text)).toEqual([0, 15, 0, 0])
})

test('Scrapes within a second share what the database says', async () => {
  const clock = manualClock(systemClock.now())
  await using server = await startTestApi({ metricsToken: TOKEN, clock })
  const hasAlarms = async () => troublesIn((await scrape(server)).text).includes('alarms')
  expect(await hasAlarms()).toBe(false)
  await server.db.insertInto('alarms').values({ kind: 'logins_limited', subject: 'today' }).execute()
  expect(await hasAlarms()).toBe(false)
  await clock.advanceBy(1_000)
  expect(await hasAlarms()).toBe(true)
})

test('When the database cannot be read, the process publishes its own metrics and none of the installation', async () => {
  await using server = await startTestApi({ metricsToken: TOKEN })
  await server.db.schema.alterTable('engines').renameTo('others').execute()
  const { status, text } = await scrape(server)
  expect([status, valuesOf(text, 'bidwell_database_up'), valuesOf(text, 'bidwell_engines')]).toEqual([200, ['0'], []])
  expect(troublesIn(text)).toEqual(['database_away'])
  expect(text).toContain('process_resident_memory_bytes')
})
