import { api, EVENTS_PATH, ServerEvent, SESSION } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '../../../test/api.ts'
import { manualClock } from '../../../test/manual-clock.ts'
import { aWireAuction, aWireBid } from '../../../test/wire-records.ts'
import { announceChange } from '../../platform/changes/announce-change.ts'
import { createAudience } from './audience.ts'
import { openEventStream } from './event-stream.ts'

const NOON = Date.UTC(2026, 10, 20, 20)
const HEARTBEAT_MS = 15_000
/** The id of a record that does not exist, and of one whose read fails. */
const GONE = 404
const UNREADABLE = 500
/** The ids of records that are further than the others: an auction that is closed or settled, a bid that was placed. */
const [CLOSED, SETTLED, PLACED] = [71, 72, 73]

const clock = manualClock(NOON)
const loads: string[] = []
const trackers = new Map<number, { accountId: number; auctionId: number }[]>()
let server: TestApi

beforeAll(async () => {
  server = await startTestApi({
    clock,
    loaders: () => ({
      loadAuction: async (accountId, id) => {
        loads.push(`auction ${id} of ${accountId}`)
        return id === GONE ? null : auctionOf(accountId, id)
      },
      loadBid: async (accountId, id) => {
        if (id === UNREADABLE) throw new Error('no database')
        return id === GONE ? null : bidOf(accountId, id)
      },
      loadTrackersOf: async (listingId) => trackers.get(listingId) ?? [],
      loadConnectionStatus: async () => status,
    }),
  })
})
afterAll(() => server[Symbol.asyncDispose]())

beforeEach(() => {
  loads.length = 0
  server.errors.length = 0
})

// The records name the account and the id that were read: the loaders themselves have tests of their own.
const auctionOf = (accountId: number, id: number) => ({
  ...aWireAuction,
  id,
  user_id: accountId,
  ...(id === CLOSED && { closed_because: 'ended' as const }),
  ...(id === SETTLED && { closed_because: 'ended' as const, status: 'won' as const }),
})
const bidOf = (accountId: number, id: number) => ({
  ...aWireBid,
  id,
  user_id: accountId,
  ...(id === PLACED && { status: 'executed' as const }),
})

const status = {
  hasCredentials: false,
  username: null,
  hasValidToken: false,
  tokenExpired: false,
  lastVerified: null,
  refused: false,
  problem: null,
  shared: false,
}

/**
 * The open event stream of a browser. `next` returns its events one by one, and null after the server's end. It passes over
 * the notification of a sign-in, which reaches the account's streams at any time after the sign-in.
 */
async function openStream({ token }: Pick<Person, 'token'>) {
  const leaving = new AbortController()
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await fetch(`${server.url}/api${EVENTS_PATH}`, { headers, signal: leaving.signal })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  expect(answer.headers.get('content-encoding')).toBeNull() // compression would hold events back
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let unread = ''

  async function next(): Promise<ServerEvent | null> {
    while (!unread.includes('\n\n')) {
      const { done, value } = await reader.read()
      if (done) return null
      unread += value
    }
    const [event, ...rest] = unread.split('\n\n')
    unread = rest.join('\n\n')
    const told = ServerEvent.parse(JSON.parse(event!.replace(/^data: /, '')))
    return told.type === 'notifications_changed' ? next() : told
  }

  expect((await next())?.type).toBe('site_time')
  return { next, leave: () => leaving.abort() }
}

test('A caller without a live session gets no event stream', async () => {
  const { token } = await server.signUp()
  await server.call(api.logout, { token })
  for (const headers of [{}, { Authorization: `Bearer ${token}` }]) {
    expect((await fetch(`${server.url}/api${EVENTS_PATH}`, { headers })).status).toBe(401)
  }
})

test('An event stream begins with the site time, and repeats it every fifteen seconds', async () => {
  const browser = await openStream(await server.signUp())
  for (let heartbeats = 1; heartbeats <= 3; heartbeats += 1) {
    await clock.advanceBy(HEARTBEAT_MS)
    const time = { now: new Date(clock.now()).toISOString(), uncertainty_ms: null }
    expect(await browser.next()).toEqual({ type: 'site_time', time })
  }
})

test('A program gets no events about what its token may not read', async () => {
  const ann = await server.signUp()
  const made = await server.call(api.makeApiToken, { token: ann.token, body: { name: 'reader', scope: 'read' } })
  const [program, browser] = [await openStream({ token: made.body.data.secret }), await openStream(ann)]
  for (const what of ['connection', 'plan'] as const)
    await announceChange(server.db, { what, accountId: ann.accountId })
  await announceChange(server.db, { what: 'bid', accountId: ann.accountId, bidId: 7 })
  expect([await program.next()]).toMatchObject([{ type: 'bid_changed' }])
  const seen = new Set([await browser.next(), await browser.next(), await browser.next()].map((event) => event?.type))
  expect(seen).toEqual(new Set(['bid_changed', 'connection_changed', 'plan_changed']))
})

test('The changes of an account reach all of its browsers, and no other account', async () => {
  const { db } = server
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  const browsers = [await openStream(ann), await openStream(ann)]
  const stranger = await openStream(bob)

  await announceChange(db, { what: 'bid', accountId: ann.accountId, bidId: 7 })
  for (const browser of browsers) {
    expect(await browser.next()).toEqual({ type: 'bid_changed', bid: bidOf(ann.accountId, 7) })
  }
  await announceChange(db, { what: 'auction', accountId: ann.accountId, auctionId: 3 })
  expect(await browsers[0]!.next()).toEqual({ type: 'auction-updated', auction: auctionOf(ann.accountId, 3) })
  await announceChange(db, { what: 'auction_removed', accountId: ann.accountId, auctionId: GONE })
  expect(await browsers[0]!.next()).toEqual({ type: 'auction_removed', id: GONE })
  await announceChange(db, { what: 'connection', accountId: ann.accountId })
  expect(await browsers[0]!.next()).toEqual({ type: 'connection_changed', status })

  await announceChange(db, { what: 'plan', accountId: ann.accountId })
  expect(await browsers[0]!.next()).toEqual({ type: 'plan_changed' })

  await announceChange(db, { what: 'bid', accountId: bob.accountId, bidId: 8 })
  expect(await stranger.next()).toEqual({ type: 'bid_changed', bid: bidOf(bob.accountId, 8) })
})

test("A listing's change reaches each account that tracks it, and is read once for all browsers of an account", async () => {
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  const browsers = [await openStream(ann), await openStream(ann), await openStream(bob)]
  trackers.set(5, [
    { accountId: ann.accountId, auctionId: 31 },
    { accountId: bob.accountId, auctionId: 32 },
    { accountId: 9_999, auctionId: 33 },
  ])
  await announceChange(server.db, { what: 'listing', listingId: 5 })
  const events = await Promise.all(browsers.map((browser) => browser.next()))
  expect(events).toEqual([
    { type: 'auction-updated', auction: auctionOf(ann.accountId, 31) },
    { type: 'auction-updated', auction: auctionOf(ann.accountId, 31) },
    { type: 'auction-updated', auction: auctionOf(bob.accountId, 32) },
  ])
  expect(loads).toEqual([`auction 31 of ${ann.accountId}`, `auction 32 of ${bob.accountId}`])
})

test('An event says by its name whether an auction is open, closed or settled, and whether a bid was placed', async () => {
  const ann = await server.signUp()
  const { accountId } = ann
  const browser = await openStream(ann)
  const types: (string | undefined)[] = []
  for (const auctionId of [3, CLOSED, SETTLED]) {
    await announceChange(server.db, { what: 'auction', accountId, auctionId })
    types.push((await browser.next())?.type)
  }
  for (const bidId of [7, PLACED]) {
    await announceChange(server.db, { what: 'bid', accountId, bidId })
    types.push((await browser.next())?.type)
  }
  expect(types).toEqual(['auction-updated', 'auction_ended', 'auction_status_changed', 'bid_changed', 'bid_executed'])
})

test('A change of a record that is gone when it is read sends no event', async () => {
  const ann = await server.signUp()
  const browser = await openStream(ann)
  await announceChange(server.db, { what: 'bid', accountId: ann.accountId, bidId: GONE })
  await announceChange(server.db, { what: 'bid', accountId: ann.accountId, bidId: 8 })
  expect(await browser.next()).toMatchObject({ type: 'bid_changed', bid: { id: 8 } })
})

test('Logging out ends the streams of that session, and not those of another session of the account', async () => {
  const person = await server.signUp()
  const elsewhere = { token: await server.signIn(person) }
  const [ended, other] = [await openStream(person), await openStream(elsewhere)]
  await server.call(api.logout, { token: person.token })
  expect(await ended.next()).toEqual({ type: 'session_ended' })
  expect(await ended.next()).toBeNull()
  await announceChange(server.db, { what: 'bid', accountId: person.accountId, bidId: 1 })
  expect(await other.next()).toMatchObject({ type: 'bid_changed' })
})

test('A stream outlives its token, and ends within a minute of its session', async () => {
  const person = await server.signUp()
  const endsAt = clock.now() + SESSION.tokenMs + 10_000
  await server.db
    .updateTable('sessions')
    .set({ expires_at: new Date(endsAt) })
    .where('account_id', '=', person.accountId)
    .execute()
  const browser = await openStream(person)
  while (clock.now() + HEARTBEAT_MS < endsAt) {
    await clock.advanceBy(HEARTBEAT_MS)
    expect((await browser.next())?.type).toBe('site_time')
  }
  let event: ServerEvent | null = null
  while (event?.type !== 'session_ended') {
    await clock.advanceBy(HEARTBEAT_MS)
    event = await browser.next()
  }
  expect(clock.now() - endsAt).toBeLessThanOrEqual(60_000)
  expect(await browser.next()).toBeNull()
})

test('When changes may have been missed, every browser is asked to read everything again', async () => {
  const browser = await openStream(await server.signUp())
  await passHeartbeat(browser)
  await loseChannel()
  expect(await browser.next()).toEqual({ type: 'resync' })
})

test('A stream whose session ended while changes were missed ends when the changes are followed again', async () => {
  const [ended, other] = [await server.signUp(), await server.signUp()]
  const [browser, bystander] = [await openStream(ended), await openStream(other)]
  await passHeartbeat(browser, bystander)
  await server.db
    .updateTable('sessions')
    .set({ revoked_at: new Date(clock.now()) })
    .where('account_id', '=', ended.accountId)
    .execute()
  await loseChannel()
  expect([await browser.next(), await browser.next(), await browser.next()]).toEqual([
    { type: 'resync' },
    { type: 'session_ended' },
    null,
  ])
  expect(await bystander.next()).toEqual({ type: 'resync' })
})

/** Browsers are asked to read everything again once in half a second at most: lets more pass, up to the end of a heartbeat. */
async function passHeartbeat(...browsers: Awaited<ReturnType<typeof openStream>>[]) {
  await clock.advanceBy(HEARTBEAT_MS)
  for (const browser of browsers) expect((await browser.next())?.type).toBe('site_time')
}

/** Ends the connection over which the server follows changes. */
const loseChannel = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`.execute(server.db)

test('When a changed record cannot be read, the browsers of its account are asked to read everything again, and no others', async () => {
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  const [browser, bystander] = [await openStream(ann), await openStream(bob)]
  await passHeartbeat(browser, bystander)
  await announceChange(server.db, { what: 'bid', accountId: ann.accountId, bidId: UNREADABLE })
  await expect.poll(() => server.errors).toEqual([new Error('no database')])
  expect(await browser.next()).toEqual({ type: 'resync' })
  await announceChange(server.db, { what: 'auction', accountId: bob.accountId, auctionId: 2 })
  expect(await bystander.next()).toMatchObject({ auction: { id: 2 } })
})

test('When everybody has to read everything again, a hundred browsers are asked at a time, and each once', () => {
  const audience = createAudience()
  const streams = Array.from({ length: 250 }, (_, n) =>
    openEventStream({ accountId: n, sessionId: `session ${n}`, network: '203.0.113.9', isProgram: false }),
  )
  for (const stream of streams) audience.add(stream)
  for (let failed = 0; failed < 1_000; failed += 1) audience.markStale()
  audience.end(streams[249]!)
  const asked = () => streams.filter(({ output }) => output.readableLength > 0).length
  expect([audience.resyncSome(), asked()]).toEqual([true, 100])
  audience.markStale(5)
  expect([audience.resyncSome(), asked()]).toEqual([true, 200])
  expect([audience.resyncSome(), asked()]).toEqual([false, 249])
  expect(
    streams
      .map(({ output }) => String(output.read() ?? ''))
      .join('')
      .split('resync'),
  ).toHaveLength(250)
})

test('A heartbeat that fails is reported, and the next one reaches the browsers', async () => {
  const browser = await openStream(await server.signUp())
  await sql`alter table accounts rename to accounts_moved`.execute(server.db)
  await clock.advanceBy(HEARTBEAT_MS)
  await expect.poll(() => server.errors).toHaveLength(1)
  await sql`alter table accounts_moved rename to accounts`.execute(server.db)
  await clock.advanceBy(HEARTBEAT_MS)
  expect(await browser.next()).toMatchObject({ type: 'site_time', time: { now: new Date(clock.now()).toISOString() } })
})

test('An account counts as active while a browser is open, and for a minute and a half after at most', async () => {
  const [person, bystander] = [await server.signUp(), await server.signUp()]
  const activeUntil = async ({ accountId }: Person) => {
    const query = server.db.selectFrom('active_accounts').select('active_until').where('account_id', '=', accountId)
    return (await query.executeTakeFirst())?.active_until.getTime()
  }
  expect(await activeUntil(person)).toBeUndefined()
  const browser = await openStream(person)
  const opened = clock.now()
  expect(await activeUntil(person)).toBe(opened + 90_000)
  await clock.advanceBy(HEARTBEAT_MS)
  await browser.next()
  expect(await activeUntil(person)).toBe(opened + 90_000)
  await clock.advanceBy(HEARTBEAT_MS)
  await browser.next()
  expect(await activeUntil(person)).toBe(clock.now() + 90_000)
  expect(await activeUntil(bystander)).toBeUndefined()
})

test('The twenty-first stream of an account ends the oldest one', async () => {
  const person = await server.signUp()
  const oldest = await openStream(person)
  for (let more = 0; more < 19; more += 1) await openStream(person)
  const newest = await openStream(person)
  expect(await oldest.next()).toBeNull()
  await announceChange(server.db, { what: 'bid', accountId: person.accountId, bidId: 1 })
  expect(await newest.next()).toMatchObject({ type: 'bid_changed' })
})

test('A network has four hundred streams at most, and one that ends makes room', () => {
  const audience = createAudience()
  const streams = Array.from({ length: 400 }, (_, n) =>
    openEventStream({
      accountId: Math.floor(n / 20),
      sessionId: `session ${n}`,
      network: '203.0.113.9',
      isProgram: false,
    }),
  )
  for (const stream of streams) {
    expect(audience.isFull('203.0.113.9')).toBe(false)
    audience.add(stream)
  }
  expect([audience.isFull('203.0.113.9'), audience.isFull('198.51.100.7')]).toEqual([true, false])
  audience.end(streams[0]!)
  expect(audience.isFull('203.0.113.9')).toBe(false)
})

test('The stream of a browser that does not read is cut before its events fill the memory', () => {
  const stream = openEventStream({ accountId: 1, sessionId: 'session', network: '127.0.0.1', isProgram: false })
  const big = { type: 'auction-updated', auction: { ...aWireAuction, description: 'x'.repeat(10_000) } } as const
  for (let sent = 0; sent < 20; sent += 1) stream.send(big)
  expect(stream.output.destroyed).toBe(false)
  for (let sent = 0; sent < 20; sent += 1) stream.send(big)
  expect(stream.output.destroyed).toBe(true)
})

test('The changes of an account are not read once all of its browsers have left', async () => {
  const [ann, bob] = [await server.signUp(), await server.signUp()]
  const [browser, other] = [await openStream(ann), await openStream(bob)]
  browser.leave()
  await expect(browser.next()).rejects.toThrow()
  // The server notices the closed connection after a moment, so the changes are repeated until then.
  for (let hasLeft = false; !hasLeft;) {
    loads.length = 0
    await announceChange(server.db, { what: 'auction', accountId: ann.accountId, auctionId: 1 })
    await announceChange(server.db, { what: 'auction', accountId: bob.accountId, auctionId: 2 })
    expect(await other.next()).toMatchObject({ auction: { id: 2 } })
    hasLeft = !loads.includes(`auction 1 of ${ann.accountId}`)
  }
  expect(server.errors).toEqual([])
})
