import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startAuctionHouse } from '@bidwell/auction-house'
import { api } from '@bidwell/contract'
import { context, SpanStatusCode, trace as openTelemetry } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi } from '../../test/api.ts'
import { auctionRoutes } from '../auctions/routes.ts'
import { openReadBudget } from '../marketplace/rate-limiting/read-budget.ts'
import { shopgoodwill } from '../marketplace/shopgoodwill/shopgoodwill.ts'
import { LIMITS } from '../marketplace/shopgoodwill/site.ts'
import { systemClock } from '../platform/clock.ts'
import { openTracing } from '../platform/open-tracing.ts'
import { pollUntil } from '../platform/poll-until.ts'

const CANARY = 'canary'
const exporter = new InMemorySpanExporter()

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  openTelemetry.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }))
})
afterAll(() => {
  context.disable()
  openTelemetry.disable()
})
beforeEach(() => exporter.reset())

/** An API that reads items of an auction house, with spans of everything. */
async function startTraced() {
  await using stack = new AsyncDisposableStack()
  const trace = openTracing()
  const house = stack.use(await startAuctionHouse({ port: 0, sampleItems: false }))
  const site = {
    id: 'shopgoodwill',
    name: 'Auction House',
    apiUrl: house.apiUrl,
    homeUrl: house.url,
    itemHosts: [new URL(house.url).host],
  }
  const marketplace = stack.use(shopgoodwill(systemClock, site, { ...LIMITS, trace }))
  const server = stack.use(
    await startTestApi({
      trace,
      routes: ({ db, clock, plans }) => {
        const readBudget = openReadBudget({ db, siteId: site.id, readsPerSecond: 100, onChange: () => {} })
        return auctionRoutes({ db, clock, plans, marketplace, readBudget, cancelBidsOn: async () => {} })
      },
    }),
  )
  const owned = stack.move()
  return { server, house, marketplace, trace, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** The spans, once the one with this name has ended: it ends with the connection's next turn. */
async function spansOnce(name: string): Promise<readonly ReadableSpan[]> {
  const read = async () => {
    const spans = exporter.getFinishedSpans()
    return spans.some((span) => span.name === name) ? spans : null
  }
  const spans = await pollUntil(systemClock, read, { everyMs: 5, forMs: 60_000 })
  if (spans === null) throw new Error(`There is no span ${name}`)
  return spans
}

const nameOfParent = (span: ReadableSpan, spans: readonly ReadableSpan[]) =>
  spans.find((other) => other.spanContext().spanId === span.parentSpanContext?.spanId)?.name ?? null

test('A request is one span, with its statements and its calls of the site below it, also after a body', async () => {
  await using it = await startTraced()
  const { token } = await it.server.signUp()
  const { itemId } = it.house.control.createListing({ title: `A ${CANARY} lamp`, endsInSeconds: 600 })
  exporter.reset()
  const answer = await it.server.call(api.scrapeAuction, { token, body: { url: String(itemId) } })
  expect(answer.status).toBe(200)
  const request = 'POST /api/scrape-auction'
  const spans = await spansOnce(request)
  const root = spans.find(({ name }) => name === request)
  expect(root).toMatchObject({
    parentSpanContext: undefined,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/scrape-auction',
      'http.response.status_code': 200,
    },
  })
  const call = spans.find(({ name }) => name === 'site ItemDetail/GetItemDetailModelByItemId')
  expect(call).toMatchObject({ attributes: { 'http.response.status_code': 200 } })
  const statements = new Set(spans.map(({ name }) => name).filter((name) => name.startsWith('database ')))
  expect([...statements]).toEqual(expect.arrayContaining(['database select', 'database begin', 'database commit']))
  for (const span of spans)
    if (span !== root) expect([span.name, nameOfParent(span, spans)]).toEqual([span.name, request])
})

test('No span says who called, what was asked for, or why it failed', async () => {
  await using it = await startTraced()
  const { token, email } = await it.server.signUp(`${CANARY}@example.com`)
  const { itemId } = it.house.control.createListing({ title: `A ${CANARY} lamp`, endsInSeconds: 600 })
  it.house.control.addFault({
    kind: 'status',
    status: 500,
    endpoint: 'ItemDetail/GetItemDetailModelByItemId/*',
    times: 1,
  })
  await it.server.call(api.scrapeAuction, { token, body: { url: String(itemId) } })
  await it.server.call(api.scrapeAuction, { token, body: { url: String(itemId) } })
  await it.server.call(api.signIn, { body: { email, password: `${CANARY}-password` } })
  await fetch(`${it.server.url}/api/${CANARY}?${CANARY}=1`, { headers: { traceparent: CANARY } })
  const spans = await spansOnce('GET unknown')
  expect(spans.length).toBeGreaterThan(20) // an empty scan would pass
  const told = JSON.stringify(
    spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
  )
  for (const secret of [CANARY, String(itemId), token]) expect(told).not.toContain(secret)
})

test('What fails has a span with the kind of its error alone, and the error goes on', async () => {
  const failing = openTracing()({ name: 'task fails', kind: 'internal' }, async () => {
    throw new RangeError(CANARY)
  })
  await expect(failing).rejects.toThrow(CANARY)
  expect(exporter.getFinishedSpans()).toMatchObject([
    {
      name: 'task fails',
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': 'RangeError' },
      events: [],
    },
  ])
})

test('A statement that no request and no task executes has no span', async () => {
  await using it = await startTraced()
  exporter.reset()
  const db = it.server.database.db
  await db.selectFrom('accounts').select('id').execute()
  expect(exporter.getFinishedSpans()).toEqual([])
})

/** Whether the static imports of a program reach the library. */
function loadsLibrary(program: string): boolean {
  const seen = new Set<string>()
  const visit = (path: string) => {
    if (seen.has(path)) return
    seen.add(path)
    for (const [, from = ''] of readFileSync(path, 'utf8').matchAll(/^(?:import|export|\}) (?!type ).*'(\S+)'$/gm)) {
      if (from.startsWith('.') && from.endsWith('.ts')) visit(join(dirname(path), from))
      else seen.add(from)
    }
  }
  visit(fileURLToPath(new URL(`../main-${program}.ts`, import.meta.url)))
  expect(seen.size).toBeGreaterThan(50) // an empty scan would pass
  return seen.has('@opentelemetry/api')
}

test('The program of an engine never loads the tracing, and those of the API and the jobs do', () => {
  expect(['api', 'jobs', 'engine'].map(loadsLibrary)).toEqual([true, true, false])
})
