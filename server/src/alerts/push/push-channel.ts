import { Agent } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { PushPayload } from '@bidwell/contract'
import webPush from 'web-push'
import type { Ctx } from '../../context/ctx.ts'
import { type Channel, type Delivery, PutOff, Refused } from '../../notifying/deliveries/delivery.ts'
import type { Alert } from '../compose-alert.ts'
import { requireDestination } from '../destinations/require-destination.ts'
import { failureOfAnswer, failureOfConnection } from '../failure-of-answer.ts'
import { publicLookup } from '../webhooks/guard-connections.ts'
import { readPushSettings } from './push-destination.ts'
import { isPushAddress } from './push-hosts.ts'
import type { PushKeys } from './push-keys.ts'

/** Half of them may be with one push service. */
const AT_ONCE = 40
const ANSWER_TIMEOUT_MS = 15_000
/** What is kept of an answer, for the log. */
const MAX_SAID = 300
/** Push services refuse to keep a message for longer than four weeks. */
const MAX_TTL_S = 28 * 24 * 3_600

type ChannelCtx = Ctx & {
  /** Newest first. */
  keys: readonly PushKeys[]
  /** Whom a push service can turn to: an address with `mailto:` or `https:`. */
  contact: string
  /** Hosts of push services that the operator has added. */
  hosts: readonly string[]
  /** What to tell. */
  compose: (delivery: Delivery) => Promise<Alert>
  /** Finds the addresses of a host, in the place of the system. */
  lookup?: LookupFunction
  /** The only certificates that are trusted, for tests. */
  ca?: string[]
}

/**
 * Sends alerts to browsers by their push services. The recipient is the address of a subscription, whose keys stand in its
 * destination. A second copy of a delivery takes the place of the first, by its topic and its tag.
 */
export function pushChannel(ctx: ChannelCtx): Channel & AsyncDisposable {
  const { clock, compose, contact: subject } = ctx
  const agentWith = (lookup: LookupFunction | undefined) =>
    new Agent({ keepAlive: true, maxSockets: AT_ONCE / 2, lookup, ca: ctx.ca })
  // A host that the operator has named in full may be in a private network.
  const [toPublic, toNamed] = [agentWith(publicLookup(ctx)), agentWith(ctx.lookup)]

  return {
    name: 'push',
    atOnce: AT_ONCE,
    async send(delivery) {
      const { recipient: endpoint } = delivery
      if (!isPushAddress(endpoint, ctx.hosts)) throw new Refused('The address is not that of a push service')
      const { server_key, ...keys } = readPushSettings((await requireDestination(ctx.db, delivery)).settings)
      const pair = ctx.keys.find(({ publicKey }) => publicKey === server_key)
      if (!pair) throw new Refused('The subscription is to a key that is gone', { because: 'gone' })
      const alert = await compose(delivery)
      const TTL = Math.min(Math.floor((alert.until - clock.now()) / 1_000), MAX_TTL_S)
      if (TTL < 1) throw new PutOff('The alert is of no use any more', { retryAt: delivery.giveUpAt })
      const options = {
        vapidDetails: { subject, ...pair },
        TTL,
        topic: alert.tag,
        urgency: alert.isUrgent ? ('high' as const) : ('normal' as const),
        agent: ctx.hosts.includes(new URL(endpoint).host) ? toNamed : toPublic,
        timeout: ANSWER_TIMEOUT_MS,
      }
      try {
        const answer = await webPush.sendNotification({ endpoint, keys }, payloadOf(delivery.id, alert), options)
        return `${answer.statusCode} ${answer.body.slice(0, MAX_SAID)}`.trim()
      } catch (error) {
        throw error instanceof webPush.WebPushError ? failureOf(error, ctx, delivery) : failureOfConnection(error)
      }
    },
    async [Symbol.asyncDispose]() {
      toPublic.destroy()
      toNamed.destroy()
    },
  }
}

/**
 * Only 404 and 410 say that the subscription is gone. Other refusals are about this message or this installation, and all else
 * may pass.
 */
function failureOf(
  { statusCode: status, headers, body }: webPush.WebPushError,
  { clock, log }: ChannelCtx,
  { id, recipient }: Delivery,
): Error {
  const said = body.slice(0, MAX_SAID)
  const because = status === 404 || status === 410 ? 'gone' : null
  // A redirect is not from a push service, which may answer again later.
  const failure = failureOfAnswer({ status: status < 400 ? 502 : status, headers }, { now: clock.now(), said, because })
  if (failure instanceof Refused && because === null)
    log.error({ delivery: id, service: URL.parse(recipient)?.host, status, said }, 'a push service refuses a push')
  return failure
}

/** Push services take 4,096 bytes, of which encryption needs a hundred. */
const MAX_BYTES = 3_800
const MAX_TITLE = 120
const MAX_TEXT = 400

/** What the service worker gets of an alert, as JSON. One that would be too long goes without its picture. */
function payloadOf(id: string, alert: Alert): string {
  const payload: PushPayload = {
    id,
    title: cut(alert.title, MAX_TITLE),
    text: cut(alert.text, MAX_TEXT),
    path: alert.path,
    tag: alert.tag,
    image: alert.imageUrl,
    actions: alert.actions.map(({ label, path }) => ({ label, path })),
    urgent: alert.isUrgent,
  }
  const whole = JSON.stringify(payload)
  return Buffer.byteLength(whole) <= MAX_BYTES ? whole : JSON.stringify({ ...payload, image: null })
}

function cut(text: string, most: number): string {
  const characters = Array.from(text)
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
