import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { api } from '@bidwell/contract'
import { expect, onTestFinished, test } from 'vitest'
import { apiClient, aRegistration } from '../test/api.ts'
import { freePort } from '../test/free-port.ts'
import { startSniping } from '../test/sniping.ts'
import { systemClock } from './platform/clock.ts'
import { every } from './platform/every.ts'
import { pollUntil } from './platform/poll-until.ts'
import { neverAborted } from './platform/with-timeout.ts'

const BIDDERS = 10
const BIDS = 100
const FIRST_END_S = 40
const SPAN_S = 60
const LEAD_S = 15
const MAX_STOP_MS = 30_000
const PROBE_MS = 500
const TABS = 2
const CALL_EVERY_MS = 350
const WAIT = { everyMs: 50, forMs: 180_000 }

const sleep = (ms: number) => systemClock.sleepUntil(systemClock.monotonic() + ms, neverAborted)

/**
 * Hands each request to the APIs that are ready, in turn, and repeats none. An API that was not ready twice in a row gets no more,
 * nor does one that is about to be stopped. `served` counts the requests of each.
 */
async function startBalancer(ports: readonly number[]) {
  const ready = new Set<number>()
  const failed = new Set<number>()
  const leaving = new Set<number>()
  const served = new Map<number, number>()
  const probe = async (port: number) => {
    const isReady = await fetch(`http://127.0.0.1:${port}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    const failedBefore = failed.has(port)
    if (isReady) failed.delete(port)
    else failed.add(port)
    if (isReady && !leaving.has(port)) ready.add(port)
    else if (failedBefore) ready.delete(port)
  }
  const probing = ports.map((port) => every(systemClock, PROBE_MS, () => probe(port)))
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const [port] = ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0).filter((one) => ready.has(one))
    turn += 1
    if (port === undefined) {
      outgoing.writeHead(503).end('{}')
      return
    }
    served.set(port, (served.get(port) ?? 0) + 1)
    const { method, url: path, headers } = incoming
    const forwarded = request({ port, host: '127.0.0.1', method, path, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The server was just told to listen on a port, so its address is not a path.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    served,
    untilReady: (port: number) => pollUntil(systemClock, async () => (ready.has(port) ? true : null), WAIT),
    /** As Kubernetes does before it asks a pod to end. */
    leaveOut(port: number) {
      leaving.add(port)
      ready.delete(port)
    },
    takeIn: (port: number) => leaving.delete(port),
    async [Symbol.asyncDispose]() {
      await Promise.all(probing.map((each) => each[Symbol.asyncDispose]()))
      server.close()
      server.closeAllConnections()
    },
  }
}

/** A user whose open tabs read the bids and change the maximum of a bid, again and again. `failures`: the calls that were not answered with 200. */
async function startCalling(it: Awaited<ReturnType<typeof startSniping>>, url: string) {
  const { call } = apiClient(url)
  const { body } = await call(api.register, { body: aRegistration() })
  const { token } = body
  it.house.control.createAccount({ userName: 'caller', password: 'caller' })
  const credentials = { username: 'caller', password: 'caller' }
  await call(api.storeCredentials, { token, params: { provider: 'shopgoodwill' }, body: credentials })
  const { itemId } = it.house.control.createListing({ title: 'Desk', endsInSeconds: 86_400 })
  const auctionId = String(itemId)
  await call(api.trackAuction, { token, body: { auction_id: auctionId } })
  const bid = { auctionId, maxBid: 30, confirmMaxBid: 30, secondsBeforeEnd: 5 }
  const scheduled = await call(api.scheduleBid, { token, body: bid })
  expect(scheduled.status).toBe(200)
  const { id } = scheduled.body.data.bid

  const failures: string[] = []
  let calls = 0
  const callOnce = async () => {
    calls += 1
    const maxBid = 30 + (calls % 20)
    const answering =
      calls % 5 === 0
        ? call(api.changeBid, { token, params: { id }, body: { maxBid, confirmMaxBid: maxBid, secondsBeforeEnd: 5 } })
        : call(api.listBids, { token })
    const failure = await answering.then(
      ({ status, failure: { message } }) => (status === 200 ? null : `${status} ${message}`),
      (error: unknown) => String(error),
    )
    if (failure !== null) failures.push(failure)
  }
  const tabs = Array.from({ length: TABS }, () => every(systemClock, CALL_EVERY_MS, callOnce))
  return {
    failures,
    count: () => calls,
    [Symbol.asyncDispose]: async () => void (await Promise.all(tabs.map((tab) => tab[Symbol.asyncDispose]()))),
  }
}

test('A restart of every program, one after another, loses no bid, sends none twice and fails no call', async () => {
  await using it = await startSniping()
  const bidders = [it.accountId]
  while (bidders.length < BIDDERS) bidders.push(await it.addBidderNamed(`bidder-${bidders.length}`))

  const startApi = (port: number) => it.spawnProgram('api', { PORT: String(port), PLAN_MODE: 'self-hosted' })
  const startJobs = async () => {
    const jobs = it.spawnProgram('jobs', { PLAN_MODE: 'self-hosted' })
    expect(await pollUntil(systemClock, async () => (await it.isListening('bidwell jobs')) || null, WAIT)).toBe(true)
    return jobs
  }
  // Each engine has a folder of its own, which its successor inherits.
  const startEngine = (name: string) => it.spawnEngine({ env: { BIDWELL_DATA: join(it.dataDir, name) } })
  const stops: { name: string; ms: number; code: number | null }[] = []
  async function stop(name: string, child: ChildProcess) {
    const askedAt = systemClock.monotonic()
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    stops.push({ name, ms: systemClock.monotonic() - askedAt, code: child.exitCode })
  }

  const ports = [await freePort(), await freePort()]
  const balancer = await startBalancer(ports)
  onTestFinished(() => balancer[Symbol.asyncDispose]())
  const apis = ports.map(startApi)
  const [first, second, jobs] = await Promise.all([startEngine('first'), startEngine('second'), startJobs()])
  for (const port of ports) expect(await balancer.untilReady(port)).toBe(true)
  const calling = await startCalling(it, balancer.url)

  const bids: { bidId: number; itemId: number; endsAt: number }[] = []
  const from = systemClock.monotonic()
  for (let index = 0; index < BIDS; index += 1) {
    const passedS = (systemClock.monotonic() - from) / 1_000
    bids.push(
      await it.snipe({
        endsInSeconds: FIRST_END_S + (index * SPAN_S) / BIDS - passedS,
        secondsBeforeEnd: LEAD_S,
        accountId: bidders[index % BIDDERS]!,
      }),
    )
  }
  // The first bids go out now.
  await sleep((FIRST_END_S - LEAD_S - 5) * 1_000 - (systemClock.monotonic() - from))
  await stop('jobs', jobs)
  for (const [index, port] of ports.entries()) {
    balancer.leaveOut(port)
    await stop(`api ${index + 1}`, apis[index]!)
    balancer.takeIn(port)
    startApi(port)
    expect(await balancer.untilReady(port)).toBe(true)
  }
  await stop('first engine', first)
  await startEngine('first')
  await stop('second engine', second)
  await startEngine('second')
  const restartedAt = systemClock.now()
  await startJobs()

  for (const { bidId } of bids) await it.until(bidId, ({ status }) => status === 'won', 120_000)
  await calling[Symbol.asyncDispose]()
  const arrivals = bids.map(({ itemId, endsAt }) => ({ endsAt, sent: it.arrivals(itemId) }))
  const sentWhileRestarting = arrivals.filter(({ sent }) => (sent[0]?.arrivedAt ?? Infinity) < restartedAt).length

  expect(arrivals.filter(({ sent, endsAt }) => !(sent[0] && sent[0].arrivedAt < endsAt))).toEqual([])
  expect(arrivals.filter(({ sent }) => sent.length !== 1)).toEqual([])
  expect(arrivals.flatMap(({ sent }) => sent).filter(({ outcome }) => outcome !== 'leading')).toEqual([])
  expect(calling.failures).toEqual([])
  expect(calling.count()).toBeGreaterThan(100)
  expect(balancer.served.size).toBe(2)
  // Bids went out between the restarts, else they prove nothing.
  expect(sentWhileRestarting).toBeGreaterThan(5)
  expect(stops.filter(({ ms, code }) => ms > MAX_STOP_MS || code !== 0)).toEqual([])
  expect(stops).toHaveLength(5)
})
