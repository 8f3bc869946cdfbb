import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { api, API_BASE, type Endpoint, EVENTS_PATH, TokenScope } from '@bidwell/contract'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aRegistration } from '../test/api.ts'
import { createTestDatabase } from '../test/database.ts'
import { freePort } from '../test/free-port.ts'
import { as } from '../test/run-on-server.ts'
import { readConfig } from './config/config.ts'
import { generateKeys, publicHalvesAsText } from './config/keys.ts'
import { systemClock } from './platform/clock.ts'
import type { Db } from './platform/database/tables.ts'
import { pollUntil } from './platform/poll-until.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
/** How many records have a number of their own. */
let records = 0
/** Names records of an account, so that an answer that shows them is noticed. */
const CANARY = 'Canary lamp 4711'
const SALE = { sold_for: 9, fees: 0, sold_on: '2026-11-20', sold_at: 'Mine', refund: null }
const NOON = new Date(Date.UTC(2026, 10, 20, 20))

/** Starts an API process, as operators do. */
async function startProcess(settings: Record<string, string> = {}) {
  await using stack = new AsyncDisposableStack()
  const { db, url: databaseUrl } = stack.use(await createTestDatabase())
  const port = await freePort()
  const env = {
    ...process.env,
    ...generateKeys(),
    DATABASE_URL: as('api', databaseUrl),
    PORT: String(port),
    LOG_LEVEL: 'silent',
    ...settings,
  }
  const server = spawn(process.execPath, [MAIN, 'api'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let log = ''
  server.stdout.on('data', (text: Buffer) => (log += text.toString()))
  const ended = once(server, 'exit')
  stack.defer(async () => {
    server.kill('SIGKILL')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  const healthy = () =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok || null,
      () => null,
    )
  expect(await pollUntil(systemClock, healthy, { everyMs: 50, forMs: 300_000 })).toBe(true)
  const owned = stack.move()

  async function call(endpoint: Endpoint, id: number | string, token?: string, body?: object) {
    const { status, text } = await send(endpoint, id, token, body)
    return { status, body: JSON.parse(text) }
  }

  async function send({ method, path }: Endpoint, id: number | string, token?: string, body?: object) {
    const query = method === 'DELETE' && path.startsWith('/bid-groups') ? '?members=keep' : ''
    const filled = path.replace(':id', String(id)).replace(':bidId', '1').replace(':provider', 'shopgoodwill') + query
    const answer = await fetch(`${url}${API_BASE}${filled}`, {
      method,
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  }

  async function signUp() {
    const { body } = await call(api.register, 0, undefined, aRegistration())
    const token: string = body.token
    const { id: accountId, email }: { id: number; email: string } = body.data.profile
    return { token, accountId, email }
  }

  return {
    url,
    db,
    api: server,
    ended,
    log: () => log,
    call,
    send,
    signUp,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

let it: Awaited<ReturnType<typeof startProcess>>
let owner: Awaited<ReturnType<typeof it.signUp>>
let other: typeof owner
beforeAll(async () => {
  it = await startProcess()
  owner = await it.signUp()
  other = await it.signUp()
})
afterAll(() => it[Symbol.asyncDispose]())

test('The API has a route for each endpoint of the contract, and no other', async () => {
  const { paths } = JSON.parse(await (await fetch(`${it.url}/api/openapi.json`)).text())
  const answered = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const promised = Object.values(api).map(
    ({ method, path }) => `${method} ${API_BASE}${path.replace(/:(\w+)/g, '{$1}')}`,
  )
  expect(answered.toSorted()).toEqual([...promised, `GET ${API_BASE}${EVENTS_PATH}`].toSorted())
})

const all: readonly Endpoint[] = Object.values(api)
const guarded = all.filter(({ access }) => access !== 'anyone')
const named = (list: readonly Endpoint[]) =>
  list.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

const SCOPES = TokenScope.options

/** The code with which a call of this endpoint refuses a token of this scope before it looks at anything else; null if it does not. */
function refusalOf({ access, scope }: Endpoint, of: TokenScope): string | null {
  if (access === 'anyone') return null
  if (access.startsWith('admin')) return 'not_found'
  if (scope === 'people') return 'scope_missing'
  return SCOPES.indexOf(of) < SCOPES.indexOf(scope) ? 'scope_missing' : null
}

const REFUSALS: readonly string[] = ['scope_missing', 'token_invalid', 'not_signed_in']

test('Each call refuses the tokens without its scope by name, and no other caller for a scope', async () => {
  // Its own process: the limit of the network counts all calls of the other tests.
  await using own = await startProcess()
  const { token: session, accountId } = await own.signUp()
  const before = await recordsOf(own.db, accountId)
  const wrong: string[] = []
  for (const of of SCOPES) {
    const caps = of === 'bid' ? { max_bid: 20, day_cap: 50 } : {}
    const made = await own.call(api.makeApiToken, 0, session, { name: of, scope: of, ...caps })
    for (const endpoint of all) {
      const { status, body } = await refusalBy(own, endpoint, made.body.data.secret)
      const expected = refusalOf(endpoint, of)
      const isRefused = expected === null ? REFUSALS.includes(body.code) : body.code === expected
      if (expected === null ? isRefused : !isRefused) wrong.push(`${endpoint.method} ${endpoint.path} ${of}: ${status}`)
      const names = endpoint.scope !== 'people' && body.code === 'scope_missing'
      if (names) expect(body.message).toContain(`'${endpoint.scope}'`)
    }
  }
  const stranger = `bwp_${'0'.repeat(36)}`
  for (const endpoint of all.filter(({ access }) => access !== 'anyone')) {
    const hidden = endpoint.access.startsWith('admin')
    const refused = await refusalBy(own, endpoint, stranger)
    if (refused.body.code !== (hidden ? 'not_found' : 'token_invalid')) wrong.push(`${endpoint.path}: unknown token`)
    // Calls that change the session itself are for tests of their own.
    if (endpoint.method !== 'GET') continue
    const { body } = await refusalBy(own, endpoint, session)
    if (REFUSALS.includes(body.code)) wrong.push(`${endpoint.path}: session`)
  }
  expect(wrong).toEqual([])
  expect(await recordsOf(own.db, accountId)).toEqual(before)
})

/** Calls with a body that no call accepts, so that what is let in does nothing. Files are no JSON. */
async function refusalBy(own: Pick<typeof it, 'send'>, endpoint: Endpoint, token: string) {
  const { status, text } = await own.send(endpoint, 1, token, endpoint.method === 'GET' ? undefined : { unknown: 1 })
  return { status, body: status === 200 ? {} : JSON.parse(text) }
}

test('Of a hundred calls of a program with random input, none fails on our side', async () => {
  await using own = await startProcess()
  const { token: session } = await own.signUp()
  const made = await own.call(api.makeApiToken, 0, session, { name: 'fuzz', scope: 'bid', max_bid: 20, day_cap: 50 })
  const ofPrograms = all.filter(({ scope }) => SCOPES.some((of) => of === scope))
  const fields = ofPrograms.flatMap(({ body }) => (body && 'shape' in body ? Object.keys(body.shape as object) : []))
  const input = fc.record({
    endpoint: fc.constantFrom(...ofPrograms),
    id: fc.oneof(fc.nat(), fc.string({ minLength: 1 }), fc.constant('-1')),
    body: fc.dictionary(fc.constantFrom(...fields), fc.oneof(fc.jsonValue(), fc.double(), fc.constant('123456789'))),
  })
  const failed: string[] = []
  for (const { endpoint, id, body } of fc.sample(input, { numRuns: 100, seed: 20_261_126 })) {
    const sent = endpoint.method === 'GET' ? undefined : body
    const { status } = await own.send(endpoint, encodeURIComponent(id), made.body.data.secret, sent)
    // 503: the site of this process answers nothing.
    if (status >= 500 && status !== 503)
      failed.push(`${endpoint.method} ${endpoint.path} ${JSON.stringify(sent)}: ${status}`)
  }
  expect(failed).toEqual([])
})

const needsSession = guarded.filter(({ access }) => access !== 'optional')

test.each(named(needsSession))('%s without a session is refused before its input is validated', async (_, endpoint) => {
  for (const token of [undefined, 'a.b.c']) {
    const { status, body } = await it.call(endpoint, 1, token, endpoint.method === 'GET' ? undefined : { unknown: 1 })
    // To a browser without a session, an administrator's call does not exist.
    const hidden = endpoint.access.startsWith('admin') && token === undefined
    expect([status, body.code]).toEqual(hidden ? [404, 'not_found'] : [401, 'not_signed_in'])
  }
})

test("No call of another user reads or changes anything of an account, whichever of its records' numbers it names", async () => {
  const caller = await it.signUp()
  const { auctionId, bidId, siteAuctionId } = await insertSnipe(it.db, owner.accountId)
  const ofAccount = it.db.selectFrom('sessions').select('id').where('account_id', '=', owner.accountId)
  const session = await ofAccount.executeTakeFirstOrThrow()
  const ids = [
    auctionId,
    bidId,
    await insertPastOrder(it.db, owner.accountId),
    session.id,
    await insertPasskey(it.db, owner.accountId),
    await insertDestination(it.db, owner.accountId),
  ]
  const waiting = [
    { kind: 'restored', id: bidId },
    { kind: 'program', id: await insertRequest(it.db, owner.accountId, auctionId) },
  ]
  const before = await everythingOf(it.db, owner.accountId)
  const bodies: Partial<Record<string, object>> = {
    [api.scheduleBid.path]: { auctionId: siteAuctionId, maxBid: 99, confirmMaxBid: 99, secondsBeforeEnd: 5 },
    [api.deleteBids.path]: { bidIds: [bidId], auctionIds: [auctionId] },
    [api.restoreBids.path]: { bidIds: [bidId], auctionIds: [auctionId] },
    [api.changeBid.path]: { maxBid: 99, confirmMaxBid: 99 },
    [api.renamePasskey.path]: { name: 'Mine' },
    [api.endSessions.path]: { except_this: true },
    [api.changeProfile.path]: { default_seconds_before_end: 9 },
    [api.setPause.path]: { paused: true },
    [api.addWebhook.path]: { label: 'Mine', preset: 'standard', url: 'https://hooks.example.com/' },
    [api.addPhone.path]: { phone_number: '5551234567' },
    [api.verifyPhone.path]: { code: '123456' },
    [api.sayPaid.path]: { paid: true },
    [api.saveSale.path]: SALE,
    [api.keepWaitingBids.path]: { waiting },
    [api.dropWaitingBids.path]: { waiting },
  }
  // Signing the other user out last, because it takes the session away that calls.
  const last: readonly Endpoint[] = [api.logout, api.deleteAccount]
  const calls = guarded.filter((endpoint) => !last.includes(endpoint))
  for (const endpoint of [...calls, ...last]) {
    const named = endpoint.path.includes(':id') ? ids : [0]
    for (const id of named) {
      const body = endpoint.method === 'GET' ? undefined : bodies[endpoint.path]
      const { status, text } = await it.send(endpoint, id, caller.token, body)
      const label = `${endpoint.method} ${endpoint.path} ${id} answered ${status}`
      expect(status < 500 || status === 503, label).toBe(true)
      expect(
        [owner.email, CANARY].filter((own) => text.includes(own)),
        label,
      ).toEqual([])
    }
  }
  expect(await everythingOf(it.db, owner.accountId)).toEqual(before)
})

/** Every row of every table that belongs to an account, but for when its sessions were used. */
async function everythingOf(db: Db, accountId: number) {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id' order by 1`.execute(db)
  const everything: Record<string, unknown> = {}
  for (const { name } of tables) {
    const rows = await sql`select to_jsonb(t) as row from ${sql.table(name)} t
      where account_id = ${accountId} order by 1`.execute(db)
    everything[name] = rows.rows
  }
  everything.accounts = await db.selectFrom('accounts').selectAll().where('id', '=', accountId).execute()
  expect(tables.length).toBeGreaterThan(15) // an empty scan would pass
  return everything
}

const needNoField = all.filter(({ method, body }) => method !== 'GET' && body?.safeParse({}).success)

test.each(named(needNoField))('%s, of whose body no field is needed, works without a body', async (_, endpoint) => {
  const { status, body } = await it.call(endpoint, 1, other.token)
  expect(status, JSON.stringify(body)).not.toBe(400)
  expect((await it.call(endpoint, 1, other.token, { unknown: 1 })).status).toBe(400)
})

const ofRecords = guarded.filter(({ path }) => path.includes(':id'))

test.each(named(ofRecords))("%s does not find another user's record, and does not change it", async (_, endpoint) => {
  const [id, absentId] = await insertRecord(it.db, owner.accountId, endpoint)
  const before = await recordsOf(it.db, owner.accountId)
  const isNamed = endpoint === api.renamePasskey || endpoint === api.changeBidGroup
  const change = isNamed ? { name: 'Mine' } : { maxBid: 99 }
  const needed = new Map<Endpoint, object>([
    [api.verifyPhone, { code: '123456' }],
    [api.snoozeAuction, { until: null }],
    [api.noteAuction, { note: 'Mine now', replaces: '' }],
    [api.sayPaid, { paid: true }],
    [api.saveSale, SALE],
    [api.addGroupMembers, { bidIds: [1] }],
    [api.changeSearch, { words: 'mine', max_price: null, category: null, seller: null, delivery: 'any' }],
  ])
  const body = endpoint.method === 'PATCH' ? change : needed.get(endpoint)

  const found = await it.call(endpoint, id, other.token, body)
  const absent = await it.call(endpoint, absentId, other.token, body)
  expect(found).toEqual(absent)
  if (found.status === 200) expect(found.body.data).toEqual({ bids: [] })
  else expect(found.body.code).toBe('not_found')
  expect(await recordsOf(it.db, owner.accountId)).toEqual(before)
})

test("Deleting by list does not delete another user's records", async () => {
  const { auctionId, bidId } = await insertSnipe(it.db, owner.accountId)
  const before = await recordsOf(it.db, owner.accountId)
  const { body } = await it.call(api.deleteBids, 0, other.token, { bidIds: [bidId], auctionIds: [auctionId] })
  expect(body.data).toMatchObject({ deleted_bids: 0, deleted_auctions: 0 })
  expect(await recordsOf(it.db, owner.accountId)).toEqual(before)
})

test('An API in production warns that bids go to the practice site', async () => {
  const keys = generateKeys()
  const VAULT_KEYS = publicHalvesAsText(readConfig(keys).keys.vault)
  await using own = await startProcess({ ...keys, VAULT_KEYS, NODE_ENV: 'production', LOG_LEVEL: 'warn' })
  expect(own.log()).toContain('NODE_ENV is production, and bids go to the practice site')
  expect(it.log()).toBe('')
})

test('The API ends on SIGTERM, also with open event streams', async () => {
  await using own = await startProcess()
  const { token } = await own.signUp()
  const stream = await fetch(`${own.url}${API_BASE}${EVENTS_PATH}`, { headers: { Authorization: `Bearer ${token}` } })
  expect(stream.status).toBe(200)
  own.api.kill('SIGTERM')
  expect(await own.ended).toEqual([0, null])
  expect(await stream.text()).toContain('site_time')
})

/** The id of a record of the account that the endpoint is for, and an id that no such record has. */
async function insertRecord(
  db: Db,
  accountId: number,
  { path }: Endpoint,
): Promise<[number | string, number | string]> {
  if (path.startsWith('/account/sessions')) {
    const ofAccount = db.selectFrom('sessions').select('id').where('account_id', '=', accountId)
    return [(await ofAccount.executeTakeFirstOrThrow()).id, randomUUID()]
  }
  if (path.startsWith('/account/tokens')) return [await insertToken(db, accountId), randomUUID()]
  if (path.startsWith('/account/passkeys')) return [await insertPasskey(db, accountId), 999_999]
  if (path.startsWith('/bid-groups')) {
    const group = { account_id: accountId, name: CANARY, most_wins: 1, created_at: NOON }
    const { id } = await db.insertInto('bid_groups').values(group).returning('id').executeTakeFirstOrThrow()
    return [id, 999_999]
  }
  if (path.startsWith('/searches')) return [await insertSearch(db, accountId), 999_999]
  if (path.startsWith('/alerts/destinations')) return [await insertDestination(db, accountId), 999_999]
  const { auctionId, bidId, siteAuctionId } = await insertSnipe(db, accountId)
  if (path.startsWith('/wins') || path.startsWith('/sales')) {
    const won = { status: 'won', outcome: 'won', settled_at: NOON } as const
    await db.updateTable('bids').set(won).where('id', '=', bidId).execute()
    return [path.startsWith('/wins') ? bidId : siteAuctionId, 999_999]
  }
  return [path.startsWith('/bids') ? bidId : auctionId, 999_999]
}

async function insertToken(db: Db, accountId: number): Promise<string> {
  const name = `${CANARY} ${(records += 1)}`
  const token = { token_hash: randomBytes(32), scope: 'read', name } as const
  const life = { created_at: NOON, expires_at: new Date(Date.UTC(2100, 0)) }
  const row = { id: randomUUID(), account_id: accountId, ...token, ...life }
  await db.insertInto('api_tokens').values(row).execute()
  return row.id
}

async function insertSearch(db: Db, accountId: number): Promise<number> {
  const wanted = { marketplace: 'shopgoodwill', words: `${CANARY} ${(records += 1)}`, delivery: 'any' } as const
  const { id } = await db.insertInto('site_searches').values(wanted).returning('id').executeTakeFirstOrThrow()
  const row = { account_id: accountId, site_search_id: id, words: CANARY, created_at: NOON }
  return (await db.insertInto('searches').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** An item of the site's file that was read in. Returns its number. */
async function insertPastOrder(db: Db, accountId: number): Promise<string> {
  const auction_id = String(200_000_000 + (records += 1))
  const costs = { price_cents: 1_000, additional_fee_cents: 0, donation_cents: 0 }
  const item = { auction_id, order_id: '61234567', items_in_order: 1, title: CANARY, ended_at: NOON, ...costs }
  await db
    .insertInto('past_orders')
    .values({ account_id: accountId, marketplace: 'shopgoodwill', ...item })
    .execute()
  return auction_id
}

/** What a program asked for on a tracked auction. */
async function insertRequest(db: Db, accountId: number, trackedAuctionId: number): Promise<number> {
  const asked = { tracked_auction_id: trackedAuctionId, max_bid_cents: 20_00, seconds_before_end: 5, asked_at: NOON }
  const row = { account_id: accountId, api_token_id: await insertToken(db, accountId), ...asked }
  return (await db.insertInto('bid_requests').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** A phone number. */
async function insertDestination(db: Db, accountId: number): Promise<number> {
  const place = { channel: 'sms', address: `+1555${1_000_000 + (records += 1)}`, label: CANARY } as const
  const row = { account_id: accountId, ...place }
  return (await db.insertInto('destinations').values(row).returning('id').executeTakeFirstOrThrow()).id
}

async function insertPasskey(db: Db, accountId: number): Promise<number> {
  const key = { credential_id: randomUUID(), public_key: Buffer.alloc(32), signature_count: 0, transports: [] }
  const passkey = { ...key, account_id: accountId, name: 'Phone', created_at: NOON }
  return (await db.insertInto('passkeys').values(passkey).returning('id').executeTakeFirstOrThrow()).id
}

/** A tracked auction with a scheduled bid that no engine holds. */
async function insertSnipe(db: Db, accountId: number) {
  const siteAuctionId = String(100_000_000 + (records += 1))
  const dates = { created_at: NOON, updated_at: NOON }
  const listing = await db
    .insertInto('listings')
    .values({
      marketplace: 'shopgoodwill',
      auction_id: siteAuctionId,
      seller_id: '1',
      title: CANARY,
      image_urls: [],
      starting_price_cents: 999,
      current_price_cents: 999,
      minimum_bid_cents: 1_099,
      bid_increment_cents: 100,
      bid_count: 1,
      handling_cents: 0,
      pickup_only: false,
      ends_at: new Date(NOON.getTime() + 3_600_000),
      ends_at_ambiguous: false,
      last_checked_at: NOON,
      ...dates,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const auction = await db
    .insertInto('tracked_auctions')
    .values({ account_id: accountId, listing_id: listing.id, ...dates })
    .returning('id')
    .executeTakeFirstOrThrow()
  const bid = await db
    .insertInto('bids')
    .values({
      account_id: accountId,
      tracked_auction_id: auction.id,
      listing_id: listing.id,
      max_bid_cents: 2_500,
      seconds_before_end: 5,
      fire_at: new Date(NOON.getTime() + 3_595_000),
      ...dates,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { auctionId: auction.id, bidId: bid.id, siteAuctionId }
}

async function recordsOf(db: Db, accountId: number) {
  return {
    auctions: await db.selectFrom('tracked_auctions').selectAll().where('account_id', '=', accountId).execute(),
    bids: await db.selectFrom('bids').selectAll().where('account_id', '=', accountId).execute(),
    groups: await db.selectFrom('bid_groups').selectAll().where('account_id', '=', accountId).execute(),
    sessions: await db.selectFrom('sessions').selectAll().where('account_id', '=', accountId).execute(),
    passkeys: await db.selectFrom('passkeys').selectAll().where('account_id', '=', accountId).execute(),
    destinations: await db.selectFrom('destinations').selectAll().where('account_id', '=', accountId).execute(),
  }
}

const SORTS = ['end_time_asc', 'finished_desc', 'date', 'item', 'result', 'paid', 'max', 'margin']
// Those of the administrator are called in `operate/admin/access.test.ts`.
const lists = guarded.filter(({ access, query }) => access !== 'admin' && query && 'cursor' in query.shape)

test.each(named(lists))('No made-up cursor of %s makes the server fail', async (_, endpoint) => {
  const sorts = SORTS.filter((sort) => endpoint.query?.safeParse({ sort }).success)
  const most = Number.MAX_SAFE_INTEGER
  const pairs = [
    [most, 1],
    [-most, 1],
    [8_640_000_000_000_001, 1],
    [1, most],
    [1, -most],
    ['x'.repeat(200), most],
  ]
  const made = ['-999999999999999.1', '999999999999999.1', '0.0', '1.999999999999999', '253402300800000.1']
  made.push(...pairs.map((parts) => JSON.stringify(parts)))
  for (const sort of [null, ...sorts]) {
    for (const text of made) {
      const query = new URLSearchParams({
        ...(sort !== null && { sort }),
        cursor: Buffer.from(text).toString('base64url'),
      })
      const path = `${endpoint.path}?${query.toString()}`
      const { status } = await it.send({ ...endpoint, path }, 1, other.token)
      expect([200, 400], `${path} (${text}) answered ${status}`).toContain(status)
    }
  }
})
