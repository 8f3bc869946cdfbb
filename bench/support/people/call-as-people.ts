import { setTimeout as delay } from 'node:timers/promises'
import { Agent } from 'undici'

export type PersonCall = {
  /** Nothing of it counts: what the call needs in the database. */
  prepare?: () => Promise<unknown>
  method: 'GET' | 'POST'
  path: string
  token: string
  body?: object
}

/** How many calls failed, by status and text of the answer. */
export type Failures = Record<string, number>

const CONNECTIONS = 16
const ANSWER_WITHIN_MS = 60_000
/** Characters: the error and its code. */
const SHOWN_OF_ANSWER = 120

/**
 * Makes calls at a steady rate, each as another person and from an address of its own, at the APIs in turn. Returns how long
 * each took, in ms; `failed` counts those that were not answered with 200, by what the answer was.
 */
export async function callAsPeople(
  apis: readonly string[],
  perSecond: number,
  forMs: number,
  callOf: (n: number) => PersonCall,
): Promise<{ times: number[]; failed: Failures }> {
  const agent = new Agent({ connections: CONNECTIONS, pipelining: 1, headersTimeout: ANSWER_WITHIN_MS })
  const times: number[] = []
  const failed: Failures = {}
  async function call(n: number) {
    const { prepare, method, path, token, body } = callOf(n)
    await prepare?.()
    const startedAt = performance.now()
    const fault = await send(agent, {
      origin: apis[n % apis.length] ?? '',
      method,
      path: `/api${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        'x-forwarded-for': `10.${20 + ((n >> 16) & 63)}.${(n >> 8) & 255}.${n & 255}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    times.push(performance.now() - startedAt)
    if (fault !== null) failed[fault] = (failed[fault] ?? 0) + 1
  }
  const calls: Promise<void>[] = []
  const startedAt = performance.now()
  for (let now = startedAt; now - startedAt < forMs; now = performance.now()) {
    while (calls.length < ((now - startedAt) / 1_000) * perSecond) calls.push(call(calls.length))
    await delay(5)
  }
  await Promise.all(calls)
  await agent.close()
  return { times, failed }
}

/** What the answer was, or why there is none; null for 200. */
async function send(agent: Agent, request: Parameters<Agent['request']>[0]): Promise<string | null> {
  try {
    const { statusCode, body } = await agent.request(request)
    const text = await body.text()
    return statusCode === 200 ? null : `${statusCode} ${text.slice(0, SHOWN_OF_ANSWER)}`
  } catch (error) {
    return String(error)
  }
}
