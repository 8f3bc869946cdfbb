import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { aCtx } from '../../test/a-ctx.ts'
import { addListing, anAccount } from '../../test/add-rows.ts'
import { createTestDatabase } from '../../test/database.ts'
import { startMailServer } from '../../test/mail-server.ts'
import { manualClock } from '../../test/manual-clock.ts'
import { type PushBehaviour, startPushServer } from '../../test/push-server.ts'
import { readConfig } from '../config/config.ts'
import { generateKeys } from '../config/keys.ts'
import { startSending } from '../jobs/start-sending.ts'
import type { Delivery } from '../notifying/deliveries/delivery.ts'
import { openEmailChannel } from '../notifying/mail/email-channel.ts'
import { notify } from '../notifying/notifications/notify.ts'
import type { Db } from '../platform/database/tables.ts'
import { composeAlert } from './compose-alert.ts'
import { pushChannel } from './push/push-channel.ts'
import { writePushSettings } from './push/push-destination.ts'
import { derivePushKeys } from './push/push-keys.ts'
import { renderNotificationMail } from './render-notification-mail.ts'

const NOW = Date.UTC(2026, 10, 25, 20)
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const PEOPLE = 5_000
const URGENT = 100
const STEP_REAL_MS = 10

/** A push service that refuses in each way, and then says nothing, or accepts and says nothing. */
const TROUBLES: readonly PushBehaviour[] = [
  { status: 429, headers: { 'retry-after': '5' } },
  { status: 500 },
  { status: 503 },
  'hang',
  'accept and cut',
]

test('Ten thousand alerts outlast an hour without mail server and push service, and none comes after its moment', async () => {
  await using database = await createTestDatabase()
  const clock = manualClock(NOW)
  await using mail = await startMailServer()
  await using push = await startPushServer()
  const env = { ...generateKeys(), MAIL_FROM: 'Bidwell <bids@bidwell.example>', SMTP_URL: mail.url }
  const config = readConfig({ ...env, PUBLIC_URL: 'https://bids.example.com' })
  const [keys] = derivePushKeys(config.keys.vault)
  if (!keys) throw new Error('No key for pushes')

  const { db } = database
  const ids = await addPeople(db, PEOPLE, () => ({ subscription: push.subscribe(), serverKey: keys.publicKey }))
  const warned = ids.slice(0, URGENT)
  const lost = { kind: 'bid_lost', values: { priceCents: 900, maxBidCents: 800 } } as const
  await db.transaction().execute(async (tx) => {
    await notify(
      tx,
      ids.slice(URGENT).map((accountId) => ({ ...lost, accountId, key: randomUUID() })),
    )
  })
  for (const accountId of warned) await warn(db, accountId)

  await using jobs = database.openAs('jobs')
  const ctx = { ...aCtx({ db: jobs.db, clock, publicUrl: config.http.publicUrl }), database: jobs }
  const renderNotification = (delivery: Delivery) => renderNotificationMail(ctx, delivery)
  using email = openEmailChannel(config, { ...ctx, renderNotification })
  await using pushes = pushChannel({
    ...ctx,
    keys: [keys],
    ca: [push.cert],
    contact: 'mailto:help@example.com',
    hosts: [push.host],
    compose: (delivery) => composeAlert(ctx, delivery),
  })
  let asked = 0
  mail.behave(() => 'hang')
  push.behave(() => TROUBLES[(asked += 1) % TROUBLES.length] ?? 'hang')
  const errors: unknown[] = []
  await using _sending = await startSending(ctx, [email, pushes], (error) => errors.push(error))
  const openDeliveries = () =>
    jobs.db
      .selectFrom('deliveries')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
  /** Moves the clock a second at a time, so that what was sent meanwhile can be answered. */
  const pass = async (ms: number) => {
    for (const end = clock.now() + ms; clock.now() < end;) {
      await clock.advanceBy(SECOND_MS)
      await delay(STEP_REAL_MS)
    }
  }

  await pass(HOUR_MS)
  const firstMail = mail.mails.length
  mail.behave(() => 'accept')
  push.behave(() => 'accept')
  do await pass(MINUTE_MS)
  while ((await openDeliveries()).count > 0 && clock.now() < NOW + 12 * HOUR_MS)

  expect({ errors, firstMail }).toEqual({ errors: [], firstMail: 0 })
  expect(new Set(mail.mails.map(({ to }) => to?.[0]?.address)).size).toBe(PEOPLE - URGENT)
  expect(new Set(push.received.map(({ endpoint }) => endpoint)).size).toBeGreaterThanOrEqual(PEOPLE - URGENT)
  const warnings = await db.selectFrom('deliveries').select('outcome').where('account_id', 'in', warned).execute()
  expect(warnings.length).toBeGreaterThanOrEqual(2 * URGENT)
  expect(warnings.filter(({ outcome }) => outcome === 'sent' || outcome === null)).toEqual([])
  const dropped = await db.selectFrom('destinations').select('id').where('stopped_at', 'is not', null).execute()
  expect(dropped).toEqual([])
}, 900_000)

type Device = { subscription: ReturnType<Awaited<ReturnType<typeof startPushServer>>['subscribe']>; serverKey: string }

/** Adds accounts with a verified address and a browser each. */
async function addPeople(db: Db, count: number, aDevice: () => Device): Promise<number[]> {
  const at = new Date(NOW - HOUR_MS)
  const ids: number[] = []
  for (let from = 0; from < count; from += 500) {
    const rows = Array.from({ length: Math.min(500, count - from) }, () => anAccount(at, { email_verified_at: at }))
    const added = await db.insertInto('accounts').values(rows).returning('id').execute()
    const devices = added.map(({ id }) => {
      const { subscription, serverKey } = aDevice()
      const settings = writePushSettings({ ...subscription.keys, session: randomUUID(), server_key: serverKey })
      const place = { channel: 'push' as const, address: subscription.endpoint, label: 'Chrome on Android' }
      return { ...place, account_id: id, settings, verified_at: at }
    })
    await db.insertInto('destinations').values(devices).execute()
    ids.push(...added.map(({ id }) => id))
  }
  return ids
}

/** Warns the owner of a bid that the price has passed its maximum, on an auction that ends in half an hour. */
async function warn(db: Db, accountId: number) {
  const [at, fireAt] = [new Date(NOW - HOUR_MS), new Date(NOW + HOUR_MS / 2)]
  const { id: listingId } = await addListing(db, 'shopgoodwill', at.getTime())
  await db
    .updateTable('listings')
    .set({ current_price_cents: 5_000, minimum_bid_cents: 5_100, bid_count: 3, ends_at: fireAt })
    .where('id', '=', listingId)
    .execute()
  const { id: trackedAuctionId } = await db
    .insertInto('tracked_auctions')
    .values({ account_id: accountId, listing_id: listingId, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const bid = {
    account_id: accountId,
    tracked_auction_id: trackedAuctionId,
    listing_id: listingId,
    max_bid_cents: 4_500,
  }
  const { id: bidId } = await db
    .insertInto('bids')
    .values({ ...bid, seconds_before_end: 60, fire_at: fireAt, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const values = { priceCents: 5_000, nextBidCents: 5_100, maxBidCents: 4_500 }
  const alert = { kind: 'bid_over_maximum' as const, values, accountId, bidId, trackedAuctionId, key: randomUUID() }
  await db.transaction().execute((tx) => notify(tx, [alert]))
}
