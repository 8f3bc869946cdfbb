import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'

/** The requests in progress at once while a server is driven to its limit. */
const CONNECTIONS = 32
/** The API limits the calls of each address, so that the calls come from many, as a proxy in front would name them. */
const ADDRESSES = 4_000

/** At first the connections are opened. */
const SETTLE_MS = 500

/** What is asked of one server, over and over. `body` is called for each request. */
export type Target = {
  origin: string
  method: 'GET' | 'POST'
  path: string
  token?: string
  body?: (n: number) => object
}

let sent = 0

/** Requests as many as the server answers within `forMs`. Returns the answers per second. */
export async function saturate(target: Target, forMs: number): Promise<number> {
  await using pool = openPool(target)
  const startedAt = performance.now()
  let answered = 0
  const work = async () => {
    while (performance.now() - startedAt < forMs) {
      await ask(pool, target)
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  return (1_000 * answered) / (performance.now() - startedAt)
}

/**
 * Requests at a steady rate, whether or not earlier requests have been answered. Returns the time of each answer in ms,
 * from the instant at which its request was due.
 */
export async function pace(target: Target, perSecond: number, forMs: number): Promise<number[]> {
  await using pool = openPool(target)
  const times: number[] = []
  const calls: Promise<void>[] = []
  const startedAt = performance.now()
  const call = async (dueAt: number) => {
    await ask(pool, target)
    if (dueAt - startedAt > SETTLE_MS) times.push(performance.now() - dueAt)
  }
  for (let now = startedAt; now - startedAt < forMs; now = performance.now()) {
    const due = ((now - startedAt) / 1_000) * perSecond
    while (calls.length < due) calls.push(call(startedAt + (1_000 * calls.length) / perSecond))
    // Waiting without sleeping would take a core from the servers.
    await delay(1)
  }
  await Promise.all(calls)
  return times
}

/** Sends `count` requests, a few at a time. Returns the time of each answer in ms. */
export async function repeat(target: Target, count: number, atOnce: number): Promise<number[]> {
  await using pool = openPool(target)
  const times: number[] = []
  let next = 0
  const work = async () => {
    while (next < count) {
      const n = next++
      const startedAt = performance.now()
      await ask(pool, target, n)
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return times
}

/**
 * Sends one request to each target, `count` times, one after the other, in changing order. Returns the times of the answers of
 * each target in ms. `prepare` is not timed.
 */
export async function inTurns(
  targets: readonly Target[],
  count: number,
  prepare: (n: number) => Promise<unknown>,
): Promise<number[][]> {
  await using stack = new AsyncDisposableStack()
  const driven = targets.map((target) => ({ target, pool: stack.use(openPool(target)), times: [] as number[] }))
  for (let n = 0; n < count; n += 1) {
    await prepare(n)
    for (const { target, pool, times } of n % 2 === 0 ? driven : driven.toReversed()) {
      const startedAt = performance.now()
      await ask(pool, target, n)
      times.push(performance.now() - startedAt)
    }
  }
  return driven.map(({ times }) => times)
}

function openPool({ origin }: Target) {
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 })
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.close() })
}

/** Sends one request and drops the body of its answer. Rejects unless the answer is a success. */
function ask(pool: Pool, { method, path, token, body }: Target, n = 0): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const address = sent++ % ADDRESSES
  const headers = {
    'x-forwarded-for': `10.0.${Math.floor(address / 250)}.${1 + (address % 250)}`,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  }
  let status = 0
  pool.dispatch(
    { method, path, headers, ...(body && { body: JSON.stringify(body(n)) }) },
    {
      onRequestStart: () => {},
      onResponseStart: (_controller, code) => {
        status = code
      },
      onResponseData: () => {},
      onResponseEnd: () => (status === 200 ? resolve() : reject(new Error(`${method} ${path} was answered ${status}`))),
      onResponseError: (_controller, error) => reject(error),
    },
  )
  return promise
}
