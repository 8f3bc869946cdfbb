import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@bidwell/contract'
import { generateIdentity } from 'age-encryption'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { aCtx } from '../../../test/a-ctx.ts'
import { type Bidding, startBidding } from '../../../test/bidding.ts'
import { emptyDatabase, openRestoring } from '../../../test/restoring.ts'
import { as } from '../../../test/run-on-server.ts'
import { fanOut } from '../../alerts/fan-out.ts'
import { readConfig } from '../../config/config.ts'
import { generateKeys } from '../../config/keys.ts'
import { checkVaultKeys } from '../../connections/vault/check-vault-keys.ts'
import { formatEntry } from '../../engine/journal-entry.ts'
import { systemClock } from '../../platform/clock.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { readMigrations } from '../../platform/database/read-migrations.ts'
import { neverAborted } from '../../platform/with-timeout.ts'
import { deletionMarkOf } from '../../privacy/note-deletion.ts'
import type { Manifest } from '../backups/manifest.ts'
import { digestTables } from '../backups/verify-backup.ts'

let bidding: Bidding
let folder: string
let restoring: Awaited<ReturnType<typeof openRestoring>>

const SESSION_KEY = `test:${Buffer.alloc(32).toString('base64')}`
const keysWith = (session: string) => readConfig({ ...generateKeys(), SESSION_KEYS: session }).keys
const keys = keysWith(SESSION_KEY)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  restoring = await openRestoring(folder)
  bidding = await startBidding()
})
afterAll(async () => {
  await bidding[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function connect(url: string): Promise<Client> {
  const client = new Client(url)
  client.on('error', () => {}) // its database is dropped
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function anEmptyDatabase() {
  const database = await emptyDatabase()
  onTestFinished(() => database[Symbol.asyncDispose]())
  return database
}

const digestsOf = async (url: string) => digestTables(await connect(url))

test('A restore has all accounts, bids and records again, and asks before it sends a bid', async () => {
  const { bid, person } = await bidding.scheduledBid({ maxBid: 40 })
  const target = await anEmptyDatabase()
  const { asked, accounts } = await restoring.restore(target, await restoring.backUp(bidding.api.databaseUrl), { keys })

  const [before, after] = [await digestsOf(bidding.api.databaseUrl), await digestsOf(target.url)]
  for (const table of ['accounts', 'listings', 'tracked_auctions', 'listing_prices', 'connections', 'migrations'])
    expect([table, after.get(table)]).toEqual([table, before.get(table)])
  expect(accounts).toBe(before.get('accounts')?.rows)
  expect(asked).toBe(1)
  const row = await target.db.selectFrom('bids').selectAll().where('id', '=', bid.id).executeTakeFirstOrThrow()
  expect(row.restored_from).toBeInstanceOf(Date)
  const events = await target.db.selectFrom('bid_events').select('kind').where('bid_id', '=', bid.id).execute()
  expect(events.map(({ kind }) => kind)).toEqual(['scheduled', 'restored'])
  const told = await target.db.selectFrom('notifications').selectAll().where('kind', '=', 'bids_restored').execute()
  expect(told).toMatchObject([
    { account_id: person.accountId, bid_id: bid.id, values: { bids: 1, maxBidCents: 4_000 } },
  ])
  // The database that was backed up is untouched.
  const original = await bidding.db.selectFrom('bids').selectAll().where('id', '=', bid.id).executeTakeFirstOrThrow()
  expect(original.restored_from).toBeNull()
})

test('What lets somebody in, acts once or waits to be sent is void after a restore, and the roles have their rights', async () => {
  await bidding.scheduledBid()
  const { accountId } = await bidding.api.signUp()
  const [at, hash] = [new Date(systemClock.now()), Buffer.alloc(32)]
  for (const added of [
    sql`insert into deliveries (id, account_id, kind, recipient, content, channel, next_try_at, give_up_at, created_at)
        values (gen_random_uuid(), ${accountId}, 'bid_won', 'ann@example.com', '{}', 'email', ${at}, ${at}, ${at})`,
    sql`insert into mail_links (account_id, purpose, token_hash, email, expires_at, created_at)
        values (${accountId}, 'reset_password', ${hash}, 'ann@example.com', ${at}, ${at})`,
    sql`insert into idempotency_keys (account_id, key, request_hash, created_at) values (${accountId}, 'key', 'hash', ${at})`,
    sql`insert into alert_links (token_hash, account_id, action, expires_at, created_at, kind)
        values (${hash}, ${accountId}, 'stop_kind', ${at}, ${at}, 'bid_won')`,
    sql`insert into api_tokens (id, account_id, name, token_hash, scope, created_at, expires_at)
        values (gen_random_uuid(), ${accountId}, 'sheet', ${hash}, 'read', ${at}, ${at}::timestamptz + interval '1 day')`,
    sql`insert into calendar_feeds (account_id, token_hash, shows_maxima, created_at) values (${accountId}, ${hash}, false, ${at})`,
  ])
    await added.execute(bidding.db)
  const target = await anEmptyDatabase()
  await restoring.restore(target, await restoring.backUp(bidding.api.databaseUrl), { keys })
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from sessions where revoked_at is null) as sessions, (select count(*) from sessions) as kept,
           (select count(*) from mail_links) as links, (select count(*) from idempotency_keys) as keys,
           (select count(*) from alert_links) as alert_links, (select count(*) from calendar_feeds) as calendars,
           (select count(*) from api_tokens) as tokens,
           (select count(*) from deliveries where ended_at is null) as waiting,
           (select count(*) from engines) as engines`.execute(target.db)
  expect(rows).toEqual([
    {
      sessions: 0,
      kept: expect.any(Number),
      links: 0,
      keys: 0,
      alert_links: 0,
      calendars: 0,
      tokens: 0,
      waiting: 0,
      engines: 0,
    },
  ])
  expect(rows[0]?.['kept']).toBeGreaterThan(0)
  const asApi = await connect(as('api', target.url))
  expect((await asApi.query('select count(*)::int as accounts from accounts')).rows[0].accounts).toBeGreaterThan(0)
  await expect(asApi.query('delete from accounts')).rejects.toThrow('permission denied')
})

test('Whoever has alerts in a browser alone is asked there after a restore, and a browser that was signed out is not', async () => {
  const { person } = await bidding.scheduledBid()
  const bystander = await bidding.scheduledBid()
  for (const { accountId } of [person, bystander.person])
    await sql`
      insert into destinations (account_id, channel, address, label, settings, verified_at)
      select ${accountId}, 'push', 'https://push.example.com/' || ${accountId}, 'Firefox',
             jsonb_build_object('p256dh', '', 'auth', '', 'session', id), now()
        from sessions where account_id = ${accountId}`.execute(bidding.db)
  const signedOut = await bidding.api.call(api.endSessions, {
    token: bystander.person.token,
    body: { except_this: false },
  })
  expect(signedOut.body.data).toEqual({ ended: 1 })
  const target = await anEmptyDatabase()
  await restoring.restore(target, await restoring.backUp(bidding.api.databaseUrl), { keys })

  await fanOut(aCtx({ db: target.db }), neverAborted)
  const queued = target.db.selectFrom('deliveries').select(['account_id', 'kind']).where('channel', '=', 'push')
  expect(await queued.where('ended_at', 'is', null).execute()).toEqual([
    { account_id: person.accountId, kind: 'alert' },
  ])
})

test('Numbers go on after a gap, so that none that was given after the backup is given twice', async () => {
  await bidding.scheduledBid()
  const target = await anEmptyDatabase()
  await restoring.restore(target, await restoring.backUp(bidding.api.databaseUrl), { keys })
  const { rows } = await sql<{ last: number; next: number }>`
    select max(id) as last, nextval(pg_get_serial_sequence('bids', 'id')) as next from bids`.execute(target.db)
  expect(rows[0]?.next).toBeGreaterThan((rows[0]?.last ?? 0) + 999_000)
})

test('What an engine had in its journal alone is recorded before the bids are stopped', async () => {
  const { bid } = await bidding.scheduledBid()
  const at = systemClock.now()
  const sent = { bidId: bid.id, fence: 0, progress: { to: 'executed', at } as const }
  const event = {
    key: '0198c1de-5d4b-7d9a-9b1f-0a6f2f6f1e11',
    bidId: bid.id,
    at,
    uncertaintyMs: 1,
    engineId: 1,
    fence: 0,
    detail: {
      kind: 'answered',
      attempt: 1,
      answer: 'leading',
      siteMessage: '',
      priceCents: 2_000,
      tookMs: 40,
    } as const,
  }
  const journals = { 'journal-1-5.ndjson': formatEntry({ ...sent, events: [event] }) }
  const target = await anEmptyDatabase()
  await restoring.restore(target, await restoring.backUp(bidding.api.databaseUrl, { journals }), { keys })
  const row = await target.db.selectFrom('bids').selectAll().where('id', '=', bid.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ status: 'executed', restored_from: null, engine_id: null })
})

test('An account that was deleted after the backup is to be deleted again and not asked about its bids, and no other', async () => {
  const [deleted, sameNumber] = [await aBidder(), await aBidder()]
  const target = await anEmptyDatabase()
  const marks = [
    deletionMarkOf(deleted),
    // Another installation had an account with this number.
    deletionMarkOf({ ...sameNumber, created_at: new Date(sameNumber.created_at.getTime() - 1) }),
  ]
  const source = await restoring.backUp(bidding.api.databaseUrl)
  await restoring.restore(target, source, { keys, deleted: marks })
  const requests = await target.db
    .selectFrom('account_deletions')
    .selectAll()
    .where('completed_at', 'is', null)
    .execute()
  expect(requests).toMatchObject([{ account_id: deleted.id, requested_by: 'operator' }])
  expect(requests[0]?.due_at.getTime()).toBeLessThan(systemClock.now())
  const asked = await target.db
    .selectFrom('notifications')
    .select('account_id')
    .where('kind', '=', 'bids_restored')
    .where('account_id', 'in', [deleted.id, sameNumber.id])
    .execute()
  expect(asked).toEqual([{ account_id: sameNumber.id }])
})

async function aBidder() {
  const { accountId } = (await bidding.scheduledBid()).person
  return bidding.db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
}

/** Everything that a database has, to be compared. */
async function contentsOf(url: string) {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query(`
    select relname, relkind, relfilenode from pg_class where relnamespace = 'public'::regnamespace order by relname`)
  const digests = await digestTables(client)
  await client.end() // a restore refuses a database that another program uses
  return { rows, digests }
}

test('A database with an account, with tables of others, or in use is refused, and nothing in it changes', async () => {
  const source = await restoring.backUp(bidding.api.databaseUrl)
  const used = await anEmptyDatabase()
  await migrate(as('owner', used.url))
  const client = await connect(as('owner', used.url))
  const attempt = () => restoring.restore(used, source, { keys })
  await expect(attempt()).rejects.toThrow(/Other programs use the database .*: stop Bidwell first/)
  await client.query(`
    insert into accounts (email, terms_version, privacy_version, terms_accepted_at, created_at, updated_at)
    values ('ann@example.com', '1', '1', now(), now(), now())`)
  await client.end()
  {
    // Of the programs of other roles, the owner sees nothing but that they are connected.
    await using engine = used.openAs('engine')
    await engine.db.selectFrom('operator_pause').select('state').execute()
    await expect(attempt()).rejects.toThrow(/Other programs use the database/)
  }
  await expect(attempt()).rejects.toThrow('The database has 1 account')
  const admin = await connect(used.url)
  expect((await admin.query('select email from accounts')).rows).toEqual([{ email: 'ann@example.com' }])

  const foreign = await anEmptyDatabase()
  const owner = await connect(as('owner', foreign.url))
  await owner.query('create table recipes (name text)')
  await owner.end()
  await expect(restoring.restore(foreign, source, { keys })).rejects.toThrow('tables that are not those of Bidwell')
})

test('A backup without its keys, of a later release, or of another one with the same migrations is refused', async () => {
  const url = bidding.api.databaseUrl
  await bidding.scheduledBid()
  const source = await restoring.backUp(url)
  const target = await anEmptyDatabase()
  const attempt = (from: typeof source, options = {}) => restoring.restore(target, from, { keys, ...options })
  const { keys: other } = readConfig(generateKeys())
  await expect(attempt(source, { keys: other })).rejects.toThrow(
    'sealed with keys that are not here: "test" of SESSION_KEYS',
  )
  await expect(attempt({ ...source, identities: [await generateIdentity()] })).rejects.toThrow(
    'encrypted for another key',
  )
  const migrations = (await readMigrations()).map(({ name, checksum }) => ({ name, checksum }))
  const later = { migrations: [...migrations, { name: '9999-later.sql', checksum: 'x' }], release: '9.0.0' }
  const fromLater = await restoring.backUp(url, { change: later })
  await expect(attempt(fromLater)).rejects.toThrow('made by Bidwell 9.0.0, whose database has 9999-later.sql')
  const changed: Partial<Manifest> = { migrations: migrations.map((each) => ({ ...each, checksum: 'x' })) }
  await expect(attempt(await restoring.backUp(url, { change: changed }))).rejects.toThrow('this Bidwell has another')
  expect(
    (
      await (
        await connect(target.url)
      ).query("select relname from pg_class where relnamespace = 'public'::regnamespace")
    ).rows,
  ).toEqual([])
})

test('A key that has the name of another one is refused, and nothing is written', async () => {
  const used = await anEmptyDatabase()
  await migrate(as('owner', used.url))
  const { VAULT_KEYS } = generateKeys()
  const sealing = readConfig({ VAULT_KEYS }).keys.vault
  await checkVaultKeys({ db: used.db, clock: systemClock }, sealing)
  const source = await restoring.backUp(used.url)
  const [kid] = VAULT_KEYS.split(':')
  const [, ...otherKey] = generateKeys().VAULT_KEYS.split(':')
  const target = await anEmptyDatabase()
  const wrong = readConfig({ VAULT_KEYS: [kid, ...otherKey].join(':') }).keys
  await expect(restoring.restore(target, source, { keys: wrong })).rejects.toThrow(
    `VAULT_KEYS has another key under the name "${kid}"`,
  )
  const admin = await connect(target.url)
  const left = await admin.query("select relname from pg_class where relnamespace = 'public'::regnamespace")
  expect(left.rows).toEqual([])
  await admin.end()
  await restoring.restore(target, source, { keys: { session: [], vault: sealing } })
})

/** `DAMAGED_PLACES=250` damages files at so many places. */
const PLACES = Number(process.env['DAMAGED_PLACES'] ?? 20)

test('Damaged files are refused at every place, and nothing is written', async () => {
  const source = await restoring.backUp(bidding.api.databaseUrl)
  const whole = await readFile(source.path)
  const target = await anEmptyDatabase()
  await migrate(as('owner', target.url))
  await target.database[Symbol.asyncDispose]()
  const before = await contentsOf(target.url)
  const path = join(folder, 'damaged.age')
  const places = Array.from({ length: PLACES }, (_, index) => Math.floor((whole.length * index) / PLACES))
  const damaged = [
    ...places.map((at) => flip(whole, at)),
    ...places.map((at) => whole.subarray(0, at)),
    ...places.slice(1).map((at) => Buffer.concat([whole.subarray(at), whole.subarray(0, at)])),
    Buffer.concat([whole, Buffer.from('x')]),
  ]
  for (const bytes of damaged) {
    await writeFile(path, bytes)
    await expect(restoring.restore(target, { ...source, path }, { keys })).rejects.toThrow(/damaged\.age/)
  }
  expect(await contentsOf(target.url)).toEqual(before)
})

function flip(file: Buffer, at: number): Buffer {
  const flipped = Buffer.from(file)
  flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at)
  return flipped
}

test('A restore that is asked to stop before it has begun, or on its way, restores nothing, and the next one works', async () => {
  const target = await anEmptyDatabase()
  await migrate(as('owner', target.url))
  const source = await restoring.backUp(bidding.api.databaseUrl)
  await target.database[Symbol.asyncDispose]()
  const before = await contentsOf(target.url)
  for (const moment of ['Checking', 'Loading']) {
    const stop = new AbortController()
    const tell = (line: string) => (line.startsWith(moment) ? stop.abort() : undefined)
    const stopped = restoring.restore(target, source, { keys, tell, stop: stop.signal })
    await expect(stopped).rejects.toThrow('It was stopped, and nothing was restored')
    expect(await contentsOf(target.url)).toEqual(before)
  }
  expect(await restoring.restore(target, source, { keys })).toMatchObject({ refusedEntries: 0 })
})
