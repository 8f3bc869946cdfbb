import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { createPasswordHasher } from '../../server/src/accounts/password-hasher.ts'
import { startProgram } from './engine-process.ts'
import type { World } from './world.ts'

const CALLERS = 30
const PASSWORD = 'a bench needs no better one'
const TICK_MS = 10
/** What the API asks of whoever it turned away for now. */
const TRY_AGAIN_AFTER_MS = 2_000

type Wanted = { callsPerSecond: number; logIns: number }

export type ApiLoad = AsyncDisposable & {
  counts: {
    calls: number
    refused: Record<string, number>
    logIns: number
    turnedAway: number
    lowestCallsPerSecond: number
  }
}

/**
 * The API in its own process, reads of it at a steady rate, and so many log-ins waiting for their hash at all times,
 * each caller from an address of its own on the loopback network, since the API limits calls by address.
 */
export async function loadApi(world: World, { callsPerSecond, logIns }: Wanted): Promise<ApiLoad> {
  await using stack = new AsyncDisposableStack()
  const api = stack.use(await startProgram(world, 'api', 'Server listening', { PORT: '0' }))
  const address = api.lines.map(({ msg }) => /http:\S+/.exec(msg)?.[0]).find(Boolean)
  const agent = new Agent({ keepAlive: true })
  stack.defer(async () => agent.destroy())
  const emails = await addPeople(world, logIns)
  const counts: ApiLoad['counts'] = { calls: 0, refused: {}, logIns: 0, turnedAway: 0, lowestCallsPerSecond: Infinity }
  const stopping = new AbortController()

  function ask(caller: number, method: string, path: string, headers: object, body?: object) {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>()
    const call = request(`${address}/api${path}`, {
      agent,
      method,
      localAddress: `127.0.${1 + Math.floor(caller / 200)}.${1 + (caller % 200)}`,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    })
    call.on('error', reject)
    call.on('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    })
    call.end(body && JSON.stringify(body))
    return promise
  }

  const logIn = (caller: number) =>
    ask(caller, 'POST', '/auth/login', {}, { email: emails[caller % emails.length], password: PASSWORD })

  const first = await logIn(0)
  const { token } = JSON.parse(first.body)
  if (first.status !== 200) throw new Error(`Could not log in: ${first.body}`)

  async function call(caller: number) {
    const answer = await ask(caller, 'GET', '/bids?limit=20', { authorization: `Bearer ${token}` }).catch(() => null)
    counts.calls += 1
    const status = answer?.status ?? 'no answer'
    if (status !== 200) counts.refused[status] = (counts.refused[status] ?? 0) + 1
  }

  async function keepCalling() {
    const begun = performance.now()
    for (let sent = 0; !stopping.signal.aborted; await delay(TICK_MS)) {
      const due = ((performance.now() - begun) / 1_000) * callsPerSecond
      for (; sent < due; sent++) void call(logIns + (sent % CALLERS))
    }
  }

  async function keepLoggingIn(caller: number) {
    while (!stopping.signal.aborted) {
      const answer = await logIn(caller).catch(() => null)
      if (answer?.status === 200) counts.logIns += 1
      else {
        counts.turnedAway += 1
        await delay(TRY_AGAIN_AFTER_MS, undefined, { signal: stopping.signal }).catch(() => {})
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

  const working = [keepCalling(), watchRate(), ...emails.map((_, caller) => keepLoggingIn(caller))]
  stack.defer(async () => {
    stopping.abort()
    await Promise.all(working)
  })
  const owned = stack.move()
  return { counts, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function addPeople({ db }: World, count: number): Promise<string[]> {
  const password_hash = await (await createPasswordHasher()).hash(PASSWORD)
  const at = new Date()
  const terms = { terms_version: 'v1.0', privacy_version: 'v1.0', terms_accepted_at: at }
  const people = Array.from({ length: count }, () => ({
    email: `${randomUUID()}@example.com`,
    password_hash,
    ...terms,
    created_at: at,
    updated_at: at,
  }))
  await db.insertInto('accounts').values(people).execute()
  return people.map(({ email }) => email)
}
