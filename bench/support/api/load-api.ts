import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { startProgram } from '../start-program.ts'
import type { Testbed } from '../testbed.ts'
import { addAccounts, PASSWORD } from './add-accounts.ts'

const CLIENTS = 30
const TICK_MS = 10
/** The API asks a rejected client to wait this long. */
const RETRY_DELAY_MS = 2_000

type Options = { callsPerSecond: number; logIns: number }

export type ApiLoad = AsyncDisposable & {
  counts: {
    calls: number
    failures: Record<string, number>
    logIns: number
    rejectedLogIns: number
    lowestCallsPerSecond: number
  }
}

/**
 * Starts the API in its own process, calls it at a steady rate, and keeps a number of sign-ins waiting for their password
 * hash. Each client has its own loopback address, because the API limits calls by address.
 */
export async function loadApi(testbed: Testbed, { callsPerSecond, logIns }: Options): Promise<ApiLoad> {
  await using stack = new AsyncDisposableStack()
  const api = stack.use(await startProgram(testbed, 'api', 'Server listening', { PORT: '0' }))
  const address = api.lines.map(({ msg }) => /http:\S+/.exec(msg)?.[0]).find(Boolean)
  const agent = new Agent({ keepAlive: true })
  stack.defer(async () => agent.destroy())
  const ask = clientOf(`${address}/api`, agent)
  const emails = await addAccounts(testbed, logIns)
  const counts: ApiLoad['counts'] = {
    calls: 0,
    failures: {},
    logIns: 0,
    rejectedLogIns: 0,
    lowestCallsPerSecond: Infinity,
  }
  const stopping = new AbortController()

  const signIn = (client: number) =>
    ask(client, 'POST', '/auth/login', {}, { email: emails[client % emails.length], password: PASSWORD })

  const first = await signIn(0)
  const { token } = JSON.parse(first.body)
  if (first.status !== 200) throw new Error(`Could not log in: ${first.body}`)

  async function call(client: number) {
    const answer = await ask(client, 'GET', '/bids?limit=20', { authorization: `Bearer ${token}` }).catch(() => null)
    counts.calls += 1
    const status = answer?.status ?? 'no answer'
    if (status !== 200) counts.failures[status] = (counts.failures[status] ?? 0) + 1
  }

  async function keepCalling() {
    const startedAt = performance.now()
    for (let sent = 0; !stopping.signal.aborted; await delay(TICK_MS)) {
      const due = ((performance.now() - startedAt) / 1_000) * callsPerSecond
      for (; sent < due; sent++) void call(logIns + (sent % CLIENTS))
    }
  }

  async function keepLoggingIn(client: number) {
    while (!stopping.signal.aborted) {
      const answer = await signIn(client).catch(() => null)
      if (answer?.status === 200) counts.logIns += 1
      else {
        counts.rejectedLogIns += 1
        await delay(RETRY_DELAY_MS, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  async function watchRate() {
    for (let before = 0; !stopping.signal.aborted; before = counts.calls) {
      await delay(5_000, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      counts.lowestCallsPerSecond = Math.min(counts.lowestCallsPerSecond, (counts.calls - before) / 5)
    }
  }

  const working = [keepCalling(), watchRate(), ...emails.map((_, client) => keepLoggingIn(client))]
  stack.defer(async () => {
    stopping.abort()
    await Promise.all(working)
  })
  const owned = stack.move()
  return { counts, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Returns a function that calls the API from the loopback address of a client, which is known by its number. */
function clientOf(api: string, agent: Agent) {
  return (client: number, method: string, path: string, headers: object, body?: object) => {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>()
    const call = request(`${api}${path}`, {
      agent,
      method,
      localAddress: `127.0.${1 + Math.floor(client / 200)}.${1 + (client % 200)}`,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    })
    call.on('error', reject)
    call.on('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    })
    call.end(body && JSON.stringify(body))
    return promise
  }
}
