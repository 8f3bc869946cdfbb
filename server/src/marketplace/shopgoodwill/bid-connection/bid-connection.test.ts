import { once } from 'node:events'
import type { Socket } from 'node:net'
import tls from 'node:tls'
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
import { BID_MODAL, BID_RECEIVED } from '../../../../test/site-answers.ts'
import type { BidConnection } from '../../marketplace.ts'
import { maximumOf } from '../../maximum.ts'
import { LIMITS } from '../site.ts'
import { openBidConnection } from './open-bid-connection.ts'

const ITEM = '279250057'
const ORDER = { auctionId: ITEM, sellerId: '135', maximum: maximumOf({ max_bid_cents: 2_500 }) }
const MODAL = httpAnswer(200, JSON.stringify(BID_MODAL))
const RECEIVED = httpAnswer(200, JSON.stringify(BID_RECEIVED))

let server: HostileServer
let clock: ManualClock
let line: BidConnection

function lineTo(apiUrl: string) {
  const site = { id: 'shopgoodwill', name: 'ShopGoodwill', apiUrl, homeUrl: 'https://shopgoodwill.com', itemHosts: [] }
  return openBidConnection({ clock, site, limits: LIMITS }, { token: 'a.b.c', expiresAt: null, buyerId: null })
}

/** Light reads go well; bids get this. */
const bidsGet =
  (treatment: Treatment): Treatment =>
  (socket, request) =>
    (isBid(request) ? treatment : always(MODAL))(socket, request)

const isBid = (request: string) => request.startsWith('POST /api/ItemBid/PlaceBid ')
const bids = () => server.requests.filter(isBid)

beforeEach(async () => {
  clock = manualClock(0)
  server = await hostileServer()
  server.treat(bidsGet(always(RECEIVED)))
  line = lineTo(server.apiUrl)
})
afterEach(async () => {
  await line[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

test('warming tells the price, the next bid and the end', async () => {
  expect(await line.warm(ITEM)).toEqual({
    currentPriceCents: 1_099,
    minimumBidCents: 1_199,
    endsAt: Date.parse('2026-10-08T22:00:00Z'),
    endsAtAmbiguous: false,
    sellerId: '135',
    roundTripMs: 0,
  })
})

test('a bid goes out on a connection that is warm already, and is heard', async () => {
  await line.warm(ITEM)
  const { connections } = server
  expect(connections.made).toBe(2)
  const { answer } = line.prepareBid(ORDER).fire()
  expect(await answer).toMatchObject({ kind: 'leading', priceCents: 1_199 })
  expect(connections.made).toBe(2)
})

test('a line that was only connected carries a bid, whatever becomes of reads', async () => {
  expect(line.isOpen).toBe(false)
  await line.connect()
  expect(line.isOpen).toBe(true)
  server.treat(bidsGet(always(RECEIVED)))
  const { answer } = line.prepareBid(ORDER).fire()
  expect(await answer).toMatchObject({ kind: 'leading' })
})

test('a line whose connections the site has closed says so, and is opened anew', async () => {
  server.treat((socket) => void socket.destroy())
  await line.warm(ITEM).catch(() => {})
  await line.warm(ITEM).catch(() => {})
  server.treat(bidsGet(always(RECEIVED)))
  await line.connect()
  expect(line.isOpen).toBe(true)
  expect(await line.prepareBid(ORDER).fire().answer).toMatchObject({ kind: 'leading' })
})

test('a site that takes no connection is said to', async () => {
  await server[Symbol.asyncDispose]()
  await expect(line.connect()).rejects.toMatchObject({ name: 'SiteError', kind: 'connection' })
  expect(line.isOpen).toBe(false)
})

test('the request is the one that the site expects, with the whole maximum and no cookie', async () => {
  const withCookie = httpAnswer(200, JSON.stringify(BID_MODAL), { 'set-cookie': 'Bid=279250057; path=/' })
  server.treat((socket) => void socket.write(withCookie))
  await line.warm(ITEM)
  server.treat(always(RECEIVED))
  await line.prepareBid(ORDER).fire().answer

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

test('what a bid says is the maximum to the cent, whatever the maximum', async () => {
  await line.warm(ITEM)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 10_000_000_00 }), async (cents) => {
      await line.prepareBid({ ...ORDER, maximum: maximumOf({ max_bid_cents: cents }) }).fire().answer
      const said = /"bidAmount":"(\d+)\.(\d\d)"/.exec(bids().at(-1)!)
      expect(Number(said?.[1]) * 100 + Number(said?.[2])).toBe(cents)
    }),
    { numRuns: 50 },
  )
})

test('nothing is sent before it is fired, and it can be fired once', async () => {
  await line.warm(ITEM)
  const bid = line.prepareBid(ORDER)
  await line.warm(ITEM)
  expect(bids()).toEqual([])
  await bid.fire().answer
  expect(() => bid.fire()).toThrow('once')
  expect(bids()).toHaveLength(1)
})

test('a bid fired in the turn in which it was prepared goes out as well', async () => {
  await line.warm(ITEM)
  const { sentAt, answer } = line.prepareBid(ORDER).fire()
  expect(sentAt).toBe(clock.monotonic())
  expect((await answer).kind).toBe('leading')
})

test('a bid waits behind no light read', async () => {
  await line.warm(ITEM)
  const stuck = new Set<Socket>()
  server.treat((socket, request) => {
    if (!isBid(request)) stuck.add(socket)
    else if (!stuck.has(socket)) socket.write(RECEIVED)
  })
  const reading = line.warm(ITEM)
  await server.received(2)
  expect((await line.prepareBid(ORDER).fire().answer).kind).toBe('leading')

  const late = expect(reading).rejects.toMatchObject({ kind: 'timeout' })
  await clock.advanceBy(LIMITS.warmMs)
  await late
})

test('light reads take turns, so that every connection stays warm', async () => {
  const ports: (number | undefined)[] = []
  server.treat((socket) => {
    ports.push(socket.remotePort)
    socket.write(MODAL)
  })
  for (let reads = 0; reads < 4; reads++) await line.warm(ITEM)
  expect(ports.slice(0, 2)).toEqual(ports.slice(2))
  expect(new Set(ports).size).toBe(2)
})

test('two reads at once leave a connection for the bid', async () => {
  server.treat((socket, request) => {
    if (isBid(request)) socket.write(RECEIVED)
  })
  const reads = [line.warm(ITEM)]
  await server.received(1)
  reads.push(line.warm(ITEM))
  await server.received(2)
  expect((await line.prepareBid(ORDER).fire().answer).kind).toBe('leading')
  const failures = Promise.allSettled(reads)
  await line[Symbol.asyncDispose]()
  expect((await failures).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

describe('when the site closes idle connections', () => {
  test('a bid that cannot leave says so at once, and nothing is dialled for it', async () => {
    await line.warm(ITEM)
    const bid = line.prepareBid(ORDER)
    await server.hangUp()
    expect(await bid.fire().answer).toMatchObject({ kind: 'not_sent' })
    expect(bids()).toEqual([])
    expect(server.connections.made).toBe(2)
  })

  test('warming dials anew, and a bid prepared before goes out on what it dialled', async () => {
    await line.warm(ITEM)
    const bid = line.prepareBid(ORDER)
    await server.hangUp()
    await line.warm(ITEM)
    expect((await bid.fire().answer).kind).toBe('leading')
    expect(server.connections.made).toBe(4)
  })

  test('so too when it says so in its answer', async () => {
    server.treat(
      bidsGet((socket) => void socket.end(httpAnswer(200, JSON.stringify(BID_RECEIVED), { connection: 'close' }))),
    )
    await line.warm(ITEM)
    for (let bid = 0; bid < 2; bid++) expect((await line.prepareBid(ORDER).fire().answer).kind).toBe('leading')
    expect((await line.prepareBid(ORDER).fire().answer).kind).toBe('not_sent')
  })

  test('a connection on which it talks unasked is not trusted any more', async () => {
    await line.warm(ITEM)
    const gone = [...server.connections.open].map(
      (socket) => new Promise<void>((resolve) => void socket.once('close', () => resolve())),
    )
    for (const socket of server.connections.open) socket.write('HTTP/1.1 408 Request Timeout\r\n\r\n')
    await Promise.all(gone)
    expect((await line.prepareBid(ORDER).fire().answer).kind).toBe('not_sent')
  })
})

test('a line that was never warmed, or is closed, sends nothing', async () => {
  expect((await line.prepareBid(ORDER).fire().answer).kind).toBe('not_sent')
  await line.warm(ITEM)
  const bid = line.prepareBid(ORDER)
  await line[Symbol.asyncDispose]()
  expect((await bid.fire().answer).kind).toBe('not_sent')
  await expect(line.warm(ITEM)).rejects.toMatchObject({ kind: 'connection' })
  expect(bids()).toEqual([])
})

test('a line closed while it dials keeps no connection', async () => {
  const warming = expect(line.warm(ITEM)).rejects.toMatchObject({ kind: 'connection' })
  await line[Symbol.asyncDispose]()
  await warming
  await Promise.all([...server.connections.open].map((socket) => once(socket, 'close')))
  expect(server.requests).toEqual([])
})

describe('what the site does to a bid', () => {
  const HUGE = 'x'.repeat(LIMITS.answerBytes + 1)
  const treatments: [what: string, treatment: Treatment, answer: object][] = [
    ['refuses the token', always(httpAnswer(401, '')), { kind: 'unauthorized' }],
    [
      'blocks it',
      always(httpAnswer(403, 'The request is blocked.')),
      { kind: 'blocked', siteMessage: 'The request is blocked.' },
    ],
    [
      'asks to wait',
      always(httpAnswer(429, '', { 'retry-after': '2' })),
      { kind: 'rate_limited', retryAfterMs: 2_000 },
    ],
    [
      'asks to wait forever',
      always(httpAnswer(429, '', { 'retry-after': '1e9' })),
      { kind: 'rate_limited', retryAfterMs: null },
    ],
    ['fails', always(httpAnswer(500, '')), { kind: 'unknown' }],
    [
      'is out',
      always(httpAnswer(503, 'The service is unavailable.')),
      { kind: 'unknown', siteMessage: 'The service is unavailable.' },
    ],
    ['redirects', always(httpAnswer(302, '', { location: '/' })), { kind: 'unknown' }],
    ['answers with a page', always(httpAnswer(200, '<html>Bid Received!</html>')), { kind: 'unknown' }],
    ['answers with nothing', always(httpAnswer(200, '')), { kind: 'unknown' }],
    [
      'answers with nonsense',
      always(httpAnswer(200, '{"status":"perhaps","message":{"text":7}}')),
      { kind: 'unknown' },
    ],
    ['answers something that is not HTTP', always('Bid Received!\r\n\r\n'), { kind: 'unknown' }],
    ['answers too much', always(httpAnswer(200, HUGE)), { kind: 'unknown' }],
    ['answers without end', endlessly, { kind: 'unknown' }],
    [
      'breaks off its answer',
      (socket) => void socket.end(RECEIVED.slice(0, -10)),
      { kind: 'unknown', siteMessage: "The site's answer broke off" },
    ],
    ['resets the connection', (socket) => void socket.resetAndDestroy(), { kind: 'unknown' }],
    [
      'closes the connection',
      (socket) => void socket.end(),
      { kind: 'unknown', siteMessage: 'The connection broke before the site answered' },
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
      'answers and ends by closing',
      (socket) => void socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${JSON.stringify(BID_RECEIVED)}`),
      { kind: 'leading' },
    ],
    ['first asks to go on', always('HTTP/1.1 100 Continue\r\n\r\n', RECEIVED), { kind: 'leading' }],
  ]

  test.each(treatments)('%s', async (_what, treatment, answer) => {
    server.treat(bidsGet(treatment))
    await line.warm(ITEM)
    expect(await line.prepareBid(ORDER).fire().answer).toMatchObject(answer)
    expect(bids()).toHaveLength(1)
  })

  test('never answers, which is not known after twenty seconds and not before', async () => {
    const left: Promise<unknown>[] = []
    server.treat(bidsGet((socket) => void left.push(once(socket, 'close'))))
    await line.warm(ITEM)
    const { answer } = line.prepareBid(ORDER).fire()
    const heard: unknown[] = []
    void answer.then((value) => heard.push(value))
    await server.received(2)
    await clock.advanceBy(19_999)
    expect(heard).toEqual([])
    await clock.advanceBy(1)
    expect(await answer).toMatchObject({
      kind: 'unknown',
      siteMessage: 'The site did not answer in time',
      receivedAt: 20_000,
    })
    expect(left).toHaveLength(1)
    await Promise.all(left)
  })

  test('leaves the line fit for the next try', async () => {
    server.treat(bidsGet((socket) => void socket.resetAndDestroy()))
    await line.warm(ITEM)
    expect((await line.prepareBid(ORDER).fire().answer).kind).toBe('unknown')
    server.treat(bidsGet(always(RECEIVED)))
    expect((await line.prepareBid(ORDER).fire().answer).kind).toBe('leading')
    await line.warm(ITEM)
    expect((await line.prepareBid(ORDER).fire().answer).kind).toBe('leading')
  })
})

describe('a line that cannot be warmed says why', () => {
  test.each([
    [httpAnswer(401, ''), { kind: 'unauthorized' }],
    [httpAnswer(403, ''), { kind: 'blocked' }],
    [httpAnswer(503, ''), { kind: 'unavailable' }],
    [httpAnswer(200, '<html>'), { kind: 'not_json' }],
    [
      httpAnswer(200, JSON.stringify({ ...BID_MODAL, minimumBid: undefined })),
      { kind: 'unexpected_shape', field: 'minimumBid' },
    ],
  ])('%#', async (bytes, error) => {
    server.treat(always(bytes))
    await expect(line.warm(ITEM)).rejects.toMatchObject({ name: 'SiteError', ...error })
  })

  test('nobody there', async () => {
    await server[Symbol.asyncDispose]()
    await expect(line.warm(ITEM)).rejects.toMatchObject({ kind: 'connection' })
    server = await hostileServer()
  })

  test('the caller gave up', async () => {
    server.treat(() => {})
    const giveUp = new AbortController()
    const warming = line.warm(ITEM, giveUp.signal)
    await server.received(1)
    giveUp.abort(new Error('no longer wanted'))
    await expect(warming).rejects.toThrow('no longer wanted')
  })
})

describe('over TLS', () => {
  const trusted = tls.getCACertificates()
  afterEach(() => tls.setDefaultCACertificates(trusted))

  test('a certificate that nobody vouches for ends it before anything is said', async () => {
    await using secure = await hostileServer(selfSigned())
    await using line = lineTo(secure.apiUrl)
    await expect(line.warm(ITEM)).rejects.toMatchObject({ kind: 'connection' })
    expect((await line.prepareBid(ORDER).fire().answer).kind).toBe('not_sent')
    expect(secure.requests).toEqual([])
  })

  test('so does a good certificate for another host', async () => {
    const pair = selfSigned()
    tls.setDefaultCACertificates([...trusted, pair.cert])
    await using secure = await hostileServer(pair)
    await using line = lineTo(secure.apiUrl.replace('localhost', '127.0.0.1'))
    await expect(line.warm(ITEM)).rejects.toMatchObject({ kind: 'connection' })
    expect(secure.requests).toEqual([])
  })

  test('with a certificate that is trusted, bids go out as they do without', async () => {
    const pair = selfSigned()
    tls.setDefaultCACertificates([...trusted, pair.cert])
    await using secure = await hostileServer(pair)
    secure.treat(bidsGet(always(RECEIVED)))
    await using line = lineTo(secure.apiUrl)
    await line.warm(ITEM)
    const bid = line.prepareBid(ORDER)
    await line.warm(ITEM)
    expect((await bid.fire().answer).kind).toBe('leading')
    await secure.hangUp()
    expect((await line.prepareBid(ORDER).fire().answer).kind).toBe('not_sent')
  })
})
