import { ALERTS } from '@bidwell/contract'
import { type RawBuilder, sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { SealBroken } from '../../connections/vault/open-vault.ts'
import { type Channel, type Delivery, PutOff, Refused } from '../../deliveries/delivery.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import type { Alert } from '../compose-alert.ts'
import { retryAtOf } from '../retry-at-of.ts'
import type { Guard } from './guard-connections.ts'
import { type Post, type Posted, postWebhook } from './post-webhook.ts'
import { callOf, type OpenWebhook, saysGone, type Told } from './presets.ts'
import { openFor, type VaultOf, WebhookSettings } from './webhook-settings.ts'

export type WebhookDeps = Guard & {
  db: Db
  clock: Clock
  /** What a delivery tells. */
  compose: (delivery: Delivery) => Promise<Alert>
  vaultOf: VaultOf
  /** The address that browsers use. */
  publicUrl: string
}

const AT_ONCE = 20
const PUT_OFF: readonly number[] = [408, 425, 429]

type Opened = OpenWebhook & { id: number; secrets: { secret: string; since: number }[] }

/** Tells alerts to webhooks. Each attempt of a delivery has the same `webhook-id`, so that receivers can drop a second copy. */
export function webhookChannel(deps: WebhookDeps): Channel {
  const { db, clock } = deps
  return {
    name: 'webhook',
    atOnce: AT_ONCE,
    dropsCopies: true,
    serverOf: ({ lane }) => lane,
    async send(delivery, handOver, signal) {
      const webhook = await openWebhook(deps, delivery)
      const post = await postOf(deps, webhook, delivery)
      try {
        const posted = await postWebhook(deps, post, { handOver, signal })
        judge(webhook, posted, clock.now())
        await recordArrival(db, webhook.id)
        return `HTTP ${posted.status}`
      } catch (error) {
        const isOver = await recordFailedTry(db, webhook.id, clock.now())
        throw isOver ? new Refused('The webhook has taken nothing for a day', { because: 'failing' }) : error
      }
    },
  }
}

/** Throws `Refused` for a webhook that was removed or is switched off, and for one whose secrets do not open. */
async function openWebhook({ db, vaultOf }: WebhookDeps, { destinationId }: Delivery): Promise<Opened> {
  const row = await db
    .selectFrom('destinations')
    .selectAll()
    .where('id', '=', destinationId)
    .where('channel', '=', 'webhook')
    .executeTakeFirst()
  if (!row || row.stopped_at !== null) throw new Refused('The webhook was removed or is switched off')
  const { preset, token, secrets } = WebhookSettings.parse(row.settings)
  try {
    return {
      id: row.id,
      address: row.address,
      preset,
      token: token && openFor(vaultOf, row, token),
      secrets: secrets.map(({ sealed, since }) => ({ secret: openFor(vaultOf, row, sealed), since })),
    }
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    throw new Refused('The secrets of the webhook do not open', { because: 'unreadable' })
  }
}

async function postOf({ clock, compose, publicUrl }: WebhookDeps, webhook: Opened, delivery: Delivery): Promise<Post> {
  const alert = await compose(delivery)
  const link = (path: string) => `${publicUrl.replace(/\/$/, '')}${path}`
  const told: Told = {
    ...alert,
    kind: delivery.kind,
    at: delivery.createdAt,
    url: link(alert.path),
    actions: alert.actions.map(({ label, path }) => ({ label, url: link(path) })),
  }
  const call = callOf(webhook, told)
  const body = JSON.stringify(call.body)
  const id = delivery.id
  return {
    url: call.url,
    body,
    headers: { ...call.headers, 'webhook-id': id, ...sign(webhook, id, body, clock.now()) },
  }
}

/** The headers by which a receiver knows the sender. While the former secret still counts, it signs too. */
function sign({ secrets }: Opened, id: string, body: string, now: number): Record<string, string> {
  const [newest] = secrets
  if (!newest) return {}
  const isInChange = now < newest.since + ALERTS.formerSecretMs
  const at = new Date(now)
  const signatures = secrets.slice(0, isInChange ? 2 : 1).map(({ secret }) => new Webhook(secret).sign(id, at, body))
  return { 'webhook-timestamp': String(Math.floor(now / 1_000)), 'webhook-signature': signatures.join(' ') }
}

/** Throws unless the webhook has accepted the call. */
function judge({ preset }: Opened, posted: Posted, now: number): void {
  const { status } = posted
  if (status >= 200 && status < 300) return
  if (saysGone(preset, status)) throw new Refused(`HTTP ${status}: the webhook is gone`, { because: 'gone' })
  if (status >= 300 && status < 400) {
    throw new Refused(`HTTP ${status}: the webhook redirects, and Bidwell follows no redirect`)
  }
  if (status >= 500 || PUT_OFF.includes(status)) {
    throw new PutOff(`HTTP ${status}`, { retryAt: retryAtOf(posted, now) })
  }
  throw new Refused(`HTTP ${status}`)
}

/** Of each six hours one failure counts, so that short outages, however many tries they spoil, switch off nothing. */
const SPAN_SECONDS = 6 * 3_600
/** The first begins with the first failure since an alert arrived, so the last begins a day after it. */
const MAX_SPANS = 5

/** Records that an alert has arrived: the failures before it no longer count. */
async function recordArrival(db: Db, destinationId: number): Promise<void> {
  await db
    .updateTable('destinations')
    .set({ failing_since: null, failures: 0 })
    .where('id', '=', destinationId)
    .where('failures', '>', 0)
    .execute()
}

const spanOf = (instant: RawBuilder<unknown>) =>
  sql`floor(extract(epoch from ${instant} - failing_since) / ${SPAN_SECONDS})`

/** Records a failed try, and returns whether tries have failed for long enough. `now` is epoch ms. */
async function recordFailedTry(db: Db, destinationId: number, now: number): Promise<boolean> {
  const at = new Date(now)
  const isFirst = sql`(failing_since is null or last_failed_at is null)`
  const isNext = sql`${spanOf(sql`${at}::timestamptz`)} > ${spanOf(sql`last_failed_at`)}`
  const failing = await db
    .updateTable('destinations')
    .set({
      failing_since: sql<Date>`case when ${isFirst} then ${at} else failing_since end`,
      failures: sql<number>`case when ${isFirst} then 1 when ${isNext} then failures + 1 else failures end`,
      last_failed_at: at,
    })
    .where('id', '=', destinationId)
    .returning('failures')
    .executeTakeFirst()
  return (failing?.failures ?? 0) >= MAX_SPANS
}
