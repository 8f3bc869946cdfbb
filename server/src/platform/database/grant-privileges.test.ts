import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx } from '../../../test/a-ctx.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { readConfig } from '../../config/config.ts'
import { followTrials } from '../../identity/trial/follow-trials.ts'
import { cleanUp } from '../../jobs/clean-up.ts'
import { freeAbandonedJobs } from '../../jobs/free-abandoned-jobs.ts'
import { readPlans } from '../../plans/load-plans.ts'
import { carryOutDeletions } from '../../privacy/carry-out-deletions.ts'
import { type EmbeddedServer, startEmbedded } from './embedded/start-embedded.ts'
import { TABLE_GRANTS } from './grants.ts'
import { migrate } from './migrate.ts'
import { isSuperuser, openDatabase } from './open-database.ts'
import { type ProcessName, PROCESS_NAMES, ROLE_NAMES, type RoleName, ROLES } from './roles.ts'

let dataDir: string
let server: EmbeddedServer
const clients = new Map<RoleName, Client>()

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  server = await startEmbedded(dataDir)
  await migrate(server.urls.owner)
  for (const name of ROLE_NAMES) {
    const client = new Client(server.urls[name])
    await client.connect()
    clients.set(name, client)
  }
})

afterAll(async () => {
  for (const client of clients.values()) await client.end()
  await server.stop()
  await rm(dataDir, { recursive: true })
})

/** Runs the statement with a role, and takes it back. Returns PostgreSQL's error code, or null. */
async function attempt(role: RoleName, statement: string): Promise<string | null> {
  const client = clients.get(role)!
  await client.query('begin')
  try {
    await client.query(statement)
    return null
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  } finally {
    await client.query('rollback')
  }
}

const REFUSED = '42501' // insufficient_privilege

test.each([
  `copy (select 'x') to program 'cat'`,
  `copy migrations from program 'env'`,
  `copy migrations from '/etc/hostname'`,
  `select pg_read_file('/etc/hostname')`,
  `select pg_read_binary_file('PG_VERSION')`,
  `select pg_ls_dir('.')`,
  `select lo_import('/etc/hostname')`,
  'create extension file_fdw',
  'create extension hstore',
  'create extension pgcrypto',
  'create schema another',
  'create role another',
  'set role bidwell',
  'set session authorization bidwell',
  'select rolpassword from pg_authid',
  'create function f() returns void language c as $$x$$, $$y$$',
  'grant pg_read_server_files to current_user',
])('No role of the product may %s', async (statement) => {
  for (const role of ROLE_NAMES) expect([role, await attempt(role, statement)]).toEqual([role, REFUSED])
})

// These are not possible in a transaction, so not with `attempt`.
test.each([`alter system set log_statement = 'all'`, 'create database another'])(
  'No role of the product may %s',
  async (statement) => {
    for (const client of clients.values()) await expect(client.query(statement)).rejects.toThrow('permission denied')
  },
)

test.each([
  'create table another ()',
  'create temporary table another ()',
  'alter table bids add column another int',
  'drop table bids',
  'truncate bids cascade',
  `update migrations set checksum = ''`,
  `update bid_events set detail = '{}'`,
  'delete from bid_events',
  'truncate bid_events',
  'delete from pauses',
  'truncate pauses',
  'delete from vault_uses',
  `update security_events set outcome = 'ok'`,
  `update product_events set kind = 'user_login'`,
  'update performance_metrics set value = 0',
  `update login_failure_trail set step = 'resolved'`,
  `update vault_uses set outcome = 'ok'`,
  'delete from vault_keys',
  'delete from accounts',
  `insert into account_deletions (account_id, requested_by, due_at) values (1, 'owner', now())`,
  'update account_deletions set due_at = now()',
  'delete from account_deletions',
  'delete from subscriptions',
  'delete from billing_customers',
  'delete from invoices',
  'delete from closed_auctions',
  'delete from bids',
  'delete from tracked_auctions',
  'delete from listing_prices',
  'delete from site_clocks',
  'update listing_prices set price_cents = 0',
])('No part may %s', async (statement) => {
  for (const role of PROCESS_NAMES) expect([role, await attempt(role, statement)]).toEqual([role, REFUSED])
})

test.each([
  ['select password_hash from accounts', ['api']],
  ['select email, phone_number from accounts', ['api']],
  ['select id, bidding_paused_at from accounts', ['api', 'jobs', 'engine']],
  [`update subscriptions set status = 'active'`, ['api', 'jobs']],
  ['select external_id from billing_customers', ['api', 'jobs']],
  ['select amount_cents from invoices', ['api', 'jobs']],
  ['delete from closing_customers', ['jobs']],
  ['select jti from sessions', ['api']],
  ['select locked_until from login_locks', ['api', 'jobs']],
  ['select account_id from known_callers', ['api']],
  ['select used from attempt_budgets', ['api']],
  ['select ip_address from security_events', ['api']],
  ['delete from sessions where expires_at < now()', ['jobs']],
  [`select answer from idempotency_keys`, ['api']],
  ['update engines set heartbeat = 0', ['engine']],
  ['delete from engines where stopped_at < now()', ['jobs']],
  ['select user_hash from login_attempts', ['api']],
  ['delete from unlogged_pauses', ['api', 'jobs']],
  [`select nextval('login_versions')`, ['api']],
  ['select * from graphile_worker.jobs', ['jobs']],
  ['delete from graphile_worker._private_jobs', ['jobs']],
  [`select enqueue_job('clean-up', '{}', null, null)`, ['api', 'jobs', 'engine']],
  [
    'insert into deliveries (id, channel, kind, recipient, give_up_at, ended_at, outcome, created_at) values (gen_random_uuid(), $$email$$, $$x$$, $$y$$, now(), now(), $$sent$$, now())',
    ['api', 'jobs'],
  ],
  ['select recipient, ended_at from deliveries', ['api', 'jobs']],
  ['select content from deliveries', ['jobs']],
  ['select html from mailbox', ['api']],
  ['delete from mailbox', ['jobs']],
  ['select token_hash from mail_links', ['api']],
  ['select sealed_secret from totp_secrets', ['api']],
  ['select code_hash from recovery_codes', ['api']],
  ['select public_key from passkeys', ['api']],
  ['select challenge_hash from identity_challenges', ['api']],
  ['delete from identity_challenges where expires_at < now()', ['api', 'jobs']],
  ['delete from mail_links where expires_at < now()', ['api', 'jobs']],
  ['select subject from google_identities', ['api']],
  ['select account_id from administrators', ['api']],
  ['delete from administrators where account_id = 1', ['api']],
  ['insert into administrators (account_id, appointed_at) values (1, now())', []],
  ['insert into used_once values (sha256($$x$$), now())', ['api']],
  ['delete from used_once where expires_at < now()', ['jobs']],
  ['select hash from used_once', ['api']],
  [
    `insert into notifications (account_id, key, kind) select 0, 'x', 'x' where false on conflict do nothing returning account_id`,
    ['api', 'jobs', 'engine'],
  ],
  ['select kind from notifications', ['api', 'jobs']],
  ['update notifications set read_at = now()', ['api']],
  ['update notifications set kind = kind', []],
  ['delete from notifications where at < now()', ['jobs']],
  ['select kind from product_events', ['api']],
  ['delete from product_events where at < now()', ['jobs']],
  [`insert into product_events (kind, at) values ('trial_expired', now())`, ['api', 'jobs']],
  ['select ends_at from trials', ['api', 'jobs']],
  ['update trials set ends_at = now(), reminded_days = null, expired_at = now()', ['api']],
  ['update trials set expired_at = now()', ['api', 'jobs']],
  ['update trials set started_at = now()', []],
  [`update subscriptions set plan = 'elite'`, ['api', 'jobs']],
  ['select address_of_customer(1)', ['api', 'jobs']],
  ['select email_hash from login_failure_trail', ['api']],
  ['select page from performance_metrics', ['api']],
  [`insert into account_deletions (account_id, requested_by) values (1, 'owner')`, ['api']],
  ['update account_deletions set cancelled_at = now()', ['api']],
  ['select due_at from account_deletions', ['api', 'jobs']],
  ['select delete_account(1)', ['jobs']],
  ['select delete_unused_accounts(now(), 1)', ['jobs']],
  ['select state from operator_pause', ['api', 'jobs', 'engine']],
  [`update operator_pause set state = 'off'`, ['api']],
  ['delete from alarms', ['api']],
  ['update bids set max_bid_cents = 1', ['api', 'jobs', 'engine']],
  ['insert into bids overriding system value select * from bids', ['api']],
  ['delete from connections', ['api', 'jobs']],
  ['insert into connections overriding system value select * from connections', ['api']],
  ['delete from listings', ['jobs']],
  ['select reason from pauses', ['api', 'jobs']],
  ['select heartbeat from engines', ['jobs', 'engine']],
  ['select timer_late_ms from engines', ['api', 'jobs', 'engine']],
  ['select name, checksum from migrations', ['api']],
  ['select waiting from read_job_queue()', ['api', 'jobs']],
  [`update deliveries set next_try_at = now()`, ['jobs']],
  ['update site_clocks set offset_ms = 0', ['engine']],
  ['select without_free_text($${}$$)', []],
  ['select count(*) from bid_events', ['api', 'jobs', 'engine']],
  ['update closed_auctions set final_price_cents = 1', ['api', 'jobs', 'engine']],
])('%s is allowed to %j alone', async (statement, allowed) => {
  for (const role of PROCESS_NAMES) {
    expect([role, await attempt(role, statement)]).toEqual([role, allowed.includes(role) ? null : REFUSED])
  }
})

test('No role of the product is a superuser, and a process notices when its role is one', async () => {
  for (const role of ROLE_NAMES) {
    await using database = openDatabase({ url: server.urls[role], applicationName: 'test', poolSize: 1 })
    expect(await isSuperuser(database.db)).toBe(false)
  }
  await using another = await createTestDatabase() // whose role is the superuser of its server
  expect(await isSuperuser(another.db)).toBe(true)
})

test('The nightly jobs work with the role of the jobs', async () => {
  await using database = openDatabase({ url: server.urls.jobs, applicationName: 'test', poolSize: 1 })
  const { db } = database
  await cleanUp(aCtx({ db }))
})

test('The jobs delete an account with their role, when the owner has asked and the time is over, and no other', async () => {
  const owner = clients.get('owner')!
  const add = async (email: string, dueInDays: number | null) => {
    const { rows } = await owner.query(
      `insert into accounts (email, terms_version, privacy_version, terms_accepted_at, created_at, updated_at)
       values ($1, 'v1.0', 'v1.0', now(), now(), now()) returning id`,
      [email],
    )
    if (dueInDays !== null) {
      await owner.query(
        `insert into account_deletions (account_id, requested_by, due_at)
         values ($1, 'owner', now() + make_interval(days => $2))`,
        [rows[0].id, dueInDays],
      )
    }
  }
  await add('due@example.com', -1)
  await owner.query(
    `insert into billing_customers (account_id, external_id, is_test)
     select id, 'cus_due', false from accounts where email = 'due@example.com'`,
  )
  await add('waiting@example.com', 1)
  await add('bystander@example.com', null)
  await using database = openDatabase({ url: server.urls.jobs, applicationName: 'test', poolSize: 2 })
  const { db } = database
  await carryOutDeletions(aCtx({ db, process: 'jobs' }))
  const { rows } = await owner.query('select email from accounts order by id')
  expect(rows).toEqual([{ email: 'waiting@example.com' }, { email: 'bystander@example.com' }])
  expect(await db.selectFrom('closing_customers').select('external_id').execute()).toEqual([{ external_id: 'cus_due' }])
})

test('The jobs mail the owner of a trial with their role, which sees no address otherwise', async () => {
  const owner = clients.get('owner')!
  await owner.query(`
    insert into trials (account_id, started_at, ends_at)
    select id, now() - interval '5 days', now() from accounts where email = 'bystander@example.com'`)
  await using database = openDatabase({ url: server.urls.jobs, applicationName: 'test', poolSize: 1 })
  await followTrials(aCtx({ db: database.db, plans: await readPlans(readConfig({})) }))
  const { rows } = await owner.query(`
    select n.kind, d.recipient from deliveries d join notifications n on n.id = d.notification_id where n.kind like 'trial%'`)
  expect(rows).toEqual([{ kind: 'trial_ended', recipient: 'bystander@example.com' }])
  const address = `select address_of_customer(id) as address from accounts where email like 'waiting%'`
  expect((await owner.query(address)).rows).toEqual([{ address: null }])
})

test('The jobs see every job of the queue, whoever added it', async () => {
  await clients.get('api')!.query(`select enqueue_job('clean-up', '{}', 'once', now() + interval '1 day')`)
  const { rows } = await clients.get('jobs')!.query(`select key from graphile_worker.jobs`)
  expect(rows).toEqual([{ key: 'once' }])
})

test('The jobs return the jobs of an ended process to the queue with their role', async () => {
  await clients.get('owner')!.query(`update graphile_worker._private_jobs set locked_by = 'gone', locked_at = now()`)
  await using database = openDatabase({ url: server.urls.jobs, applicationName: 'test', poolSize: 1 })
  await freeAbandonedJobs(database.db, { ids: [] })
  const { rows } = await clients.get('jobs')!.query(`select key, locked_by from graphile_worker.jobs`)
  expect(rows).toEqual([{ key: 'once', locked_by: null }])
})

/** The tables of the database, each with what PostgreSQL lets each part do: `api: select (id), delete`. */
async function readGrants(): Promise<Map<string, string[]>> {
  const { rows } = await clients.get('owner')!.query<{ name: string; role: string | null; grants: string }>(`
    with columns as (
      select attrelid as oid, privilege_type, grantee, string_agg(attname, ',' order by attname) as names
        from pg_attribute, aclexplode(attacl) where not attisdropped group by 1, 2, 3
    ), granted as (
      select oid, grantee, lower(privilege_type) as privilege from pg_class, aclexplode(relacl) where grantee <> relowner
      union all
      select oid, grantee, format('%s (%s)', lower(privilege_type), names) from columns
    )
    select relname as name, coalesce(rolname, 'public') as role, string_agg(privilege, '; ' order by privilege) as grants
      from pg_class left join granted using (oid) left join pg_roles on pg_roles.oid = grantee
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
     group by 1, 2`)
  const tables = new Map<string, string[]>()
  for (const { name, role, grants } of rows) {
    const others = tables.get(name) ?? []
    tables.set(name, grants === null ? others : [...others, `${role}: ${grants}`].toSorted())
  }
  return tables
}

const HOW =
  'Name in server/src/platform/database/grants.ts what the API, the jobs and the engines may do with each table'

test('Each table is named with what each process may do with it, and PostgreSQL allows exactly that', async () => {
  const tables = await readGrants()
  expect([...tables.keys()].toSorted(), HOW).toEqual(Object.keys(TABLE_GRANTS).toSorted())
  const named = Object.entries(TABLE_GRANTS).map(([table, grants]) => {
    const lines = Object.entries(grants).map(([process, privileges]) => {
      const each = privileges
        .split(/, (?![^(]*\))/)
        .map((privilege) =>
          privilege.replace(/\((.*)\)/, (_, names: string) => `(${names.split(', ').toSorted().join(',')})`),
        )
      return `${ROLES[process as ProcessName]}: ${each.toSorted().join('; ')}`
    })
    return [table, lines.toSorted()] as const
  })
  expect(Object.fromEntries(tables), HOW).toEqual(Object.fromEntries(named))
})

test('A new table is closed to all parts until it is named', async () => {
  const owner = clients.get('owner')!
  await owner.query('create table unnamed (id int); grant select on unnamed to public')
  await migrate(server.urls.owner)
  for (const role of PROCESS_NAMES)
    expect([role, await attempt(role, 'select * from unnamed')]).toEqual([role, REFUSED])
  await owner.query('drop table unnamed')
})

test('Migrating again leaves the privileges as they are', async () => {
  const privileges = `select relname, relacl::text from pg_class where relnamespace = 'public'::regnamespace order by 1`
  const before = await clients.get('owner')!.query(privileges)
  await migrate(server.urls.owner)
  expect((await clients.get('owner')!.query(privileges)).rows).toEqual(before.rows)
})
