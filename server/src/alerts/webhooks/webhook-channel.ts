import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { SealBroken } from '../../connections/vault/open-vault.ts'
import type { Ctx } from '../../context/ctx.ts'
import { type Channel, type Delivery, Refused } from '../../notifying/deliveries/delivery.ts'
import type { Db } from '../../platform/database/tables.ts'
import type { Alert } from '../compose-alert.ts'
import { requireDestination } from '../destinations/require-destination.ts'
import { failureOfAnswer } from '../failure-of-answer.ts'
import type { Guard } from './guard-connections.ts'
import { openWayToWebhooks } from './post-webhook.ts'
import { callOf, type OpenWebhook } from './presets.ts'
import { openFor, type VaultOf, WebhookSettings } from './webhook-settings.ts'

type ChannelCtx = Guard &
  Ctx & {
    /** What a delivery tells. */
    compose: (delivery: Delivery) => Promise<Alert>
    vaultOf: VaultOf
  }

const AT_ONCE = 20

type Opened = OpenWebhook & { id: number }

/** Tells alerts to webhooks. Each attempt of a delivery has the same `webhook-id`, so that receivers can drop a second copy. */
export function webhookChannel(ctx: ChannelCtx): Channel & AsyncDisposable {
  const { db, clock } = ctx
  const way = openWayToWebhooks(ctx)
  return {
    name: 'webhook',
    atOnce: AT_ONCE,
    async send(delivery, signal) {
      const webhook = await openWebhook(ctx, delivery)
      const call = await callFor(ctx, webhook, delivery)
      const text = JSON.stringify(call.body)
      const headers = { ...call.headers, 'webhook-id': delivery.id, ...sign(webhook, delivery.id, text, clock.now()) }
      try {
        const posted = await way.post({ ...call, headers }, text, signal)
        const { status } = posted
        const isTaken = status >= 200 && status < 300
        if (!isTaken) throw failureOfAnswer(posted, { now: clock.now(), ...meaningOf(webhook, status) })
        await recordArrival(db, webhook.id)
        return `HTTP ${status}`
      } catch (error) {
        const isOver = await recordFailedTry(db, webhook.id, clock.now())
        throw isOver ? new Refused('The webhook has taken nothing for a day', { because: 'failing' }) : error
      }
    },
    [Symbol.asyncDispose]: () => way[Symbol.asyncDispose](),
  }
}

/** Throws `Refused` for a webhook whose secret does not open. */
async function openWebhook({ db, vaultOf }: ChannelCtx, delivery: Delivery): Promise<Opened> {
  const row = await requireDestination(db, delivery)
  const { preset, secret } = WebhookSettings.parse(row.settings)
  try {
    return { id: row.id, address: row.address, preset, secret: secret && openFor(vaultOf, row, secret) }
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    throw new Refused('The secret of the webhook does not open', { because: 'unreadable' })
  }
}

async function callFor({ compose, publicUrl }: ChannelCtx, webhook: OpenWebhook, delivery: Delivery) {
  const alert = await compose(delivery)
  const link = (path: string) => `${publicUrl.replace(/\/$/, '')}${path}`
  return callOf(webhook, {
    ...alert,
    kind: delivery.kind,
    at: delivery.createdAt,
    url: link(alert.path),
    actions: alert.actions.map(({ label, path }) => ({ label, url: link(path) })),
  })
}

/** The headers by which the receiver of a standard webhook knows the sender. */
function sign({ preset, secret }: OpenWebhook, id: string, text: string, now: number): Record<string, string> {
  if (preset !== 'standard' || secret === null) return {}
  return {
    'webhook-timestamp': String(Math.floor(now / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, new Date(now), text),
  }
}

/** Discord says of a webhook that was removed that it is not found. */
function meaningOf({ preset }: OpenWebhook, status: number) {
  const hasEnded = status === 410 || (preset === 'discord' && status === 404)
  if (hasEnded) return { said: 'the webhook is gone', because: 'gone' as const }
  return status < 400 ? { said: 'the webhook redirects, and Bidwell follows no redirect' } : {}
}

/** One failure in so long counts, so that a short outage, however many tries it spoils, switches off nothing. */
const COUNTED_EACH_MS = 6 * 3_600_000
/** The first and the last of them are a day apart. */
const MAX_FAILURES = 5

/** Records that an alert has arrived: the failures before it no longer count. */
async function recordArrival(db: Db, destinationId: number): Promise<void> {
  await db
    .updateTable('destinations')
    .set({ failing_since: null, failures: 0, last_failed_at: null })
    .where('id', '=', destinationId)
    .where('failures', '>', 0)
    .execute()
}

/** Records a failed try, and returns whether tries have failed for long enough. `now` is epoch ms. */
async function recordFailedTry(db: Db, destinationId: number, now: number): Promise<boolean> {
  const at = new Date(now)
  const failing = await db
    .updateTable('destinations')
    .set({
      failing_since: sql<Date>`coalesce(failing_since, ${at})`,
      failures: sql<number>`failures + 1`,
      last_failed_at: at,
    })
    .where('id', '=', destinationId)
    .where((where) =>
      where.or([where('last_failed_at', 'is', null), where('last_failed_at', '<=', new Date(now - COUNTED_EACH_MS))]),
    )
    .returning('failures')
    .executeTakeFirst()
  return (failing?.failures ?? 0) >= MAX_FAILURES
}
