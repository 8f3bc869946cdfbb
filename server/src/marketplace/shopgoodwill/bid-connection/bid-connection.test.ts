import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import tls from 'node:tls'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  always,
  endlessly,
  hostileServer,
  type HostileServer,
  httpAnswer,
  type Treatment,
} from '../../../../test/hostile-server.ts'
import { type ManualClock, manualClock } from '../../../../test/manual-clock.ts'
import { selfSigned } from '../../../../test/self-signed.ts'
import { BID_RECEIVED, ITEM_DETAIL } from '../../../../test/site-answers.ts'
import type { BidConnection } from '../../marketplace.ts'
import { maximumOf } from '../../maximum.ts'
import { LIMITS } from '../site.ts'
import { bidSocket } from './bid-socket.ts'
import { connectSocket } from './connect-socket.ts'
import { openBidConnection } from './open-bid-connection.ts'
import { writeGate } from './write-gate.ts'

const ITEM = '279250057'
const ORDER = { auctionId: ITEM, sellerId: '135', maximum: maximumOf({ max_bid_cents: 2_500 }) }
const OWN_ITEM = { ...ITEM_DETAIL, bidHistory: { ...ITEM_DETAIL.bidHistory, authenticatedBuyerLogin: 'ann' } }
const PAGE = httpAnswer(200, JSON.stringify(OWN_ITEM))
const RECEIVED = httpAnswer(200, JSON.stringify(BID_RECEIVED))

let server: HostileServer
let clock: ManualClock
let connection: BidConnection

function connectionTo(apiUrl: string) {
  const site = { id: 'shopgoodwill', name: 'ShopGoodwill', apiUrl, homeUrl: 'https://shopgoodwill.com', itemHosts: [] }
  return openBidConnection({ clock, site, limits: LIMITS }, { token: 'a.b.c', expiresAt: null })
}

/** Pages are shown; bids get the treatment. */
const bidsGet =
  (treatment: Treatment): Treatment =>
  (socket, request) =>
    (isBid(request) ? treatment : always(PAGE))(socket, request)

const isBid = (request: string) => request.startsWith('POST /api/ItemBid/PlaceBid ')
const bids = () => server.requests.filter(isBid)

beforeEach(async () => {
  clock = manualClock(0)
  server = await hostileServer()
  server.treat(bidsGet(always(RECEIVED)))
  connection = connectionTo(server.apiUrl)
})
afterEach(async () => {
  await connection[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

test('A page that is read on the connection has all that a page has, and the standing of the user', async () => {
  expect(await connection.readItem(ITEM)).toMatchObject({
    auctionId: ITEM,
    currentPriceCents: 1_099,
    minimumBidCents: 1_199,
    endsAt: Date.parse('2026-10-08T03:39:00Z'),
    closed: false,
    clock: { siteTime: Date.parse('2026-10-08T03:09:15.967Z'), sentAt: 0, receivedAt: 0, resolutionMs: 1 },
    standing: { leads: false, otherLeads: true, ownBids: [] },
  })
})

test('A bid is sent on a warm socket, and its response is read', async () => {
  await connection.readItem(ITEM)
  const { connections } = server
  expect(connections.made).toBe(2)
  const { response } = connection.prepareBid(ORDER).fire()
  expect(await response).toMatchObject({ kind: 'leading', priceCents: 1_199 })
  expect(connections.made).toBe(2)
})

test('A bid can be sent after connecting, without any page', async () => {
  expect(connection.isOpen).toBe(false)
  await connection.connect()
  expect(connection.isOpen).toBe(true)
  server.treat(bidsGet(always(RECEIVED)))
  const { response } = connection.prepareBid(ORDER).fire()
  expect(await response).toMatchObject({ kind: 'leading' })
})

test('A connection whose sockets the site closed can be opened again', async () => {
  server.treat((socket) => void socket.destroy())
  await connection.readItem(ITEM).catch(() => {})
  await connection.readItem(ITEM).catch(() => {})
  server.treat(bidsGet(always(RECEIVED)))
  await connection.connect()
  expect(connection.isOpen).toBe(true)
  expect(await connection.prepareBid(ORDER).fire().response).toMatchObject({ kind: 'leading' })
})

test('Connecting fails when the site accepts no connection', async () => {
  await server[Symbol.asyncDispose]()
  await expect(connection.connect()).rejects.toMatchObject({ name: 'SiteError', kind: 'connection' })
  expect(connection.isOpen).toBe(false)
})

test('A bid request has the form that the site expects, with the whole maximum and no cookie', async () => {
  const withCookie = httpAnswer(200, JSON.stringify(OWN_ITEM), { 'set-cookie': 'Bid=279250057; path=/' })
  server.treat((socket) => void socket.write(withCookie))
  await connection.readItem(ITEM)
  server.treat(always(RECEIVED))
  await connection.prepareBid(ORDER).fire().response

  const [head = '', body = ''] = bids()[0]!.split('\r\n\r\n')
  expect(JSON.parse(body)).toEqual({ itemId: 279250057, bidAmount: '25.00', sellerId: 135, quantity: 1 })
  expect(head.split('\r\n').toSorted()).toEqual([
    'Content-Length: 68',
    'POST /api/ItemBid/PlaceBid HTTP/1.1',
    'accept-encoding: identity',
    'accept: application/json',
    'authorization: Bearer a.b.c',
    'connection: keep-alive',
    'content-type: application/json',
    `host: ${new URL(server.apiUrl).host}`,
    'user-agent: Mozilla/5.0 (compatible; Bidwell/0.1)',
  ])
})

test('The amount of a bid request is the maximum to the cent', async () => {
  await connection.readItem(ITEM)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 10_000_000_00 }), async (cents) => {
      await connection.prepareBid({ ...ORDER, maximum: maximumOf({ max_bid_cents: cents }) }).fire().response
      const amount = /"bidAmount":"(\d+)\.(\d\d)"/.exec(bids().at(-1)!)
      expect(Number(amount?.[1]) * 100 + Number(amount?.[2])).toBe(cents)
    }),
    { numRuns: 50 },
  )
})

test('A prepared bid is sent only when fired, and can be fired only once', async () => {
  await connection.readItem(ITEM)
  const bid = connection.prepareBid(ORDER)
  await connection.readItem(ITEM)
  expect(bids()).toEqual([])
  await bid.fire().response
  expect(() => bid.fire()).toThrow('once')
  expect(bids()).toHaveLength(1)
})

test('A bid can be fired in the turn in which it was prepared', async () => {
  await connection.readItem(ITEM)
  const { sentAt, response } = connection.prepareBid(ORDER).fire()
  expect(sentAt).toBe(clock.monotonic())
  expect((await response).kind).toBe('leading')
})

test('A bid does not wait for a page that hangs', async () => {
  await connection.readItem(ITEM)
  const stuck = new Set<Socket>()
  server.treat((socket, request) => {
    if (!isBid(request)) stuck.add(socket)
    else if (!stuck.has(socket)) socket.write(RECEIVED)
  })
  const reading = connection.readItem(ITEM)
  await server.received(2)
  expect((await connection.prepareBid(ORDER).fire().response).kind).toBe('leading')

  const late = expect(reading).rejects.toMatchObject({ kind: 'timeout' })
  await clock.advanceBy(LIMITS.responseTimeoutMs)
  await late
})

test('Reads rotate over the sockets, which keeps every socket warm', async () => {
  const ports: (number | undefined)[] = []
  server.treat((socket) => {
    ports.push(socket.remotePort)
    socket.write(PAGE)
  })
  for (let reads = 0; reads < 4; reads++) await connection.readItem(ITEM)
  expect(ports.slice(0, 2)).toEqual(ports.slice(2))
  expect(new Set(ports).size).toBe(2)
})

test('Two reads at once leave a socket free for the bid', async () => {
  server.treat((socket, request) => {
    if (isBid(request)) socket.write(RECEIVED)
  })
  const reads = [connection.readItem(ITEM)]
  await server.received(1)
  reads.push(connection.readItem(ITEM))
  await server.received(2)
  expect((await connection.prepareBid(ORDER).fire().response).kind).toBe('leading')
  const failures = Promise.allSettled(reads)
  await connection[Symbol.asyncDispose]()
  expect((await failures).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

describe('when the site closes idle connections', () => {
  test('A bid without an open socket is answered as not sent, and opens no socket', async () => {
    await connection.readItem(ITEM)
    const bid = connection.prepareBid(ORDER)
    await server.hangUp()
    expect(await bid.fire().response).toMatchObject({ kind: 'not_sent' })
    expect(bids()).toEqual([])
    expect(server.connections.made).toBe(2)
  })

  test('A read opens new sockets, on which a bid prepared before can be sent', async () => {
    await connection.readItem(ITEM)
    const bid = connection.prepareBid(ORDER)
    await server.hangUp()
    await connection.readItem(ITEM)
    expect((await bid.fire().response).kind).toBe('leading')
    expect(server.connections.made).toBe(4)
  })

  test('A socket is not used again after an answer that closes it', async () => {
    server.treat(
      bidsGet((socket) => void socket.end(httpAnswer(200, JSON.stringify(BID_RECEIVED), { connection: 'close' }))),
    )
    await connection.readItem(ITEM)
    for (let bid = 0; bid < 2; bid++) expect((await connection.prepareBid(ORDER).fire().response).kind).toBe('leading')
    expect((await connection.prepareBid(ORDER).fire().response).kind).toBe('not_sent')
  })

  test('A socket on which the site sends without a request is closed', async () => {
    await connection.readItem(ITEM)
    const gone = [...server.connections.open].map(
      (socket) => new Promise<void>((resolve) => void socket.once('close', () => resolve())),
    )
    for (const socket of server.connections.open) socket.write('HTTP/1.1 408 Request Timeout\r\n\r\n')
    await Promise.all(gone)
    expect((await connection.prepareBid(ORDER).fire().response).kind).toBe('not_sent')
  })
})

test('A connection that was never opened, or that was closed, sends nothing', async () => {
  expect((await connection.prepareBid(ORDER).fire().response).kind).toBe('not_sent')
  await connection.readItem(ITEM)
  const bid = connection.prepareBid(ORDER)
  await connection[Symbol.asyncDispose]()
  expect((await bid.fire().response).kind).toBe('not_sent')
  await expect(connection.readItem(ITEM)).rejects.toMatchObject({ kind: 'connection' })
  expect(bids()).toEqual([])
})

test('A connection closed while its sockets connect keeps none of them open', async () => {
  const warming = expect(connection.readItem(ITEM)).rejects.toMatchObject({ kind: 'connection' })
  await connection[Symbol.asyncDispose]()
  await warming
  await Promise.all([...server.connections.open].map((socket) => once(socket, 'close')))
  expect(server.requests).toEqual([])
})

describe('the response to a bid', () => {
  const HUGE = 'x'.repeat(LIMITS.maxResponseBytes + 1)
  const treatments: [behaviour: string, treatment: Treatment, response: object][] = [
    ['refuses the token', always(httpAnswer(401, '')), { kind: 'unauthorized' }],
    [
      'blocks it',
      always(httpAnswer(403, 'The request is blocked.')),
      { kind: 'blocked', siteMessage: 'The request is blocked.' },
    ],
    [
      'limits the rate',
      always(httpAnswer(429, '', { 'retry-after': '2' })),
      { kind: 'rate_limited', retryAfterMs: 2_000 },
    ],
    [
      'limits the rate for an implausible time',
      always(httpAnswer(429, '', { 'retry-after': '1e9' })),
      { kind: 'rate_limited', retryAfterMs: null },
    ],
    ['has an internal error', always(httpAnswer(500, '')), { kind: 'unknown' }],
    [
      'is unavailable',
      always(httpAnswer(503, 'The service is unavailable.')),
      { kind: 'unknown', siteMessage: 'The service is unavailable.' },
    ],
    ['redirects', always(httpAnswer(302, '', { location: '/' })), { kind: 'unknown' }],
    [
      'answers about another item',
      always(httpAnswer(200, JSON.stringify({ ...BID_RECEIVED, itemId: 279250058 }))),
      { kind: 'unknown' },
    ],
    ['answers with a page', always(httpAnswer(200, '<html>Bid Received!</html>')), { kind: 'unknown' }],
    [
      'compresses its answer without being asked',
      (socket) => {
        const bytes = gzipSync(JSON.stringify(BID_RECEIVED))
        socket.write(httpAnswer(200, '', { 'content-length': String(bytes.length), 'content-encoding': 'gzip' }))
        socket.write(bytes)
      },
      { kind: 'unknown' },
    ],
    ['sends an empty body', always(httpAnswer(200, '')), { kind: 'unknown' }],
    [
      'answers with fields of other types',
      always(httpAnswer(200, '{"status":"perhaps","message":{"text":7}}')),
      { kind: 'unknown' },
    ],
    ['does not speak HTTP', always('Bid Received!\r\n\r\n'), { kind: 'unknown' }],
    ['sends too large an answer', always(httpAnswer(200, HUGE)), { kind: 'unknown' }],
    ['sends an endless answer', endlessly, { kind: 'unknown' }],
    [
      'closes the connection within its answer',
      (socket) => void socket.end(RECEIVED.slice(0, -10)),
      { kind: 'unknown', siteMessage: '', problem: "The site's answer broke off" },
    ],
    ['resets the connection', (socket) => void socket.resetAndDestroy(), { kind: 'unknown' }],
    [
      'closes the connection',
      (socket) => void socket.end(),
      { kind: 'unknown', siteMessage: '', problem: 'The connection broke before the site answered' },
    ],
    [
      'answers in chunks',
      always(
        'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
        `${JSON.stringify(BID_RECEIVED).length.toString(16)}\r\n${JSON.stringify(BID_RECEIVED)}\r\n0\r\n\r\n`,
      ),
      { kind: 'leading' },
    ],
    [
      'ends its answer by closing the connection',
      (socket) => void socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${JSON.stringify(BID_RECEIVED)}`),
      { kind: 'leading' },
    ],
    ['first answers 100 Continue', always('HTTP/1.1 100 Continue\r\n\r\n', RECEIVED), { kind: 'leading' }],
  ]

  test.each(treatments)(
    'A bid is sent once, and its response is classified, when the site %s',
    async (_behaviour, treatment, response) => {
      server.treat(bidsGet(treatment))
      await connection.readItem(ITEM)
      expect(await connection.prepareBid(ORDER).fire().response).toMatchObject(response)
      expect(bids()).toHaveLength(1)
    },
  )

  test('A bid without an answer is unknown after exactly twenty seconds', async () => {
    const resets: Promise<unknown>[] = []
    server.treat(bidsGet((socket) => void resets.push(once(socket, 'error'))))
    await connection.readItem(ITEM)
    const { response } = connection.prepareBid(ORDER).fire()
    const responses: unknown[] = []
    void response.then((value) => responses.push(value))
    await server.received(2)
    await clock.advanceBy(19_999)
    expect(responses).toEqual([])
    await clock.advanceBy(1)
    expect(await response).toMatchObject({
      kind: 'unknown',
      siteMessage: '',
      problem: 'The site did not answer in time',
      receivedAt: 20_000,
    })
    expect(await Promise.all(resets)).toMatchObject([[{ code: 'ECONNRESET' }]])
  })

  test('A bid that is given up is unknown at once, and its connection is reset', async () => {
    const resets: Promise<unknown>[] = []
    server.treat(bidsGet((socket) => void resets.push(once(socket, 'error'))))
    await connection.readItem(ITEM)
    const givenUp = new AbortController()
    const { response } = connection.prepareBid(ORDER).fire(givenUp.signal)
    await server.received(2)
    givenUp.abort(new Error('No answer within 2000 ms'))
    expect(await response).toMatchObject({ kind: 'unknown', problem: 'No answer within 2000 ms', receivedAt: 0 })
    expect(await Promise.all(resets)).toMatchObject([[{ code: 'ECONNRESET' }]])
  })

  test('The next bid can be sent after a socket was reset', async () => {
    server.treat(bidsGet((socket) => void socket.resetAndDestroy()))
    await connection.readItem(ITEM)
    expect((await connection.prepareBid(ORDER).fire().response).kind).toBe('unknown')
    server.treat(bidsGet(always(RECEIVED)))
    expect((await connection.prepareBid(ORDER).fire().response).kind).toBe('leading')
    await connection.readItem(ITEM)
    expect((await connection.prepareBid(ORDER).fire().response).kind).toBe('leading')
  })
})

describe('a page that fails', () => {
  test.each([
    ['rejects the token', httpAnswer(401, ''), { kind: 'unauthorized' }],
    ['blocks the request', httpAnswer(403, ''), { kind: 'blocked' }],
    ['is unavailable', httpAnswer(503, ''), { kind: 'unavailable' }],
    ['answers with a web page', httpAnswer(200, '<html>'), { kind: 'not_json' }],
    [
      'leaves a field out',
      httpAnswer(200, JSON.stringify({ ...OWN_ITEM, minimumBid: undefined })),
      { kind: 'unexpected_shape', field: 'minimumBid' },
    ],
    [
      'shows another item',
      httpAnswer(200, JSON.stringify({ ...OWN_ITEM, itemId: 279250058 })),
      { kind: 'unexpected_shape', field: 'itemId' },
    ],
    ['ignores the token', httpAnswer(200, JSON.stringify(ITEM_DETAIL)), { kind: 'unauthorized' }],
  ])('A read on the connection fails with its own error when the site %s', async (_behaviour, bytes, error) => {
    server.treat(always(bytes))
    await expect(connection.readItem(ITEM)).rejects.toMatchObject({ name: 'SiteError', ...error })
  })

  test('A read on the connection fails with a connection error when nothing listens at the address', async () => {
    await server[Symbol.asyncDispose]()
    await expect(connection.readItem(ITEM)).rejects.toMatchObject({ kind: 'connection' })
    server = await hostileServer()
  })

  test('A read on the connection that its caller aborts fails with the reason of the caller', async () => {
    server.treat(() => {})
    const aborting = new AbortController()
    const warming = connection.readItem(ITEM, aborting.signal)
    await server.received(1)
    aborting.abort(new Error('no longer wanted'))
    await expect(warming).rejects.toThrow('no longer wanted')
  })
})

describe('over TLS', () => {
  const trusted = tls.getCACertificates()
  afterEach(() => tls.setDefaultCACertificates(trusted))

  test('No request is sent to a site with an untrusted certificate', async () => {
    await using secure = await hostileServer(selfSigned())
    await using connection = connectionTo(secure.apiUrl)
    await expect(connection.readItem(ITEM)).rejects.toMatchObject({ kind: 'connection' })
    expect((await connection.prepareBid(ORDER).fire().response).kind).toBe('not_sent')
    expect(secure.requests).toEqual([])
  })

  test('No request is sent to a site with a trusted certificate for another host', async () => {
    const pair = selfSigned()
    tls.setDefaultCACertificates([...trusted, pair.cert])
    await using secure = await hostileServer(pair)
    await using connection = connectionTo(secure.apiUrl.replace('localhost', '127.0.0.1'))
    await expect(connection.readItem(ITEM)).rejects.toMatchObject({ kind: 'connection' })
    expect(secure.requests).toEqual([])
  })

  test('Bids are sent over TLS to a site with a trusted certificate', async () => {
    const pair = selfSigned()
    tls.setDefaultCACertificates([...trusted, pair.cert])
    await using secure = await hostileServer(pair)
    secure.treat(bidsGet(always(RECEIVED)))
    await using connection = connectionTo(secure.apiUrl)
    await connection.readItem(ITEM)
    const bid = connection.prepareBid(ORDER)
    await connection.readItem(ITEM)
    expect((await bid.fire().response).kind).toBe('leading')
    await secure.hangUp()
    expect((await connection.prepareBid(ORDER).fire().response).kind).toBe('not_sent')
  })
})

describe('a request that is given up', () => {
  const trusted = tls.getCACertificates()
  afterEach(() => tls.setDefaultCACertificates(trusted))
  const MORE_THAN_THE_KERNELS_TAKE = Buffer.alloc(32 * 1_048_576)

  test.each(['http', 'https'])('Bytes that the site has not taken over %s never reach it', async (protocol) => {
    const pair = selfSigned()
    tls.setDefaultCACertificates([...trusted, pair.cert])
    const site = protocol === 'https' ? tls.createServer(pair) : createServer()
    // The network before the site: after the handshake it takes nothing.
    const reached = Promise.withResolvers<Socket>()
    const network = createServer((socket) => {
      socket.pipe(connect(portOf(site), '127.0.0.1')).pipe(socket)
      reached.resolve(socket)
    })
    for (const server of [site, network]) await once(server.listen(0, '127.0.0.1'), 'listening')
    const socket = bidSocket(await connectSocket(new URL(`${protocol}://localhost:${portOf(network)}/`), 5_000))
    const atNetwork = await reached.promise
    atNetwork.unpipe().pause()

    const gate = writeGate()
    gate.duplex.on('error', () => {})
    gate.duplex.write(MORE_THAN_THE_KERNELS_TAKE)
    socket.send(gate)
    socket.destroy()
    let hasEnded = false
    atNetwork.on('end', () => (hasEnded = true)).resume()
    expect(await once(atNetwork, 'error')).toMatchObject([{ code: 'ECONNRESET' }])
    expect(hasEnded).toBe(false)
    for (const server of [site, network]) server.close()
  })
})

/** A server that listens on TCP has an address object. */
const portOf = (server: Server) => (server.address() as AddressInfo).port
