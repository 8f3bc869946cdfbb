import { EVENTS_PATH, logout, ServerEvent, SESSION } from '@bidwell/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '../../../test/api.ts'
import { manualClock } from '../../../test/manual-clock.ts'
import { aWireAuction, aWireBid } from '../../../test/wire-records.ts'
import { announceChange } from '../../changes/announce-change.ts'
import { openEventLine } from './event-line.ts'

const NOON = Date.UTC(2026, 10, 20, 20)
const BEAT_MS = 15_000
/** The number of a record that is not there. */
const GONE = 404
const UNREADABLE = 500

/** A browser's open stream: what it hears, one by one; null once the server has ended it. */
async function listen(api: TestApi, { token }: Pick<Person, 'token'>) {
  const leaving = new AbortController()
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await fetch(`${api.url}/api${EVENTS_PATH}`, { headers, signal: leaving.signal })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  expect(answer.headers.get('content-encoding')).toBeNull() // packing would hold events back
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''

  async function next(): Promise<ServerEvent | null> {
    while (!heard.includes('\n\n')) {
      const { done, value } = await reader.read()
      if (done) return null
      heard += value
    }
    const [line, ...rest] = heard.split('\n\n')
    heard = rest.join('\n\n')
    return ServerEvent.parse(JSON.parse(line!.replace(/^data: /, '')))
  }

  expect((await next())?.type).toBe('site_time')
  return { next, leave: () => leaving.abort() }
}

// Loaders are the nouns' own; these tell whose record was asked for, which is all that the stream adds.
const auctionOf = (accountId: number, id: number) => ({ ...aWireAuction, id, user_id: accountId })
const bidOf = (accountId: number, id: number) => ({ ...aWireBid, id, user_id: accountId })

async function start(options: { clock?: ReturnType<typeof manualClock> } = {}) {
  const loads: string[] = []
  const trackers = new Map<number, { accountId: number; auctionId: number }[]>()
  const api = await startTestApi({
    ...options,
    loaders: {
      loadAuction: async (accountId, id) => {
        loads.push(`auction ${id} of ${accountId}`)
        return id === GONE ? null : auctionOf(accountId, id)
      },
      loadBid: async (accountId, id) => {
        if (id === UNREADABLE) throw new Error('no database')
        return id === GONE ? null : bidOf(accountId, id)
      },
      loadTrackersOf: async (listingId) => trackers.get(listingId) ?? [],
      loadIntegrationStatus: async () => status,
    },
  })
  return { api, loads, trackers, [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]() }
}

test('without a live session there is no stream', async () => {
  await using it = await start()
  const { token } = await it.api.signUp()
  await it.api.call(logout, { token })
  for (const headers of [{}, { Authorization: `Bearer ${token}` }]) {
    expect((await fetch(`${it.api.url}/api${EVENTS_PATH}`, { headers })).status).toBe(401)
  }
})

test('a stream tells the site time first and every fifteen seconds', async () => {
  const clock = manualClock(NOON)
  await using it = await start({ clock })
  const browser = await listen(it.api, await it.api.signUp())
  for (let beats = 1; beats <= 3; beats += 1) {
    await clock.advanceBy(BEAT_MS)
    const time = { now: new Date(NOON + beats * BEAT_MS).toISOString(), uncertainty_ms: null }
    expect(await browser.next()).toEqual({ type: 'site_time', time })
  }
})

test('what changes for an account is told to its browsers and to nobody else', async () => {
  await using it = await start()
  const [ann, bob] = [await it.api.signUp(), await it.api.signUp()]
  const browsers = [await listen(it.api, ann), await listen(it.api, ann)]
  const stranger = await listen(it.api, bob)

  const { db } = it.api
  await announceChange(db, { what: 'bid', accountId: ann.accountId, bidId: 7 })
  for (const browser of browsers) {
    expect(await browser.next()).toEqual({ type: 'bid_changed', bid: bidOf(ann.accountId, 7) })
  }
  await announceChange(db, { what: 'auction', accountId: ann.accountId, auctionId: 3 })
  expect(await browsers[0]!.next()).toEqual({ type: 'auction_changed', auction: auctionOf(ann.accountId, 3) })
  await announceChange(db, { what: 'auction_removed', accountId: ann.accountId, auctionId: GONE })
  expect(await browsers[0]!.next()).toEqual({ type: 'auction_removed', id: GONE })
  await announceChange(db, { what: 'connection', accountId: ann.accountId })
  expect(await browsers[0]!.next()).toEqual({ type: 'connection_changed', status })

  await announceChange(db, { what: 'bid', accountId: bob.accountId, bidId: 8 })
  expect(await stranger.next()).toEqual({ type: 'bid_changed', bid: bidOf(bob.accountId, 8) })
})

test("a listing's change is told to each account that tracks it, as its own auction, read once for all its browsers", async () => {
  await using it = await start()
  const [ann, bob] = [await it.api.signUp(), await it.api.signUp()]
  const browsers = [await listen(it.api, ann), await listen(it.api, ann), await listen(it.api, bob)]
  const [ofAnn, ofBob] = [
    { accountId: ann.accountId, auctionId: 31 },
    { accountId: bob.accountId, auctionId: 32 },
  ]
  it.trackers.set(5, [ofAnn, ofBob, { accountId: 9_999, auctionId: 33 }])
  await announceChange(it.api.db, { what: 'listing', listingId: 5 })
  const told = await Promise.all(browsers.map((browser) => browser.next()))
  expect(told).toEqual([
    { type: 'auction_changed', auction: auctionOf(ann.accountId, 31) },
    { type: 'auction_changed', auction: auctionOf(ann.accountId, 31) },
    { type: 'auction_changed', auction: auctionOf(bob.accountId, 32) },
  ])
  expect(it.loads).toEqual([`auction 31 of ${ann.accountId}`, `auction 32 of ${bob.accountId}`])
})

test('what is gone before it could be read is not told', async () => {
  await using it = await start()
  const ann = await it.api.signUp()
  const browser = await listen(it.api, ann)
  await announceChange(it.api.db, { what: 'bid', accountId: ann.accountId, bidId: GONE })
  await announceChange(it.api.db, { what: 'bid', accountId: ann.accountId, bidId: 8 })
  expect(await browser.next()).toMatchObject({ type: 'bid_changed', bid: { id: 8 } })
})

test('logging out ends the streams of that session and no other', async () => {
  await using it = await start()
  const person = await it.api.signUp()
  const elsewhere = { token: await it.api.signIn(person) }
  const [ended, other] = [await listen(it.api, person), await listen(it.api, elsewhere)]
  await it.api.call(logout, { token: person.token })
  expect(await ended.next()).toEqual({ type: 'session_ended' })
  expect(await ended.next()).toBeNull()
  await announceChange(it.api.db, { what: 'bid', accountId: person.accountId, bidId: 1 })
  expect(await other.next()).toMatchObject({ type: 'bid_changed' })
})

test('a stream outlives its token, and ends within a minute of its session', async () => {
  const clock = manualClock(NOON)
  await using it = await start({ clock })
  const person = await it.api.signUp()
  await it.api.db
    .updateTable('sessions')
    .set({ expires_at: new Date(NOON + SESSION.tokenMs + 10_000) })
    .execute()
  const browser = await listen(it.api, person)
  for (let at = BEAT_MS; at < SESSION.tokenMs + 60_000; at += BEAT_MS) {
    await clock.advanceBy(BEAT_MS)
    const { type } = (await browser.next())!
    expect(type).toBe('site_time')
  }
  await clock.advanceBy(BEAT_MS)
  expect(await browser.next()).toEqual({ type: 'session_ended' })
  expect(await browser.next()).toBeNull()
})

test('when changes may have been missed, every browser is told to read everything again', async () => {
  await using it = await start()
  const browser = await listen(it.api, await it.api.signUp())
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`.execute(it.api.db)
  expect(await browser.next()).toEqual({ type: 'resync' })
})

test('what could not be read is not passed over: browsers read everything again', async () => {
  await using it = await start()
  const ann = await it.api.signUp()
  const browser = await listen(it.api, ann)
  await announceChange(it.api.db, { what: 'bid', accountId: ann.accountId, bidId: UNREADABLE })
  expect(await browser.next()).toEqual({ type: 'resync' })
  expect(it.api.errors).toEqual([new Error('no database')])
})

test('while a browser is open its account counts as looking, and for a minute after', async () => {
  const clock = manualClock(NOON)
  await using it = await start({ clock })
  const person = await it.api.signUp()
  const until = async () => {
    const { active_until } = await it.api.db.selectFrom('accounts').select('active_until').executeTakeFirstOrThrow()
    return active_until?.getTime()
  }
  expect(await until()).toBeUndefined()
  const browser = await listen(it.api, person)
  expect(await until()).toBe(NOON + 60_000)
  await clock.advanceBy(BEAT_MS)
  await browser.next()
  expect(await until()).toBe(NOON + BEAT_MS + 60_000)
})

test('of too many browsers of one account the oldest is let go', async () => {
  await using it = await start()
  const person = await it.api.signUp()
  const oldest = await listen(it.api, person)
  for (let more = 0; more < 19; more += 1) await listen(it.api, person)
  const newest = await listen(it.api, person)
  expect(await oldest.next()).toBeNull()
  await announceChange(it.api.db, { what: 'bid', accountId: person.accountId, bidId: 1 })
  expect(await newest.next()).toMatchObject({ type: 'bid_changed' })
})

test('a browser that does not read is let go, not remembered for', () => {
  const line = openEventLine(1, 'session')
  const big = { type: 'auction_changed', auction: { ...aWireAuction, description: 'x'.repeat(10_000) } } as const
  for (let sent = 0; sent < 20; sent += 1) line.send(big)
  expect(line.stream.destroyed).toBe(false)
  for (let sent = 0; sent < 20; sent += 1) line.send(big)
  expect(line.stream.destroyed).toBe(true)
})

test('an account whose browsers have all gone is not read for', async () => {
  await using it = await start()
  const [ann, bob] = [await it.api.signUp(), await it.api.signUp()]
  const [browser, other] = [await listen(it.api, ann), await listen(it.api, bob)]
  browser.leave()
  await expect(browser.next()).rejects.toThrow()
  // The server hears of it on its own socket, in its own time: ask until it has.
  for (let gone = false; !gone;) {
    it.loads.length = 0
    await announceChange(it.api.db, { what: 'auction', accountId: ann.accountId, auctionId: 1 })
    await announceChange(it.api.db, { what: 'auction', accountId: bob.accountId, auctionId: 2 })
    expect(await other.next()).toMatchObject({ auction: { id: 2 } })
    gone = !it.loads.includes(`auction 1 of ${ann.accountId}`)
  }
  expect(it.api.errors).toEqual([])
})

const status = {
  hasCredentials: false,
  username: null,
  hasValidToken: false,
  tokenExpired: false,
  lastVerified: null,
  problem: null,
}
