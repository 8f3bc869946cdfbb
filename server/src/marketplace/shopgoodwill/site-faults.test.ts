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
const SESSION = { token: 'a.b.c', expiresAt: null }
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
  site = siteAt(server.apiUrl, { maxResponseBytes: 64 * 1024 })
})
afterEach(async () => {
  await site[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const reply = (fields: object) => always(httpAnswer(200, JSON.stringify(fields)))
const logIn = () => site.logIn({ username: 'user@example.com', password: 'hunter2' })

const envelope = (fields: object) =>
  httpAnswer(200, JSON.stringify({ message: 'Ok', status: true, isUnauthorized: false, data: null, ...fields }))

const openAuctions = (...auctionItems: object[]) => always(envelope({ data: { auctionItems } }))

describe("an account's lists", () => {
  test('An open auction without a field that can be missing is read without it', async () => {
    const known = { itemId: 1, endTime: '2026-10-07T20:39:00', quantityWon: 1, maxBidAmount: 25 }
    server.treat(
      openAuctions(known, { itemId: 2 }, { itemId: 3, endTime: 'soon', quantityWon: '1', maxBidAmount: '$25' }),
    )
    const unknown = { endsAt: null, leads: null, maximumCents: null }
    expect(await site.openAuctions(SESSION)).toEqual([
      { auctionId: '1', endsAt: Date.parse('2026-10-08T03:39:00Z'), leads: true, maximumCents: 2_500 },
      { auctionId: '2', ...unknown },
      { auctionId: '3', ...unknown },
    ])
  })

  test.each([{ data: null }, { data: [] }, {}])('Favorites that are refused with %j are none', async (fields) => {
    server.treat(always(envelope({ status: false, message: 'No items.', ...fields })))
    expect(await site.favorites(SESSION)).toEqual([])
  })

  test('A maximum of zero in the list of open auctions is not known', async () => {
    server.treat(openAuctions({ itemId: 1, endTime: '2026-10-07T20:39:00', quantityWon: 0, maxBidAmount: 0 }))
    expect(await site.openAuctions(SESSION)).toMatchObject([{ maximumCents: null }])
  })

  test('An order is read without the fields that the site leaves out or writes in another form', async () => {
    const known = { orderId: 77, price: 25.5, pastDueEndDate: '2026-10-14T23:59:59', shippingPrice: 11.2, tax: 2 }
    server.treat(
      always(
        envelope({
          data: {
            orderItems: [
              { itemId: 1, ...known },
              { itemId: 2, price: '$25', tax: -1 },
            ],
          },
        }),
      ),
    )
    const nothing = {
      orderId: null,
      itemsInOrder: 1,
      paid: false,
      priceCents: null,
      payBy: null,
      shippingCents: null,
      handlingCents: null,
      taxCents: null,
      trackingNumber: null,
      shipper: null,
    }
    expect(await site.openOrders(SESSION)).toEqual([
      {
        ...nothing,
        auctionId: '1',
        orderId: '77',
        priceCents: 2_550,
        payBy: '2026-10-14',
        shippingCents: 1_120,
        taxCents: 200,
      },
      { ...nothing, auctionId: '2' },
    ])
  })

  test('Unpaid items are of one order only by the same number, and no other text is a number', async () => {
    const rows = [77, '77', 0, 0, '7/../8', '7/../8'].map((orderId, index) => ({ itemId: index + 1, orderId }))
    server.treat(always(envelope({ data: { orderItems: rows } })))
    const orders = await site.openOrders(SESSION)
    expect(orders.map(({ orderId, itemsInOrder }) => [orderId, itemsInOrder])).toEqual([
      ['77', 2],
      ['77', 2],
      ...Array.from({ length: 4 }, () => [null, 1]),
    ])
  })

  test.each([null, {}, { orderItems: null, details: null }, { orderItems: [], details: [] }, { count: 0 }])(
    'Lists of orders that come as %j are empty',
    async (data) => {
      server.treat(always(envelope({ data })))
      expect(await site.openOrders(SESSION)).toEqual([])
      expect(await site.shippedOrders(SESSION)).toEqual([])
    },
  )

  test.each<[data: unknown, shape: string]>([
    [[{ itemId: 41_414, price: 7 }], '[{"itemId":"number","price":"number"}]'],
    [{ rows: [{ itemId: 41_414 }], total: 9 }, '{"rows":[{"itemId":"number"}],"total":"number"}'],
    [{ orderItems: '41414' }, '{"orderItems":"text"}'],
    [{ orderItems: [{ itemId: 41_414 }, 41_414], '41414': [] }, '{"orderItems":[{"itemId":"number"}]}'],
  ])(
    'Open orders of another shape, such as %j, are an error that names the fields and no value',
    async (data, shape) => {
      server.treat(always(envelope({ data })))
      const error = await site.openOrders(SESSION).catch((error: unknown) => error)
      expect(error).toMatchObject({
        kind: 'unexpected_shape',
        shape: `OpenOrders/GetOpenOrders: {"message":"Ok","status":true,"isUnauthorized":false,"data":${shape}}`,
      })
      expect(JSON.stringify(error)).not.toContain('41414')
    },
  )

  test('Shipped orders that are not grouped are an error', async () => {
    server.treat(always(envelope({ data: { orderItems: [{ itemId: 1 }] } })))
    await expect(site.shippedOrders(SESSION)).rejects.toMatchObject({ kind: 'unexpected_shape' })
  })
})

describe('a read that fails', () => {
  const faults: [fault: string, treatment: Treatment, error: object][] = [
    ['rejects the token', always(httpAnswer(401, '')), { kind: 'unauthorized', httpStatus: 401 }],
    ['rejects the token with status 200', always(httpAnswer(200, '{"isUnauthorized":true}')), { kind: 'unauthorized' }],
    [
      'blocks the request',
      always(httpAnswer(403, '<h2>The request is blocked.</h2>')),
      { kind: 'blocked', siteMessage: 'The request is blocked.' },
    ],
    [
      'answers with the page of another item',
      always(httpAnswer(200, JSON.stringify({ ...ITEM_DETAIL, itemId: 279250058 }))),
      { kind: 'unexpected_shape', field: 'itemId' },
    ],
    ['has no such item', always(httpAnswer(404, '')), { kind: 'not_found' }],
    ['says in JSON that it has no such item', always(httpAnswer(404, '{"status":404}')), { kind: 'not_found' }],
    [
      'is behind a server that does not find it',
      always(httpAnswer(404, '<html><h1>404 Not Found</h1></html>')),
      { kind: 'unavailable', httpStatus: 404, siteMessage: '404 Not Found' },
    ],
    [
      'limits the rate',
      always(httpAnswer(429, '', { 'retry-after': '7' })),
      { kind: 'rate_limited', retryAfterMs: 7_000 },
    ],
    [
      'limits the rate with a malformed Retry-After',
      always(httpAnswer(429, '', { 'retry-after': '-1' })),
      { kind: 'rate_limited', retryAfterMs: undefined },
    ],
    ['cannot parse the request', always(httpAnswer(400, '{}')), { kind: 'refused', httpStatus: 400 }],
    ['has an internal error', always(httpAnswer(500, '')), { kind: 'unavailable', httpStatus: 500 }],
    ['answers as a bad gateway', always(httpAnswer(502, '')), { kind: 'unavailable', httpStatus: 502 }],
    [
      'is unavailable',
      always(httpAnswer(503, 'The service is unavailable.')),
      { kind: 'unavailable', siteMessage: 'The service is unavailable.' },
    ],
    [
      'is unavailable for a stated time',
      always(httpAnswer(503, '', { 'retry-after': '20' })),
      { kind: 'unavailable', retryAfterMs: 20_000 },
    ],
    ['answers as a gateway that timed out', always(httpAnswer(504, '')), { kind: 'unavailable', httpStatus: 504 }],
    [
      'answers with a web page',
      always(httpAnswer(200, '<html><b>Maintenance</b></html>', { 'content-type': 'text/html' })),
      { kind: 'not_json', siteMessage: 'Maintenance' },
    ],
    ['sends an empty body', always(httpAnswer(200, '')), { kind: 'truncated' }],
    ['sends incomplete JSON', always(httpAnswer(200, WHOLE.slice(0, 100))), { kind: 'truncated' }],
    [
      'compresses its answer without being asked',
      (socket) => {
        const bytes = gzipSync(WHOLE)
        socket.write(httpAnswer(200, '', { 'content-length': String(bytes.length), 'content-encoding': 'gzip' }))
        socket.write(bytes)
      },
      { kind: 'truncated' },
    ],
    [
      'closes the connection within its answer',
      (socket) => socket.end(httpAnswer(200, WHOLE.slice(0, 100), { 'content-length': String(WHOLE.length) })),
      { kind: 'truncated' },
    ],
    [
      'closes the connection within a chunked answer',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n40\r\n{"itemId":'),
      { kind: 'truncated' },
    ],
    ['sends too large an answer', always(httpAnswer(200, WHOLE + ' '.repeat(100_000))), { kind: 'too_large' }],
    ['sends an endless answer', endlessly, { kind: 'too_large' }],
    ['sends too large headers', always(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`), { kind: 'too_large' }],
    ['does not speak HTTP', always('SSH-2.0-OpenSSH_9.2\r\n'), { kind: 'connection' }],
    ['resets the connection', (socket) => void socket.resetAndDestroy(), { kind: 'connection' }],
    ['closes the connection without an answer', (socket) => void socket.end(), { kind: 'connection' }],
  ]

  test.each(faults)(
    'A read fails with its own error and is not retried when the site %s',
    async (_fault, treatment, error) => {
      server.treat(treatment)
      await expect(site.readItem(ITEM)).rejects.toMatchObject({ name: 'SiteError', ...error })
      expect(server.requests).toHaveLength(1)
    },
  )

  test('A read fails with a connection error when nothing listens at the address', async () => {
    await server[Symbol.asyncDispose]()
    await expect(site.readItem(ITEM)).rejects.toMatchObject({ name: 'SiteError', kind: 'connection' })
    server = await hostileServer()
  })
})

describe('a slow site', () => {
  const slow: [delay: string, treatment: Treatment][] = [
    ['never answers', () => {}],
    ['stops within the headers of its answer', always('HTTP/1.1 200 OK\r\ncontent-le')],
    ['sends the head and no body', always(httpAnswer(200, '', { 'content-length': '100' }))],
    [
      'sends its answer a character at a time',
      (socket) => {
        socket.write(httpAnswer(200, '', { 'content-length': '10000' }))
        const timer = setInterval(() => socket.write(' '), 20)
        socket.on('close', () => clearInterval(timer))
      },
    ],
  ]

  test.each(slow)('A read times out when the site %s', async (_delay, treatment) => {
    await using impatient = siteAt(server.apiUrl, { responseTimeoutMs: 200 })
    server.treat(treatment)
    await expect(impatient.readItem(ITEM)).rejects.toMatchObject({ name: 'SiteError', kind: 'timeout' })
  })

  test('A read that its caller aborts fails with the reason of the caller', async () => {
    server.treat(() => {})
    const aborting = new AbortController()
    const reading = site.readItem(ITEM, { signal: aborting.signal })
    await server.received(1)
    aborting.abort(new Error('the user went away'))
    await expect(reading).rejects.toThrow('the user went away')
  })
})

test('A redirect is not followed', async () => {
  await using elsewhere = await hostileServer()
  server.treat(always(httpAnswer(302, '', { location: `${elsewhere.apiUrl}ItemDetail` })))
  await expect(site.readItem(ITEM, { session: SESSION })).rejects.toMatchObject({ kind: 'refused', httpStatus: 302 })
  expect(elsewhere.connections.made).toBe(0)
})

test('A cookie is never kept or sent back', async () => {
  server.treat(always(httpAnswer(200, WHOLE, { 'set-cookie': 'Bid=279250057; path=/' })))
  await site.readItem(ITEM)
  await site.readItem(ITEM)
  expect(server.requests).toHaveLength(2)
  expect(server.requests.join('\n')).not.toMatch(/cookie/i)
})

test('Every request sends the same user agent', async () => {
  server.treat(always(envelope({ data: null })))
  await using connection = site.openBidConnection(SESSION)
  const order = { auctionId: ITEM, sellerId: '7', maximum: maximumOf({ max_bid_cents: 2_500 }) }
  const requests = [
    () => site.logIn({ username: 'ann', password: 'secret' }),
    () => site.checkSession(SESSION),
    () => site.readItem(ITEM, { session: SESSION }),
    () => site.openAuctions(SESSION),
    () => site.openOrders(SESSION),
    () => site.sampleClock(),
    () => connection.readItem(ITEM),
    () => connection.prepareBid(order).fire().response,
  ]
  // The results do not matter here.
  for (const request of requests) await request().catch(() => {})
  const agents = server.requests.map((request) => /^user-agent: (.*)$/im.exec(request)?.[1])
  expect(agents).toEqual(requests.map(() => 'Mozilla/5.0 (compatible; Bidwell/0.1)'))
})

test('An id that cannot be of the site is not found without a request', async () => {
  for (const id of ['0', '-1', '../Login', '1e9', '279250057?x', '99999999999999999999', '']) {
    await expect(site.readItem(id)).rejects.toMatchObject({ kind: 'not_found' })
  }
  expect(server.requests).toEqual([])
})

describe('an answer in an envelope', () => {
  test('An envelope without success fails as refused, with the message of the site', async () => {
    server.treat(always(envelope({ status: false, message: '<p>Not today</p>' })))
    await expect(site.openOrders(SESSION)).rejects.toMatchObject({ kind: 'refused', siteMessage: 'Not today' })
  })

  test('An envelope that rejects the token fails as unauthorized, whatever else it holds', async () => {
    server.treat(always(envelope({ isUnauthorized: true, data: [] })))
    await expect(site.openAuctions(SESSION)).rejects.toMatchObject({ kind: 'unauthorized' })
    await expect(site.checkSession(SESSION)).rejects.toMatchObject({ kind: 'unauthorized' })
  })

  test('An envelope without a time fails with the name of the missing field', async () => {
    server.treat(always(envelope({ data: 'noon' })))
    await expect(site.sampleClock()).rejects.toMatchObject({ kind: 'unexpected_shape', field: 'data' })
  })
})

describe('a login', () => {
  test('A login sends the user name and the password encrypted', async () => {
    server.treat(reply({ accessToken: 'a.b.c', message: 'Success', status: true }))
    expect(await logIn()).toEqual({ token: 'a.b.c', expiresAt: null })
    expect(server.requests[0]).toContain('"userName":"R1r5eg6WPWTwJvMMBhnbUGiMEVHwvlqV130UkcpLbn4%3D"')
    expect(server.requests[0]).toContain('"password":"5s5%2FgXldE6OHK9WninfB7Q%3D%3D"')
    expect(server.requests[0]).not.toMatch(/user@example|hunter2/)
  })

  test.each([
    'The username or password are incorrect',
    'Your account has been locked.',
    'This account is suspended. Please contact us.',
    'Your account is not active',
  ])('A login refused with status 200 and the message %j fails as refused, with the message', async (message) => {
    server.treat(reply({ accessToken: null, message, status: false }))
    await expect(logIn()).rejects.toMatchObject({ kind: 'login_refused', siteMessage: message })
  })

  test.each(['Something went wrong. Please try again later.', 'We cannot access your account right now.'])(
    'A login answered with the message %j, which is not about the login, does not fail as refused',
    async (message) => {
      server.treat(reply({ accessToken: null, message, status: false }))
      await expect(logIn()).rejects.toMatchObject({ kind: 'refused', siteMessage: message })
    },
  )

  test.each([{}, { accessToken: '' }, { accessToken: 7 }, { accessToken: 'a\r\nx-evil: 1' }, []])(
    'A login answered with %j fails as an unexpected shape',
    async (fields) => {
      server.treat(reply(fields))
      await expect(logIn()).rejects.toMatchObject({ kind: 'unexpected_shape' })
    },
  )

  test('A login during an outage of the site fails as unavailable, not as refused', async () => {
    server.treat(always(httpAnswer(503, 'The service is unavailable.')))
    await expect(logIn()).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

test('Lists that the site sends as null are read as empty', async () => {
  server.treat(always(envelope({})))
  expect(await site.openOrders(SESSION)).toEqual([])
  expect(await site.openAuctions(SESSION)).toEqual([])
})

test('A field missing from one row of a list is named with its row', async () => {
  const row = { itemId: 279250057, endTime: '2026-10-07T20:39:00', quantityWon: 1 }
  server.treat(always(envelope({ data: { auctionItems: [row, { ...row, itemId: undefined }] } })))
  await expect(site.openAuctions(SESSION)).rejects.toMatchObject({
    kind: 'unexpected_shape',
    field: 'data.auctionItems.1.itemId',
  })
})
