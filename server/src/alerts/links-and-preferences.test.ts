import { randomUUID } from 'node:crypto'
import { type AlertPreferences, api, messages } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import type { Delivery } from '../notifying/deliveries/delivery.ts'
import { notify } from '../notifying/notifications/notify.ts'
import { systemClock } from '../platform/clock.ts'
import { renderNotificationMail } from './render-notification-mail.ts'

const PUBLIC_URL = 'https://bids.example.com'
let bidding: Bidding
beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

type Scheduled = Awaited<ReturnType<Bidding['scheduledBid']>>

/** The mail that warns the owner of a bid that the price is above its maximum, and the tokens of its links. */
async function warningOf({ person, bid, auction }: Scheduled) {
  const values = { priceCents: 9_000, nextBidCents: 9_100, maxBidCents: 4_500 }
  const about = { accountId: person.accountId, bidId: bid.id, trackedAuctionId: auction.id, key: `over ${bid.id}` }
  await bidding.db.transaction().execute((tx) => notify(tx, [{ kind: 'bid_over_maximum', values, ...about }]))
  const { id } = await bidding.db
    .selectFrom('notifications')
    .select('id')
    .where('bid_id', '=', bid.id)
    .executeTakeFirstOrThrow()
  return await linksOf(person, id, Date.parse(`${auction.end_time}`))
}

/** The tokens of the links in the mail that tells a notification. */
async function linksOf({ accountId, email }: Person, notificationId: number, giveUpAt: number) {
  const delivery: Delivery = {
    id: randomUUID(),
    accountId,
    channel: 'email',
    destinationId: null,
    notificationId,
    kind: 'alert',
    recipient: email,
    content: {},
    attempt: 1,
    createdAt: systemClock.now(),
    giveUpAt,
  }
  const { text } = await renderNotificationMail({ ...bidding.ctx, publicUrl: PUBLIC_URL }, delivery)
  const tokenOf = (label: string) => new RegExp(`${label}: \\S+token=(\\S+)`).exec(text)?.[1] ?? ''
  return {
    stop: tokenOf('No more mails like this'),
    mute: tokenOf('Mute this auction'),
    cancel: tokenOf('Cancel this bid'),
  }
}

const read = (token: string) => bidding.api.call(api.readAlertLink, { query: { token } })
const follow = (token: string) => bidding.api.call(api.followAlertLink, { body: { token } })
const statusOf = async ({ person, bid }: Scheduled) =>
  (await bidding.api.call(api.readReceipt, { token: person.token, params: { id: bid.id } })).body.data.bid.status
const preferencesOf = async ({ token }: Person) =>
  (await bidding.api.call(api.readAlertPreferences, { token })).body.data
const set = ({ token }: Person, change: Partial<AlertPreferences>) =>
  bidding.api.call(api.changeAlertPreferences, { token, body: { ...DEFAULTS, ...change } })
const DEFAULTS: AlertPreferences = {
  choices: {},
  quiet: null,
  zone: null,
  urgent_wakes: true,
  ending_soon_minutes: null,
}

test('Opening the links of an alert changes nothing, as a mail filter does', async () => {
  const scheduled = await bidding.scheduledBid()
  const links = await warningOf(scheduled)
  for (const token of Object.values(links)) expect((await read(token)).status).toBe(200)
  expect((await read(links.cancel)).body.data).toMatchObject({
    action: 'cancel',
    title: 'Brass lamp',
    max_bid: 25,
    used: false,
  })
  expect(await statusOf(scheduled)).toBe('pending')
  expect(await preferencesOf(scheduled.person)).toEqual(DEFAULTS)
})

test('The link to cancel cancels its bid and no other, without signing in, and once', async () => {
  const [scheduled, bystander] = [await bidding.scheduledBid(), await bidding.scheduledBid()]
  const { cancel, mute } = await warningOf(scheduled)
  const others = Object.values(await warningOf(bystander))
  const followed = await follow(cancel)
  expect([followed.status, followed.body.message]).toEqual([200, 'Your bid of $25.00 on “Brass lamp” is cancelled'])
  expect(await statusOf(scheduled)).toBe('cancelled')
  expect(await statusOf(bystander)).toBe('pending')
  expect((await follow(cancel)).body.data.used).toBe(true)
  for (const link of [mute, ...others]) expect((await read(link)).body.data.used).toBe(false)
})

test('The link to cancel is void once the bid was changed, and after the close', async () => {
  const [changed, over] = [await bidding.scheduledBid(), await bidding.scheduledBid()]
  const links = [await warningOf(changed), await warningOf(over)]
  await bidding.db.updateTable('bids').set({ max_bid_cents: 9_900 }).where('id', '=', changed.bid.id).execute()
  await bidding.db
    .updateTable('alert_links')
    .set({ expires_at: new Date(0) })
    .where('bid_id', '=', over.bid.id)
    .execute()
  for (const { cancel } of links) {
    const answer = await follow(cancel)
    expect([answer.status, answer.failure.message]).toEqual([422, messages.alerts.linkInvalid])
  }
  expect(await statusOf(changed)).toBe('pending')
  expect(await statusOf(over)).toBe('pending')
})

test('Two presses of the link to cancel at once are both told that the bid is cancelled', async () => {
  const [scheduled, bystander] = [await bidding.scheduledBid(), await bidding.scheduledBid()]
  const { cancel } = await warningOf(scheduled)
  const answers = await Promise.all(Array.from({ length: 5 }, () => follow(cancel)))
  expect(answers.map(({ status, body }) => [status, body.data?.used])).toEqual(answers.map(() => [200, true]))
  expect(await statusOf(scheduled)).toBe('cancelled')
  expect(await statusOf(bystander)).toBe('pending')
})

test('One POST of the mail program ends mails of a kind, and leaves the other channels', async () => {
  const scheduled = await bidding.scheduledBid()
  const { stop } = await warningOf(scheduled)
  const response = await fetch(`${bidding.api.url}/alert?token=${stop}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(response.status).toBe(200)
  expect((await preferencesOf(scheduled.person)).choices).toEqual({ bid_over_maximum: ['push', 'sms', 'webhook'] })
})

test('The link to mute silences the auction until it ends, and can be undone', async () => {
  const scheduled = await bidding.scheduledBid()
  const { mute } = await warningOf(scheduled)
  await follow(mute)
  const { person, auction } = scheduled
  const mutedUntil = async () => {
    const { body } = await bidding.api.call(api.listAuctions, { token: person.token, query: {} })
    return body.data.auctions.find(({ id }) => id === auction.id)?.alerts_muted_until
  }
  expect(await mutedUntil()).toBe(auction.end_time)
  await bidding.api.call(api.snoozeAuction, { token: person.token, params: { id: auction.id }, body: { until: null } })
  expect(await mutedUntil()).toBeNull()
})

test('A stranger can neither guess a link nor silence the auction of another', async () => {
  const { auction } = await bidding.scheduledBid()
  const stranger = await bidding.bidder()
  expect((await follow('x'.repeat(43))).status).toBe(422)
  const body = { until: new Date(systemClock.now() + 60_000).toISOString() }
  expect(
    (await bidding.api.call(api.snoozeAuction, { token: stranger.token, params: { id: auction.id }, body })).status,
  ).toBe(404)
})

/** The platform formats times in them, but Temporal does not know them. */
const ABBREVIATIONS = ['PST', 'IST', 'AET', 'US/Pacific-New']
/** Temporal reads the zone out of them, but the platform formats no time in them. */
const TIMES_IN_ZONES = ['T12:00[UTC]', 'T12Z']

test('A zone is taken by each name that a browser may report', async () => {
  const ann = await bidding.bidder()
  for (const zone of ['Asia/Calcutta', 'Asia/Kolkata', 'Europe/Kyiv', 'US/Eastern', 'UTC', 'Etc/GMT+5']) {
    expect((await set(ann, { zone })).body.data.zone).toBe(zone)
  }
})

test('Choices and quiet hours are kept, and a wrong one names its field and the rule', async () => {
  const ann = await bidding.bidder()
  const wanted = {
    choices: { bid_won: ['sms'] },
    quiet: { from: '22:30', to: '07:00' },
    zone: 'Europe/Berlin',
  } as const
  const change = { ...wanted, choices: { bid_won: ['sms' as const] } }
  expect((await set(ann, change)).body.data).toEqual({ ...DEFAULTS, ...wanted })
  const faults: [Partial<AlertPreferences>, string][] = [
    [{ quiet: wanted.quiet }, 'zone'],
    [{ zone: 'Mars/Olympus' }, 'zone'],
    [{ zone: '+02:00' }, 'zone'],
    ...[...ABBREVIATIONS, ...TIMES_IN_ZONES].map((zone): [Partial<AlertPreferences>, string] => [{ zone }, 'zone']),
    [{ quiet: { from: '22:00', to: '22:00' }, zone: 'UTC' }, 'quiet'],
    [{ choices: { new_sign_in: ['sms'] } }, 'choices.new_sign_in'],
    [{ ending_soon_minutes: 0 }, 'ending_soon_minutes'],
  ]
  for (const [wrong, path] of faults) {
    const { status, failure } = await set(ann, wrong)
    expect([Math.floor(status / 100), failure.details?.[0]?.path]).toEqual([4, path])
  }
  expect(await preferencesOf(ann)).toEqual({ ...DEFAULTS, ...wanted })
})

test('A test alert takes the whole way, and the log of alerts shows where it is; only its owner sees it', async () => {
  const [ann, bob] = [await bidding.bidder(), await bidding.bidder()]
  await bidding.db
    .updateTable('accounts')
    .set({ email_verified_at: new Date() })
    .where('id', '=', ann.accountId)
    .execute()
  const { id } = await bidding.db
    .selectFrom('destinations')
    .select('id')
    .where('account_id', '=', ann.accountId)
    .executeTakeFirstOrThrow()
  const testing = ({ token }: Person) => bidding.api.call(api.testDestination, { token, params: { id } })
  expect((await testing(bob)).status).toBe(404)
  const { delivery_id } = (await testing(ann)).body.data
  const logOf = async ({ token }: Person) =>
    (await bidding.api.call(api.listDeliveries, { token, query: {} })).body.data.deliveries[0]
  expect(await logOf(ann)).toMatchObject({
    id: delivery_id,
    channel: 'email',
    place: ann.email,
    kind: 'alert_test',
    outcome: null,
  })
  expect((await logOf(bob))?.kind).not.toBe('alert_test')
})
