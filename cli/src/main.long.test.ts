import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { api } from '@bidwell/contract'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startImporting } from '../../server/src/bidding/imports/work-on-imports.ts'
import type { Person } from '../../server/test/api.ts'
import { type Bidding, startBidding } from '../../server/test/bidding.ts'
import { aWireAuction } from '../../server/test/wire-records.ts'
import { runCli, runForJson, settingsOf, startCli } from '../test/run-cli.ts'
import { drawAuctions } from './watch-auctions.ts'

let bidding: Bidding
beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

const as = ({ token }: Person, url = bidding.api.url) => settingsOf(url, token)
const asJson = (person: Person, ...args: string[]) => runForJson(args, as(person))

/** Serves, until the test ends, what stands between the program and Bidwell. */
async function startServer(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Serves, until the test ends, what passes calls on to Bidwell; `pass` decides what becomes of each answer. */
const startProxy = (pass: (request: IncomingMessage, response: ServerResponse, answer: Answer) => void) =>
  startServer((request, response) => {
    void forward(request).then((answer) => pass(request, response, answer))
  })

type Answer = { status: number; body: string }

async function forward(request: IncomingMessage): Promise<Answer> {
  const { method = 'GET', headers } = request
  const body = await text(request)
  const response = await fetch(bidding.api.url + (request.url ?? ''), {
    method,
    headers: Object.fromEntries(
      ['authorization', 'content-type', 'idempotency-key'].flatMap((name) => {
        const value = headers[name]
        return typeof value === 'string' ? [[name, value]] : []
      }),
    ),
    ...(body !== '' && { body }),
  })
  return { status: response.status, body: await response.text() }
}

test('The program ends with 3 when nobody answers, when another server does, and when Bidwell fails', async () => {
  const person = await bidding.bidder()
  const proxy = await startServer((_request, response) => response.writeHead(502).end('<html>Bad gateway</html>'))
  const failing = await startServer((_request, response) =>
    response.writeHead(500).end(JSON.stringify({ success: false, message: 'Something went wrong', code: 'internal' })),
  )
  const elsewhere = await startServer((_request, response) =>
    response.writeHead(302, { location: bidding.api.url }).end(),
  )
  for (const url of ['http://127.0.0.1:1', proxy, failing, elsewhere]) {
    const { code, out, err } = await runCli(['auctions', '--json'], { env: as(person, url) })
    expect([code, out]).toEqual([3, ''])
    expect(JSON.parse(err)).toEqual({ code: expect.any(String), message: expect.any(String), details: [] })
  }
})

test('Auctions are tracked by link and by number, and one that is refused stops no other', async () => {
  const person = await bidding.bidder()
  const [first, second] = [bidding.listItem({ title: 'Brass lamp' }), bidding.listItem({ title: 'Clock' })]
  const link = `${bidding.house.url}/item/${first.itemId}`
  const { code, data } = await asJson(person, 'track', link, '999999999999', second.auctionId)
  expect(code).toBe(1)
  expect(data.tracked.map(({ auction }: { auction: { title: string } }) => auction.title)).toEqual([
    'Brass lamp',
    'Clock',
  ])
  expect(data.refused).toEqual([{ link: '999999999999', message: expect.any(String), code: expect.any(String) }])

  const again = await runCli(['track', link], { env: as(person) })
  expect([again.code, again.out]).toEqual([
    0,
    expect.stringMatching(/^ITEM +ENDS IN +PRICE .*\n\d+ +\d+m \d\ds +\$[\d.]+ .*Brass lamp\n$/),
  ])
  expect((await asJson(person, 'auctions')).data).toHaveLength(2)
})

test('A file of auctions is imported whole or not at all, and the program waits until each line is read', async () => {
  const person = await bidding.bidder()
  const { auctionId } = bidding.listItem({ title: 'Brass lamp' })
  const folder = await mkdtemp(join(tmpdir(), 'bidwell-import-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'auctions.csv')
  await writeFile(file, `Link;Max;Note\n${auctionId};$40.50;for Mum\n${auctionId};;twice\n279250101;abc;\n`)
  const wrong = await asJson(person, 'import', file)
  expect([wrong.code, wrong.failure.details]).toEqual([
    2,
    [{ path: 'line 4', message: 'Line 4: max must be an amount such as 12.50' }],
  ])
  await writeFile(file, `${auctionId},40,,\n${auctionId},,,\n`)
  const refused = await asJson(person, 'import', file)
  expect([refused.code, refused.failure.message]).toEqual([
    1,
    'One line cannot be imported, so none was. Line 2: the same link as line 1',
  ])

  await writeFile(file, JSON.stringify([{ link: auctionId, max: 40, note: 'for Mum' }, { url: '999999999' }]))
  await using _importing = startImporting(bidding.ctx, (error) => {
    throw error
  })
  const { code, data } = await asJson(person, 'import', file)
  expect([code, data.import.results]).toEqual([1, expect.objectContaining({ tracked: 1, failed: 1 })])
  expect(data.undone).toMatchObject([{ line: 2, fault: 'Auction House has no item 999999999.' }])
  await writeFile(file, JSON.stringify([{ link: auctionId, max: 40, group: 'Lamps' }, { url: '999999999' }]))
  const again = await runCli(['import', file], { env: as(person) })
  expect([again.code, again.out, again.err]).toEqual([
    1,
    expect.stringMatching(/^TRACKED +TRACKED BEFORE .*\n0 +1 +1 +0\n$/),
    'Line 2: Auction House has no item 999999999.\n',
  ])
})

test('A maximum far above the price is refused without --confirm, and the refusal names the field', async () => {
  const person = await bidding.bidder()
  const { auctionId } = bidding.listItem()
  const { code, failure } = await asJson(person, 'snipe', auctionId, '--max', '5000')
  expect([code, failure.code, failure.details[0].path]).toEqual([1, 'confirmation_needed', 'confirmMaxBid'])
  expect((await asJson(person, 'bids')).data).toEqual([])
})

test('A repeated command with the same key gets the first answer', async () => {
  const person = await bidding.bidder()
  const { auctionId } = bidding.listItem()
  const args = ['snipe', auctionId, '--max', '20', '--confirm', '--key', 'sunday']
  const [first, second] = [await asJson(person, ...args), await asJson(person, ...args)]
  expect([first.code, second]).toEqual([0, first])
})

test('When the answer to a bid is lost on the way, the program asks again, and the bid is scheduled once', async () => {
  const person = await bidding.bidder()
  const { auctionId } = bidding.listItem()
  const keys: unknown[] = []
  const url = await startProxy((request, response, { status, body }) => {
    if (request.url === '/api/bids') keys.push(request.headers['idempotency-key'])
    if (keys.length === 1 && request.url === '/api/bids') request.socket.destroy()
    else response.writeHead(status).end(body)
  })
  const { code, out } = await runCli(['snipe', auctionId, '--max', '20', '--confirm', '--json'], {
    env: as(person, url),
  })
  expect([code, keys.length, new Set(keys).size]).toEqual([0, 2, 1])
  const { data } = await asJson(person, 'receipt', String(JSON.parse(out).id))
  expect(data.events.map(({ kind }: { kind: string }) => kind)).toEqual(['scheduled'])
})

test('The program waits as long as Bidwell asks for when there were too many calls', async () => {
  const { person } = await bidding.scheduledBid()
  let calls = 0
  const busy = JSON.stringify({ success: false, message: 'Too many requests', code: 'rate_limited' })
  const url = await startProxy((_request, response, { status, body }) => {
    calls += 1
    if (calls === 1) response.writeHead(429, { 'Retry-After': '0' }).end(busy)
    else response.writeHead(status).end(body)
  })
  const { code, out } = await runCli(['auctions'], { env: as(person, url) })
  expect([code, calls, out]).toEqual([0, 2, expect.stringContaining('Brass lamp')])
})

test('The history and the receipt show what became of a bid', async () => {
  const { person, bid } = await bidding.scheduledBid({ maxBid: 25 })
  await bidding.api.call(api.cancelBid, { token: person.token, params: { id: bid.id } })
  const { out } = await runCli(['history', '--search', 'lamp'], { env: as(person) })
  expect(out).toMatch(new RegExp(`^WHEN +RESULT .*\\n.* Cancelled .*\\$25\\.00 +${bid.id} .*Brass lamp\\n$`))
  expect((await asJson(person, 'history', '--result', 'won,lost')).data).toEqual([])
  const receipt = await runCli(['receipt', String(bid.id)], { env: as(person) })
  expect(receipt.out).toMatch(/^Bid \d+ on \d+: Brass lamp\nAt most \$25\.00, 5 s before the close: cancelled\n/)
  expect(receipt.out).toMatch(/\n\d{4}-\d\d-\d\dT[\d:.]+Z +scheduled .*\n\d{4}-\d\d-\d\dT[\d:.]+Z +cancelled /)
})

test('No title controls the terminal, and programs read it as it is', async () => {
  const title = 'Lamp \u001B[31m\u009B2J\u202Egnp\u2028\u0007\uD83D\uDC69\u200D\uD83D\uDC67\r\nX'
  const { person, bid } = await bidding.scheduledBid()
  const listing = bidding.db.selectFrom('bids').select('listing_id').where('id', '=', bid.id)
  await bidding.db.updateTable('listings').set({ title }).where('id', '=', listing).execute()
  for (const args of [['auctions'], ['receipt', String(bid.id)]]) {
    const shown = await runCli(args, { env: as(person) })
    expect(shown.out).toContain(
      'Lamp \\u001b[31m\\u009b2J\\u202egnp\\u2028\\u0007\u{1F469}\u200D\u{1F467}\\u000d\\u000aX',
    )
    expect(shown.out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202E\u2028]/u)
    const { out } = await runCli([...args, '--json'], { env: as(person) })
    expect(JSON.stringify(JSON.parse(out))).toContain(JSON.stringify(title).slice(1, -1))
    expect(out.trimEnd()).not.toMatch(/[\p{Cc}\u202E\u2028]/u)
  }
})

test('Programs read each event as a line, until they end the program', async () => {
  const { person, bid } = await bidding.scheduledBid()
  await bidding.scheduledBid() // a bystander's
  const watching = startCli(['watch', '--json'], as(person))
  onTestFinished(() => void watching.kill('SIGKILL'))
  const types: string[] = []
  for await (const line of createInterface({ input: watching.stdout })) {
    const event = JSON.parse(line)
    types.push(event.type)
    if (event.type === 'site_time')
      await bidding.api.call(api.cancelBid, { token: person.token, params: { id: bid.id } })
    if (event.type === 'bid_changed') {
      expect(event.bid).toMatchObject({ id: bid.id, status: 'cancelled' })
      watching.kill('SIGTERM')
    }
  }
  expect([watching.exitCode ?? (await once(watching, 'exit'))[0], types[0]]).toEqual([0, 'resync'])
})

test('Watching ends with 1 when Bidwell refuses the token, with 2 without a terminal, and with 3 when nobody answers', async () => {
  const person = await bidding.bidder()
  const refused = await runCli(['watch', '--json'], { env: { BIDWELL_URL: bidding.api.url, BIDWELL_TOKEN: 'a.b.c' } })
  const noTerminal = await runCli(['watch'], { env: as(person) })
  const away = await runCli(['watch', '--json'], { env: as(person, 'http://127.0.0.1:1') })
  expect([refused.code, noTerminal.code, away.code]).toEqual([1, 2, 3])
})

test('The screen has the open auctions by their ends, with the bids on them, in as many rows as there are', () => {
  const at = Date.UTC(2026, 10, 26, 20)
  const auctions = [
    {
      ...aWireAuction,
      id: 1,
      auction_id: '111111111',
      title: 'Late',
      end_time: new Date(at + 90_061_000).toISOString(),
    },
    { ...aWireAuction, id: 2, auction_id: '222222222', title: 'Soon', end_time: new Date(at + 65_000).toISOString() },
  ]
  const watched = {
    auctions: new Map(auctions.map((auction) => [auction.id, auction])),
    bids: new Map(),
    aheadMs: 5_000,
  }
  const screen = drawAuctions({ ...watched, isConnected: false }, { now: at, rows: 24 })
  expect(screen).toMatch(
    /^2 open auctions · not connected · q ends\n\nENDS IN .*\n1m 00s +\$[\d.]+ +– +– +222222222 +Soon\n1d 01h .* 111111111 +Late$/,
  )
  expect(drawAuctions({ ...watched, isConnected: true }, { now: at, rows: 4 })).not.toContain('Late')
})

test('Bash completes commands, and the options of a command', async () => {
  const { out } = await runCli(['completion', 'bash'])
  const complete = async (...words: string[]) => {
    const typed = `COMP_WORDS=(bidwell-cli ${words.join(' ')}); COMP_CWORD=${words.length}; _bidwell_cli; echo "\${COMPREPLY[@]}"`
    return (await promisify(execFile)('bash', ['-c', `${out}\n${typed}`])).stdout.trim()
  }
  expect([await complete('sn'), await complete('history', '--s')]).toEqual(['snipe', '--search'])
})
