import { randomUUID } from 'node:crypto'
import type { NotificationContent } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx } from '../../test/a-ctx.ts'
import { insertAccount } from '../../test/add-rows.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { startMailServer } from '../../test/mail-server.ts'
import { settableClock } from '../../test/settable-clock.ts'
import { readConfig } from '../config/config.ts'
import { startSending } from '../jobs/start-sending.ts'
import { openEmailChannel } from '../notifying/mail/email-channel.ts'
import { queueMail } from '../notifying/mail/queue-mail.ts'
import { notify } from '../notifying/notifications/notify.ts'
import type { Db } from '../platform/database/tables.ts'
import { createLog } from '../platform/log.ts'
import { renderNotificationMail } from './render-notification-mail.ts'

const PUBLIC_URL = 'https://bids.example.com/app'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Wednesday, 20:00 in UTC, noon at the site. */
const NOW = Date.UTC(2026, 10, 25, 20)
const SOON = { interval: 20 }

let database: TestDatabase
let db: Db
const clock = settableClock(NOW)
const lines: string[] = []
const log = createLog({ level: 'info', process: 'test', destination: { write: (line) => void lines.push(line) } })

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database[Symbol.asyncDispose]())

const onError = (error: unknown) => void lines.push(String(error))

/** Sends by a mail server, as the jobs do. */
async function startAlerting() {
  await using parts = new AsyncDisposableStack()
  const server = parts.use(await startMailServer())
  const config = readConfig({ MAIL_FROM: 'Bidwell <bids@bidwell.example>', PUBLIC_URL, SMTP_URL: server.url })
  const jobs = parts.use(database.openAs('jobs'))
  const ctx = { ...aCtx({ db: jobs.db, clock, log, publicUrl: PUBLIC_URL }), database: jobs }
  const email = parts.use(
    openEmailChannel(config, {
      db: jobs.db,
      log,
      renderNotification: (delivery) => renderNotificationMail(ctx, delivery),
    }),
  )
  parts.use(await startSending(ctx, [email], onError))
  const running = parts.move()
  return {
    server,
    mailsTo: (address: string) => server.mails.filter(({ to }) => to?.[0]?.address === address),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** An account with a verified address, an auction and a scheduled bid of $45 on it, a minute before the end in two hours. */
async function addBidder({ title = 'Seiko 6139' }: { title?: string } = {}) {
  const at = new Date(NOW - HOUR_MS)
  const email = `${randomUUID()}@example.com`
  const accountId = await insertAccount(db, at, { email, email_verified_at: at })
  const { id: listingId } = await db
    .insertInto('listings')
    .values({
      marketplace: 'shopgoodwill',
      auction_id: String(Math.trunc(Math.random() * 1e9)),
      seller_id: '1',
      title,
      starting_price_cents: 1_000,
      current_price_cents: 5_000,
      minimum_bid_cents: 5_100,
      bid_increment_cents: 100,
      bid_count: 3,
      image_urls: ['https://images.example.com/watch.jpg'],
      handling_cents: 0,
      pickup_only: false,
      ends_at: new Date(NOW + 2 * HOUR_MS),
      ends_at_ambiguous: false,
      last_checked_at: at,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: trackedAuctionId } = await db
    .insertInto('tracked_auctions')
    .values({ account_id: accountId, listing_id: listingId, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: bidId } = await db
    .insertInto('bids')
    .values({
      account_id: accountId,
      tracked_auction_id: trackedAuctionId,
      listing_id: listingId,
      max_bid_cents: 4_500,
      seconds_before_end: 60,
      fire_at: new Date(NOW + 2 * HOUR_MS - MINUTE_MS),
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { accountId, email, listingId, trackedAuctionId, bidId }
}
type Bidder = Awaited<ReturnType<typeof addBidder>>

const tell = ({ accountId, bidId, trackedAuctionId }: Bidder, content: NotificationContent) =>
  db.transaction().execute((tx) => notify(tx, [{ ...content, accountId, bidId, trackedAuctionId, key: randomUUID() }]))
const WON = { kind: 'bid_won', values: { priceCents: 4_350, maxBidCents: 4_500 } } as const
const OVER = {
  kind: 'bid_over_maximum',
  values: { priceCents: 5_000, nextBidCents: 5_100, maxBidCents: 4_500 },
} as const
const logOf = ({ accountId }: Bidder) =>
  db
    .selectFrom('deliveries')
    .select(['channel', 'outcome', 'said'])
    .where('account_id', '=', accountId)
    .orderBy('position')
    .execute()

test('A win is mailed to its owner alone: what was won, by when to pay, with picture, button, thread and a way out', async () => {
  await using alerting = await startAlerting()
  const [ann, bystander] = [await addBidder(), await addBidder()]
  const order = { account_id: ann.accountId, marketplace: 'shopgoodwill', paid: false, pay_by: '2026-12-01' }
  const { auction_id } = await db
    .selectFrom('listings')
    .select('auction_id')
    .where('id', '=', ann.listingId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('orders')
    .values({ ...order, auction_id })
    .execute()
  await tell(ann, WON)
  await expect.poll(() => alerting.mailsTo(ann.email).length, SOON).toBe(1)
  const [mail] = alerting.mailsTo(ann.email)
  expect(mail?.subject).toBe('Seiko 6139: Won for $43.50')
  expect(mail?.text).toContain('$1.50 under your max. Pay on ShopGoodwill. Pay by Tuesday, December 1.')
  expect(mail?.text).toContain(`See the receipt:\n${PUBLIC_URL}/bid-history/${ann.bidId}`)
  expect(mail?.html).toContain('src="https://images.example.com/watch.jpg"')
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value
  expect(header('list-unsubscribe')).toMatch(/^<https:\/\/bids\.example\.com\/app\/alert\?token=[\w-]{43}>$/)
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mail?.references).toBe(`<a${ann.trackedAuctionId}.${ann.accountId}@bidwell.example>`)
  expect(alerting.mailsTo(bystander.email)).toEqual([])
  await expect
    .poll(() => logOf(ann), SOON)
    .toEqual([{ channel: 'email', outcome: 'sent', said: expect.stringContaining('250') }])
})

test('A warning says until when its owner can act, and is not sent when it holds no longer', async () => {
  const [ann, bob] = [await addBidder(), await addBidder()]
  await tell(ann, OVER)
  await tell(bob, OVER)
  await db.updateTable('bids').set({ max_bid_cents: 9_000 }).where('id', '=', bob.bidId).execute()
  await using alerting = await startAlerting()
  await expect.poll(() => alerting.mailsTo(ann.email).length, SOON).toBe(1)
  expect(alerting.mailsTo(ann.email)[0]).toMatchObject({
    subject: 'Seiko 6139: Over your max',
    text: expect.stringContaining('You have until Wednesday 14:00 PST.'),
  })
  await expect.poll(() => logOf(bob), SOON).toEqual([{ channel: 'email', outcome: 'dropped', said: 'not_true' }])
  expect(alerting.mailsTo(bob.email)).toEqual([])
})

test('What came during quiet hours is told when they end, and urgent news at once', async () => {
  await using alerting = await startAlerting()
  const ann = await addBidder()
  const zone = 'America/New_York'
  await db
    .updateTable('accounts')
    .set({ quiet_from: '14:00', quiet_to: '16:00', zone })
    .where('id', '=', ann.accountId)
    .execute()
  await tell(ann, { kind: 'bid_lost', values: { priceCents: 4_100, maxBidCents: 4_000 } })
  await tell(ann, OVER)
  const subjects = () => alerting.mailsTo(ann.email).map(({ subject }) => subject)
  await expect.poll(subjects, SOON).toEqual(['Seiko 6139: Over your max'])
  clock.set(NOW + HOUR_MS)
  try {
    await expect.poll(subjects, SOON).toEqual(['Seiko 6139: Over your max', 'Seiko 6139: Lost'])
  } finally {
    clock.set(NOW)
  }
})

test('Quiet hours put off the one alert that waits for them, and no other mail to its address', async () => {
  const ann = await addBidder()
  clock.set(NOW - 2 * HOUR_MS)
  try {
    await using before = await startAlerting()
    before.server.behave(() => 'busy')
    await tell(ann, { kind: 'bid_lost', values: { priceCents: 4_100, maxBidCents: 4_000 } })
    await expect.poll(() => logOf(ann), SOON).toMatchObject([{ said: expect.stringContaining('451') }])
  } finally {
    clock.set(NOW)
  }
  const quiet = { quiet_from: '14:00', quiet_to: '16:00', zone: 'America/New_York' }
  await db.updateTable('accounts').set(quiet).where('id', '=', ann.accountId).execute()
  const reset = { kind: 'reset-password', to: ann.email, accountId: null, token: 'abc' } as const
  await db.transaction().execute((tx) => queueMail(tx, reset, { now: NOW, usefulForMs: 100_000 * HOUR_MS }))
  await tell(ann, OVER)

  await using alerting = await startAlerting()
  const subjects = () => new Set(alerting.mailsTo(ann.email).map(({ subject }) => subject))
  await expect.poll(subjects, SOON).toEqual(new Set(['Reset your Bidwell password', 'Seiko 6139: Over your max']))
  const waiting = db.selectFrom('deliveries').select('next_try_at').where('recipient', '=', ann.email)
  await expect
    .poll(() => waiting.where('ended_at', 'is', null).execute(), SOON)
    .toEqual([{ next_try_at: new Date(NOW + HOUR_MS) }])
})

test('An account whose alerts cannot be decided delays no other, and is first only once a minute', async () => {
  const unknown = { quiet_from: '22:00', quiet_to: '07:00', zone: 'PST' }
  const addBroken = async () => {
    const bidder = await addBidder()
    await db.updateTable('accounts').set(unknown).where('id', '=', bidder.accountId).execute()
    await tell(bidder, WON)
    return bidder
  }
  // As many as are decided on at a time, all before the bystander.
  const broken = [await addBroken(), await addBroken(), await addBroken(), await addBroken()]
  const bystander = await addBidder()
  await tell(bystander, WON)
  await db
    .updateTable('notifications')
    .set({ alert_due_at: new Date(NOW - HOUR_MS) })
    .where('account_id', '=', bystander.accountId)
    .execute()
  await using alerting = await startAlerting()
  await expect.poll(() => alerting.mailsTo(bystander.email).length, SOON).toBe(1)
  for (const { accountId } of broken) {
    const due = db.selectFrom('notifications').select('alert_due_at').where('account_id', '=', accountId)
    expect(await due.execute()).toEqual([{ alert_due_at: new Date(NOW + MINUTE_MS) }])
    const logged = lines.filter((line) => line.includes(`"accountId":${accountId},`))
    expect(logged).toEqual([expect.stringContaining('the alerts of an account could not be decided')])
  }
})

test('An account without a verified address, and one whose address was refused, get no alerts by mail', async () => {
  await using alerting = await startAlerting()
  const [ann, bob, cid] = [await addBidder(), await addBidder(), await addBidder()]
  await db.updateTable('accounts').set({ email_verified_at: null }).where('id', '=', ann.accountId).execute()
  alerting.server.behave((recipient) => (recipient === bob.email ? 'refuse' : 'accept'))
  await tell(bob, WON)
  await expect.poll(() => logOf(bob), SOON).toMatchObject([{ outcome: 'refused' }])
  for (const each of [ann, bob, cid]) await tell(each, OVER)
  await expect.poll(() => alerting.mailsTo(cid.email).length, SOON).toBe(1)
  expect(await logOf(ann)).toEqual([])
  expect(await logOf(bob)).toMatchObject([{ outcome: 'refused' }])
  const place = await db
    .selectFrom('destinations')
    .select('stopped_because')
    .where('account_id', '=', bob.accountId)
    .execute()
  expect(place).toEqual([{ stopped_because: 'refused' }])
  const told = db.selectFrom('notifications').select('account_id').where('kind', '=', 'alerts_stopped')
  expect(await told.execute()).toEqual([{ account_id: bob.accountId }])
})

test('An address that changes takes the alerts with it', async () => {
  await using alerting = await startAlerting()
  const ann = await addBidder()
  const email = `new.${ann.email}`
  await db.updateTable('accounts').set({ email }).where('id', '=', ann.accountId).execute()
  await tell(ann, WON)
  await expect.poll(() => alerting.mailsTo(email).length, SOON).toBe(1)
  expect(alerting.mailsTo(ann.email)).toEqual([])
})

test('A title that an enemy wrote is text in the mail, and adds no header', async () => {
  await using alerting = await startAlerting()
  const ann = await addBidder({
    title: 'Lamp\r\nBcc: mallory@example.com\r\n\r\n<img src=x onerror=alert(1)> \u202egpj',
  })
  await tell(ann, WON)
  await expect.poll(() => alerting.mailsTo(ann.email).length, SOON).toBe(1)
  const [mail] = alerting.mailsTo(ann.email)
  expect(mail?.to).toHaveLength(1)
  expect(mail?.bcc ?? []).toEqual([])
  expect(mail?.html).not.toContain('<img src=x')
  expect(`${mail?.subject}${mail?.text}`).not.toMatch(/\u202e/)
})
