import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import type { House } from '../house.ts'
import { type Answer, badRequest, empty } from '../http/answer.ts'
import type { Incoming } from '../http/incoming.ts'
import { centsOf } from '../money.ts'
import { actsDespite, type Reply, applyFault } from './apply-fault.ts'
import type { Call, Endpoint } from './endpoint.ts'
import { findEndpoint } from './endpoints.ts'
import { PLACE_BID } from './item-bid.ts'

/** Serves a call of the protocol, with the faults that apply to it. */
export async function serveApi(house: House, incoming: Incoming): Promise<Reply> {
  const found = findEndpoint(incoming.method, incoming.path.slice('/api/'.length))
  if (!found) return { kind: 'whole', answer: empty(404) }
  const { endpoint } = found

  const now = house.catchUp() // a revocation of tokens may be due
  const body = fieldsOf(incoming.body)
  const account = house.tokens.accountOf(bearerOf(incoming), now)
  const query = new URLSearchParams([...incoming.query].map(([name, value]) => [name.toLowerCase(), value]))
  const itemId = Number(found.id || query.get('itemid') || body?.['itemid']) || undefined

  const {
    inMs,
    outMs,
    displayFaults,
    responseFault: fault,
  } = house.faults.draw({ endpoint: endpoint.path, itemId, userName: account?.name })
  const firstByteAt = house.clock.at(incoming.firstByte)
  const entry =
    endpoint.path === PLACE_BID
      ? house.journal.open({
          firstByteAt,
          arrivedAt: firstByteAt + inMs,
          userName: account?.name ?? null,
          itemId: itemId ?? null,
          amountCents: amountOf(body),
          fault: fault?.kind ?? null,
        })
      : undefined
  if (!entry) house.reads.count(endpoint.path.replace('/*', ''), house.listings.get(itemId ?? 0)?.itemId)

  await waitAtLeast(inMs)
  const call = { house, account, id: found.id, query, ip: incoming.ip, displayFaults, entry }
  const acts = fault === null || actsDespite(fault)
  const answer = acts ? act(endpoint, incoming, body, call) : empty(200)
  await waitAtLeast(outMs)
  return fault ? applyFault(fault, answer, house.clock.now()) : { kind: 'whole', answer }
}

/** Never waits less, though timers may fire early: the arrival times in the journal rely on it. */
async function waitAtLeast(ms: number) {
  const until = performance.now() + ms
  if (ms > 0) await delay(ms)
  while (performance.now() < until) await nextTurn()
}

function act(
  endpoint: Endpoint,
  incoming: Incoming,
  body: Record<string, unknown> | undefined,
  call: Omit<Call, 'now' | 'body'>,
): Answer {
  const now = call.house.catchUp()
  if (call.entry) call.entry.actedAt = now
  if (/(?:^|;\s*)Bid=/.test(incoming.headers.cookie ?? '')) {
    if (call.entry) call.entry.outcome = 'blocked'
    return empty(403)
  }
  if (body === undefined) {
    if (call.entry) call.entry.outcome = 'malformed'
    return badRequest('$', 'The body is not a JSON object.')
  }
  return endpoint.answer({ ...call, now, body })
}

const bearerOf = ({ headers }: Incoming) => /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''

/** The fields of a JSON object under lower-case names; undefined for any other body. */
function fieldsOf(body: string): Record<string, unknown> | undefined {
  if (body === '') return {}
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]))
  } catch {
    return undefined
  }
}

function amountOf(body: Record<string, unknown> | undefined) {
  const amount = body?.['bidamount']
  return typeof amount === 'string' || typeof amount === 'number' ? (centsOf(amount) ?? null) : null
}
