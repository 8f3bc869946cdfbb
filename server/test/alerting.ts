import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { api, type NewWebhook } from '@bidwell/contract'
import type { Alert } from '../src/alerts/compose-alert.ts'
import { destinationRoutes } from '../src/alerts/destinations/routes.ts'
import { incomingSms } from '../src/alerts/sms/receive-sms.ts'
import { smsChannel } from '../src/alerts/sms/sms-channel.ts'
import { createCodeHasher } from '../src/alerts/sms/sms-code.ts'
import { stopDestination } from '../src/alerts/stop-destination.ts'
import { webhookChannel } from '../src/alerts/webhooks/webhook-channel.ts'
import type { VaultKey } from '../src/config/config.ts'
import { createSealer } from '../src/connections/vault/create-sealer.ts'
import { openVault } from '../src/connections/vault/open-vault.ts'
import type { Channel, ChannelName, Delivery, StopReason } from '../src/notifying/deliveries/delivery.ts'
import { queueDelivery } from '../src/notifying/deliveries/queue-delivery.ts'
import { notificationRoutes } from '../src/notifying/notifications/routes.ts'
import type { Plans } from '../src/plans/load-plans.ts'
import { createLog } from '../src/platform/log.ts'
import { aCtx } from './a-ctx.ts'
import { type Person, startTestApi } from './api.ts'
import { type ManualClock, manualClock } from './manual-clock.ts'
import { sendDue } from './send-due.ts'
import { ACCOUNT_SID, AUTH_TOKEN, startTwilio } from './twilio-stand-in.ts'

export const BIDWELL_URL = 'https://bids.example.com'
const HOUR_MS = 3_600_000
const FROM = '+15550000000'

export const anAlert: Alert = {
  title: 'Seiko 6139: your bid will fail',
  text: 'Bids now start at $120.50. Raise it by 9:00 PM.',
  path: '/receipts/7',
  imageUrl: null,
  tag: 'bid-7',
  about: [{ kind: 'bid_at_risk', auction_id: '123456789', bid_id: 7 }],
  isUrgent: true,
  until: Date.UTC(2030, 0, 1),
  actions: [{ label: 'Raise it', path: '/dashboard?raise=7' }],
}

type Options = { plans?: Plans | null; sms?: 'twilio' | 'mailbox' | null; dailyBudget?: number }

/** The API of destinations, and the channels of webhooks and text messages as the jobs have them. The clock stands. */
export async function startAlerting({ plans = null, sms = 'twilio', dailyBudget = 500 }: Options = {}) {
  await using stack = new AsyncDisposableStack()
  const clock = manualClock(Date.UTC(2026, 10, 22, 21))
  const twilio = stack.use(await startTwilio())
  const pair = generateKeyPairSync('x25519')
  const publicKey: VaultKey = { kid: 'v1', kind: 'public', key: pair.publicKey.export({ format: 'raw-public' }) }
  const secretKey: VaultKey = { kid: 'v1', kind: 'secret', key: pair.privateKey.export({ format: 'raw-private' }) }
  const privateHosts = new Set<string>()
  const smsKey = { kid: 'sms', key: randomBytes(32) }
  const config = {
    http: { publicUrl: BIDWELL_URL },
    sms:
      sms === null
        ? null
        : {
            dailyBudget,
            twilio:
              sms === 'twilio'
                ? { accountSid: ACCOUNT_SID, authToken: AUTH_TOKEN, from: FROM, apiUrl: twilio.url }
                : null,
          },
  }
  const log = createLog({ level: 'silent', process: 'test' })
  const server = stack.use(
    await startTestApi({
      clock,
      plans,
      sendsSms: sms !== null,
      routes: (ctx) => [
        ...notificationRoutes(ctx),
        ...destinationRoutes({
          ...ctx,
          sealerOf: (host) => createSealer([publicKey], host),
          privateHosts,
          hashCode: createCodeHasher([smsKey]),
          sms: config.sms,
        }),
      ],
      webhooks: (ctx) => [
        incomingSms({ ...ctx, publicUrl: BIDWELL_URL }, { accountSid: ACCOUNT_SID, authToken: AUTH_TOKEN }),
      ],
    }),
  )
  const { db } = server.openAs('jobs')
  const ctx = aCtx({ db, clock, publicUrl: BIDWELL_URL })
  let composed: Alert = anAlert
  const compose = async () => composed
  const vaultOf = (host: string) => openVault([secretKey], host)
  const channelParts = { ...ctx, compose, vaultOf, privateHosts }
  const texts = smsChannel(config as Parameters<typeof smsChannel>[0], { ...ctx, compose })
  const owned = stack.move()

  const rowOf = (id: number) =>
    server.db.selectFrom('destinations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  return {
    api: server,
    /** With the role of the jobs. */
    db,
    clock,
    twilio,
    keys: { publicKey, secretKey },
    ctx,
    channelParts,
    rowOf,
    compose(alert: Partial<Alert>) {
      composed = { ...anAlert, ...alert }
    },

    /** Adds a webhook, whose host the operator has listed. */
    async addWebhook({ token }: Pick<Person, 'token'>, webhook: Partial<NewWebhook> & { url: string }) {
      privateHosts.add(new URL(webhook.url).host)
      const { status, body, failure } = await server.call(api.addWebhook, {
        token,
        body: { label: 'My server', preset: 'standard', ...webhook },
      })
      if (status !== 200) throw new Error(JSON.stringify(failure))
      return body.data
    },

    /** Queues an alert as the fan-out does, and returns its id. */
    async queue(destinationId: number, { kind = 'alert', usefulForMs = 6 * HOUR_MS } = {}) {
      const { channel, address, account_id: accountId } = await rowOf(destinationId)
      const now = clock.now()
      return server.db.transaction().execute((tx) =>
        queueDelivery(tx, {
          channel,
          recipient: address,
          kind,
          content: {},
          accountId,
          destinationId,
          now,
          giveUpAt: now + usefulForMs,
        }),
      )
    },

    async sendWebhooks(change: Partial<Parameters<typeof webhookChannel>[0]> = {}) {
      await using channel = webhookChannel({ ...channelParts, ...change })
      await send(channel)
    },
    sendTexts: () => send(texts),
    deliveryOf: (id: string) =>
      server.db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    outcomesOf: async (channel: ChannelName) =>
      (await server.db.selectFrom('deliveries').select('outcome').where('channel', '=', channel).execute()).map(
        ({ outcome }) => outcome,
      ),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }

  function send(channel: Channel): Promise<void> {
    const stop = (delivery: Delivery, because: StopReason) => stopDestination(ctx, delivery, because)
    return sendDue({ db, clock: clock satisfies ManualClock, log, stopDestination: stop }, channel)
  }
}

export type Alerting = Awaited<ReturnType<typeof startAlerting>>
