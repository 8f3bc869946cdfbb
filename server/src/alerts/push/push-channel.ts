import type { LookupFunction } from 'node:net'
import type { PushPayload } from '@bidwell/contract'
import { Agent, type Dispatcher, request } from 'undici'
import { type Channel, type Delivery, PutOff, Refused, Unreachable } from '../../deliveries/delivery.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import type { Log } from '../../platform/log.ts'
import type { Alert } from '../compose-alert.ts'
import { retryAtOf } from '../retry-at-of.ts'
import { publicLookup } from '../webhooks/guard-connections.ts'
import { readPushSettings } from './push-destination.ts'
import { checkPushAddress } from './push-hosts.ts'
import { encryptPush, type PushKeys } from './push-message.ts'

/** Half of them may be with one push service. */
const AT_ONCE = 40
const CONNECT_TIMEOUT_MS = 5_000
const ANSWER_TIMEOUT_MS = 15_000
/** What is read of an answer, for the log. */
const MAX_ANSWER_BYTES = 16_384
const MAX_SAID = 300
/** Push services refuse to keep a message for longer than four weeks. */
const MAX_TTL_S = 28 * 24 * 3_600

/** Errors of a connection that carried no request yet. */
const NOT_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|EPROTO|CERT_.*|.*_CERT_.*|UNABLE_TO_.*|DEPTH_ZERO_.*|ERR_TLS_.*|ERR_SSL_.*)$/

type Deps = {
  db: Db
  clock: Clock
  log: Log
  keys: PushKeys
  /** Whom a push service can turn to: an address with `mailto:` or `https:`. */
  contact: string
  /** Hosts of push services that the operator has added. */
  hosts: readonly string[]
  /** What to tell. */
  compose: (delivery: Delivery) => Promise<Alert>
  /** Finds the addresses of a host, in the place of the system. */
  lookup?: LookupFunction
}

/**
 * Sends alerts to browsers by their push services. The recipient is the address of a subscription, whose keys stand in its
 * destination. A second copy of a delivery takes the place of the first, by its topic and its tag.
 */
export function pushChannel(deps: Deps): Channel & AsyncDisposable {
  const { clock, log, compose } = deps
  // A host that the operator has named in full may be in a private network.
  const [toPublic, toNamed] = [agentWith(publicLookup(deps)), agentWith(deps.lookup)]

  return {
    name: 'push',
    atOnce: AT_ONCE,
    dropsCopies: true,
    serverOf: ({ recipient }) => URL.parse(recipient)?.host ?? '',
    async send(delivery, handOver, signal) {
      const { recipient } = delivery
      if (checkPushAddress(recipient, deps.hosts) !== 'ok')
        throw new Refused('The address is not that of a push service')
      const keys = await readBrowserKeys(deps.db, delivery)
      const alert = await compose(delivery)
      const ttlSeconds = Math.min(Math.floor((alert.until - clock.now()) / 1_000), MAX_TTL_S)
      if (ttlSeconds < 1) throw new PutOff('The alert is of no use any more', { retryAt: delivery.giveUpAt })
      const message = { payload: payloadOf(delivery.id, alert), ttlSeconds, topic: alert.tag, isUrgent: alert.isUrgent }
      const { headers, body } = encryptPush(deps, { endpoint: recipient, ...keys }, message)
      // The push service may accept it as soon as it has arrived.
      await handOver()
      const dispatcher = deps.hosts.includes(URL.parse(recipient)?.host ?? '') ? toNamed : toPublic
      const answer = await ask(recipient, { dispatcher, method: 'POST', headers, body, signal })
      if (answer.status >= 200 && answer.status < 300) return `${answer.status} ${answer.text}`.trim()
      throw failureOf(answer, { delivery, clock, log })
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([toPublic.destroy(), toNamed.destroy()])
    },
  }
}

const agentWith = (lookup: LookupFunction | undefined) =>
  new Agent({
    connections: AT_ONCE / 2,
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup },
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
    maxResponseSize: MAX_ANSWER_BYTES,
  })

/** Throws `Refused` when the browser was removed, or its subscription has ended. */
async function readBrowserKeys(db: Db, { destinationId, recipient }: Delivery) {
  const row = await db
    .selectFrom('destinations')
    .select(['settings', 'stopped_because'])
    .where('id', '=', destinationId)
    .where('channel', '=', 'push')
    .where('address', '=', recipient)
    .executeTakeFirst()
  if (!row) throw new Refused('The browser was removed from the places that get alerts')
  if (row.stopped_because !== null) throw new Refused(`The subscription has ended: ${row.stopped_because}`)
  return readPushSettings(row.settings)
}

type Answer = { status: number; text: string; headers: Dispatcher.ResponseData['headers'] }

/** Throws `Unreachable` when there was no conversation. Redirects are not followed. */
async function ask(address: string, options: Parameters<typeof request>[1] & object): Promise<Answer> {
  const response = await request(address, options).catch((error: unknown) => {
    const { code } = error as { code?: string }
    throw NOT_CONNECTED.test(code ?? '')
      ? new Unreachable('The push service cannot be reached', { cause: error })
      : error
  })
  const { statusCode: status, headers, body } = response
  // The status alone decides. An answer that is too long or breaks off has said it already.
  const text = await body.text().catch(() => '')
  return { status, headers, text: text.slice(0, MAX_SAID) }
}

/**
 * Only 404 and 410 say that the subscription is gone. Other refusals are about this message or this installation, and all else
 * may pass.
 */
function failureOf(
  { status, text, headers }: Answer,
  { delivery, clock, log }: { delivery: Delivery; clock: Clock; log: Log },
): Error {
  const cause = new Error(`${status} ${text}`.trim())
  if (status === 404 || status === 410) return new Refused('The subscription is gone', { because: 'gone', cause })
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
    const service = URL.parse(delivery.recipient)?.host
    log.error({ delivery: delivery.id, service, status, said: text }, 'a push service refuses a push')
    return new Refused('The push service refuses the push', { cause })
  }
  const retryAt = retryAtOf({ headers }, clock.now())
  return new PutOff('The push service takes no pushes now', { retryAt, cause })
}

/** Push services take 4,096 bytes, of which encryption needs a hundred. */
const MAX_BYTES = 3_800
const MAX_TITLE_BYTES = 400
const MAX_TEXT_BYTES = 1_600

/** What the service worker gets of an alert, as JSON. What would not fit is shortened, the picture first. */
function payloadOf(deliveryId: string, alert: Alert): string {
  const payload: PushPayload = {
    id: deliveryId,
    title: shorten(alert.title, MAX_TITLE_BYTES),
    text: shorten(alert.text, MAX_TEXT_BYTES),
    path: alert.path,
    tag: alert.tag,
    image: alert.imageUrl,
    actions: alert.actions.map(({ label, path }) => ({ label, path })),
    urgent: alert.isUrgent,
  }
  const smaller = [{}, { image: null }, { image: null, actions: [] }, { image: null, actions: [], text: '' }]
  const texts = smaller.map((change) => JSON.stringify({ ...payload, ...change }))
  const fitting = texts.find((text) => Buffer.byteLength(text) <= MAX_BYTES)
  if (fitting === undefined) throw new RangeError(`The alert ${alert.tag} does not fit into a push`)
  return fitting
}

/** Cuts between characters. */
function shorten(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  // With `stream`, the beginning of a character whose end was cut off is left out.
  return `${new TextDecoder().decode(bytes.subarray(0, maxBytes - 3), { stream: true })}…`
}
