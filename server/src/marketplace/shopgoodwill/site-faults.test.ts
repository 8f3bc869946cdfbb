import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import {
  always,
  endlessly,
  hostileServer,
  type HostileServer,
  httpAnswer,
  type Treatment,
} from '../../../test/hostile-server.ts'
import { ITEM_DETAIL } from '../../../test/site-answers.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Marketplace } from '../marketplace.ts'
import { maximumOf } from '../maximum.ts'
import { shopgoodwill } from './shopgoodwill.ts'
import { LIMITS } from './site.ts'

const ITEM = '279250057'
const SESSION = { token: 'a.b.c', expiresAt: null, buyerId: null }
const WHOLE = JSON.stringify(ITEM_DETAIL)

let server: HostileServer
let site: Marketplace & AsyncDisposable

const siteAt = (apiUrl: string, limits: Partial<typeof LIMITS> = {}) =>
  shopgoodwill(
    systemClock,
    { id: 'shopgoodwill', name: 'ShopGoodwill', apiUrl, homeUrl: 'https://shopgoodwill.com', itemHosts: [] },
    { ...LIMITS, ...limits },
  )

beforeEach(async () => {
  server = await hostileServer()
  site = siteAt(server.apiUrl, { answerBytes: 64 * 1024 })
})
afterEach(async () => {
  await site[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const reply = (fields: object) => always(httpAnswer(200, JSON.stringify(fields)))
const logIn = () => site.logIn({ username: 'user@example.com', password: 'hunter2' })

const envelope = (fields: object) =>
  httpAnswer(200, JSON.stringify({ message: 'Ok', status: true, isUnauthorized: false, data: null, ...fields }))

describe('each way to fail has its own error, and none is tried again', () => {
  const ways: [what: string, treatment: Treatment, error: object][] = [
    ['a token that is no longer good', always(httpAnswer(401, '')), { kind: 'unauthorized', httpStatus: 401 }],
    ['the same said with status 200', always(httpAnswer(200, '{"isUnauthorized":true}')), { kind: 'unauthorized' }],
    [
      'the firewall',
      always(httpAnswer(403, '<h2>The request is blocked.</h2>')),
      { kind: 'blocked', siteMessage: 'The request is blocked.' },
    ],
    ['an item that is not there', always(httpAnswer(404, '')), { kind: 'not_found' }],
    [
      'too many requests',
      always(httpAnswer(429, '', { 'retry-after': '7' })),
      { kind: 'rate_limited', retryAfterMs: 7_000 },
    ],
    [
      'too many requests, and nonsense about when to come back',
      always(httpAnswer(429, '', { 'retry-after': '-1' })),
      { kind: 'rate_limited', retryAfterMs: undefined },
    ],
    ['a request that the site cannot read', always(httpAnswer(400, '{}')), { kind: 'refused', httpStatus: 400 }],
    ['an error at the site', always(httpAnswer(500, '')), { kind: 'unavailable', httpStatus: 500 }],
    ['a bad gateway', always(httpAnswer(502, '')), { kind: 'unavailable', httpStatus: 502 }],
    [
      'an outage',
      always(httpAnswer(503, 'The service is unavailable.')),
      { kind: 'unavailable', siteMessage: 'The service is unavailable.' },
    ],
    [
      'an outage of which the site says how long it takes',
      always(httpAnswer(503, '', { 'retry-after': '20' })),
      { kind: 'unavailable', retryAfterMs: 20_000 },
    ],
    ['a gateway that waited too long', always(httpAnswer(504, '')), { kind: 'unavailable', httpStatus: 504 }],
    [
      'a page where data was due',
      always(httpAnswer(200, '<html><b>Maintenance</b></html>', { 'content-type': 'text/html' })),
      { kind: 'not_json', siteMessage: 'Maintenance' },
    ],
    ['an empty answer', always(httpAnswer(200, '')), { kind: 'not_json' }],
    ['JSON that stops short', always(httpAnswer(200, WHOLE.slice(0, 100))), { kind: 'not_json' }],
    [
      'a compressed answer that nobody asked for',
      (socket) => {
        const bytes = gzipSync(WHOLE)
        socket.write(httpAnswer(200, '', { 'content-length': String(bytes.length), 'content-encoding': 'gzip' }))
        socket.write(bytes)
      },
      { kind: 'not_json' },
    ],
    [
      'an answer that breaks off',
      (socket) => socket.end(httpAnswer(200, WHOLE.slice(0, 100), { 'content-length': String(WHOLE.length) })),
      { kind: 'truncated' },
    ],
    [
      'an answer in chunks that breaks off',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n40\r\n{"itemId":'),
      { kind: 'truncated' },
    ],
    ['an answer too large', always(httpAnswer(200, WHOLE + ' '.repeat(100_000))), { kind: 'too_large' }],
    ['an answer without end', endlessly, { kind: 'too_large' }],
    ['headers too large', always(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`), { kind: 'too_large' }],
    ['something that is not HTTP', always('SSH-2.0-OpenSSH_9.2\r\n'), { kind: 'connection' }],
    ['a connection cut at once', (socket) => void socket.resetAndDestroy(), { kind: 'connection' }],
    ['a connection closed without a word', (socket) => void socket.end(), { kind: 'connection' }],
  ]

  test.each(ways)('%s', async (_what, treatment, error) => {
    server.treat(treatment)
    await expect(site.readItem(ITEM)).rejects.toMatchObject({ name: 'SiteError', ...error })
    expect(server.requests).toHaveLength(1)
  })

  test('nobody there', async () => {
    await server[Symbol.asyncDispose]()
    await expect(site.readItem(ITEM)).rejects.toMatchObject({ name: 'SiteError', kind: 'connection' })
    server = await hostileServer()
  })
})

describe('patience has an end', () => {
  const slow: [what: string, treatment: Treatment][] = [
    ['never answers', () => {}],
    ['begins an answer and stops', always('HTTP/1.1 200 OK\r\ncontent-le')],
    ['sends the head and no body', always(httpAnswer(200, '', { 'content-length': '100' }))],
    [
      'answers a letter at a time',
      (socket) => {
        socket.write(httpAnswer(200, '', { 'content-length': '10000' }))
        const timer = setInterval(() => socket.write(' '), 20)
        socket.on('close', () => clearInterval(timer))
      },
    ],
  ]

  test.each(slow)('with a site that %s', async (_what, treatment) => {
    await using impatient = siteAt(server.apiUrl, { answerMs: 200 })
    server.treat(treatment)
    await expect(impatient.readItem(ITEM)).rejects.toMatchObject({ name: 'SiteError', kind: 'timeout' })
  })

  test('and a caller who gives up hears his own reason', async () => {
    server.treat(() => {})
    const giveUp = new AbortController()
    const reading = site.readItem(ITEM, { signal: giveUp.signal })
    await server.received(1)
    giveUp.abort(new Error('the user went away'))
    await expect(reading).rejects.toThrow('the user went away')
  })
})

test('a redirect is not followed, wherever it points', async () => {
  await using elsewhere = await hostileServer()
  server.treat(always(httpAnswer(302, '', { location: `${elsewhere.apiUrl}ItemDetail` })))
  await expect(site.readItem(ITEM, { session: SESSION })).rejects.toMatchObject({ kind: 'refused', httpStatus: 302 })
  expect(elsewhere.connections.made).toBe(0)
})

test('a cookie is never kept or sent back', async () => {
  server.treat(always(httpAnswer(200, WHOLE, { 'set-cookie': 'Bid=279250057; path=/' })))
  await site.readItem(ITEM)
  await site.readItem(ITEM)
  expect(server.requests).toHaveLength(2)
  expect(server.requests.join('\n')).not.toMatch(/cookie/i)
})

test('every request names the same agent, whatever it is about', async () => {
  server.treat(always(envelope({ data: null })))
  await using line = site.openBidConnection(SESSION)
  const order = { auctionId: ITEM, sellerId: '7', maximum: maximumOf({ max_bid_cents: 2_500 }) }
  const requests = [
    () => site.logIn({ username: 'ann', password: 'secret' }),
    () => site.checkSession(SESSION),
    () => site.readItem(ITEM, { session: SESSION }),
    () => site.estimateShipping(ITEM, '97301'),
    () => site.search('lamp', 1),
    () => site.favourites(SESSION),
    () => site.openAuctions(SESSION),
    () => site.sampleClock(),
    () => line.warm(ITEM),
    () => line.prepareBid(order).fire().answer,
    () => site.logOut(SESSION),
  ]
  // What comes of each does not matter here.
  for (const request of requests) await request().catch(() => {})
  const agents = server.requests.map((request) => /^user-agent: (.*)$/im.exec(request)?.[1])
  expect(agents).toEqual(requests.map(() => 'Mozilla/5.0 (compatible; Bidwell/0.1)'))
})

test('an id that cannot be one of the site is never asked for', async () => {
  for (const id of ['0', '-1', '../Login', '1e9', '279250057?x', '99999999999999999999', '']) {
    await expect(site.readItem(id)).rejects.toMatchObject({ kind: 'not_found' })
  }
  expect(server.requests).toEqual([])
})

describe('an envelope', () => {
  test('that says no is refused in the words of the site', async () => {
    server.treat(always(envelope({ status: false, message: '<p>Not today</p>' })))
    await expect(site.favourites(SESSION)).rejects.toMatchObject({ kind: 'refused', siteMessage: 'Not today' })
  })

  test('that says the token is bad is an expired login, whatever else it says', async () => {
    server.treat(always(envelope({ isUnauthorized: true, data: [] })))
    await expect(site.openAuctions(SESSION)).rejects.toMatchObject({ kind: 'unauthorized' })
    await expect(site.checkSession(SESSION)).rejects.toMatchObject({ kind: 'unauthorized' })
  })

  test('without a time is named as such', async () => {
    server.treat(always(envelope({ data: 'noon' })))
    await expect(site.sampleClock()).rejects.toMatchObject({ kind: 'unexpected_shape', field: 'data' })
  })
})

describe('a login', () => {
  test('sends both values encrypted, and nothing in the clear', async () => {
    server.treat(reply({ accessToken: 'a.b.c', buyer: { buyerId: '7' }, message: 'Success', status: true }))
    expect(await logIn()).toEqual({ token: 'a.b.c', expiresAt: null, buyerId: '7' })
    expect(server.requests[0]).toContain('"userName":"R1r5eg6WPWTwJvMMBhnbUGiMEVHwvlqV130UkcpLbn4%3D"')
    expect(server.requests[0]).toContain('"password":"5s5%2FgXldE6OHK9WninfB7Q%3D%3D"')
    expect(server.requests[0]).not.toMatch(/user@example|hunter2/)
  })

  test('refused with status 200 is a refusal, in the words of the site', async () => {
    server.treat(reply({ accessToken: null, message: 'The username or password are incorrect', status: false }))
    await expect(logIn()).rejects.toMatchObject({
      kind: 'login_refused',
      siteMessage: 'The username or password are incorrect',
    })
  })

  test.each([{}, { accessToken: '' }, { accessToken: 7 }, { accessToken: 'a\r\nx-evil: 1' }, []])(
    'answered with %j is not understood',
    async (fields) => {
      server.treat(reply(fields))
      await expect(logIn()).rejects.toMatchObject({ kind: 'unexpected_shape' })
    },
  )

  test('that the site is too ill to take is no refusal', async () => {
    server.treat(always(httpAnswer(503, 'The service is unavailable.')))
    await expect(logIn()).rejects.toMatchObject({ kind: 'unavailable' })
  })

  test('is over when the site no longer knows its token', async () => {
    server.treat(always(httpAnswer(401, '')))
    await expect(site.logOut(SESSION)).resolves.toBeUndefined()
    server.treat(always(httpAnswer(500, '')))
    await expect(site.logOut(SESSION)).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

test('a search that failed at the site is not one that found nothing', async () => {
  const searchResults = { items: [], itemCount: 0 }
  server.treat(always(httpAnswer(200, JSON.stringify({ searchResults, categoryListModel: null }))))
  await expect(site.search('lamp', 1)).rejects.toMatchObject({ kind: 'unavailable' })
  server.treat(always(httpAnswer(200, JSON.stringify({ searchResults, categoryListModel: {} }))))
  expect(await site.search('a "lamp"', 2)).toEqual({ items: [], total: 0 })
  expect(server.requests[1]).toContain('"searchText":"a  lamp","')
  expect(server.requests[1]).toContain('"page":"2"')
})

test('an empty list that comes as null is an empty list', async () => {
  server.treat(always(envelope({})))
  expect(await site.favourites(SESSION)).toEqual([])
  expect(await site.openAuctions(SESSION)).toEqual([])
})

describe('a favourite', () => {
  const row = {
    itemId: 279250057,
    title: 'Vintage Bowl',
    currentPrice: 22,
    minimumBid: 14.99,
    numBids: 3,
    endTime: '2026-10-07T20:39:00',
    imageURL: 'https://shopgoodwillimages.azureedge.net/production\\x.jpg',
    type: 'Open',
    maxBid: null,
    quantityWon: 1,
  }

  test('without a bid of his own is not led by the user, whatever its numbers say', async () => {
    server.treat(always(envelope({ data: [row, { ...row, type: 'Close', maxBid: 30 }] })))
    expect(await site.favourites(SESSION)).toEqual([
      {
        auctionId: '279250057',
        title: 'Vintage Bowl',
        currentPriceCents: 2_200,
        startingPriceCents: 1_499,
        bidCount: 3,
        endsAt: Date.parse('2026-10-08T03:39:00Z'),
        imageUrl: 'https://shopgoodwillimages.azureedge.net/production/x.jpg',
        open: true,
        ownMaxCents: null,
        leads: false,
      },
      expect.objectContaining({ open: false, ownMaxCents: 3_000, leads: true }),
    ])
  })

  test('with a field that vanished is named down to its row', async () => {
    server.treat(always(envelope({ data: [row, { ...row, currentPrice: undefined }] })))
    await expect(site.favourites(SESSION)).rejects.toMatchObject({
      kind: 'unexpected_shape',
      field: 'data.1.currentPrice',
    })
  })
})
