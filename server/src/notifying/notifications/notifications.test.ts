import { api, API_BASE, messages, type Query, type WireNotification } from '@bidwell/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { followEvents } from '../../../test/follow-events.ts'
import { type Bidder, type Preflighting, startPreflighting } from '../../../test/preflighting.ts'
import { pretendEngine } from '../../../test/pretend-engine.ts'
import { readMails } from '../../../test/read-mails.ts'
import { endPausedBids } from '../../bidding/pauses/end-paused-bids.ts'
import { logOperatorPauses } from '../../bidding/pauses/log-operator-pauses.ts'
import { pauseBidding, resumeBidding } from '../../bidding/pauses/pause-bidding.ts'
import { setOperatorPause } from '../../bidding/pauses/set-operator-pause.ts'
import { enqueueDueVerifications } from '../../connections/enqueue-due-verifications.ts'
import { verifyConnection } from '../../connections/verify-connection.ts'
import type { Progress } from '../../engine/core/ports.ts'
import { recordEntries } from '../../engine/record-entries.ts'
import { neverAborted } from '../../platform/with-timeout.ts'
import { tellOwner } from './tell-owner.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const HALF_AN_HOUR_S = 1_800
const SITE = 'Auction House'

let world: Preflighting
let ann: Bidder
let bob: Bidder
beforeAll(async () => {
  world = await startPreflighting()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.reset()
  ann = await world.bidder()
  bob = await world.bidder()
  for (const { accountId } of [ann.person, bob.person]) {
    await world.api.db.deleteFrom('deliveries').where('account_id', '=', accountId).execute()
    await world.api.db.deleteFrom('notifications').where('account_id', '=', accountId).execute()
  }
})

const list = async (bidder: Bidder, query: Query<typeof api.listNotifications> = {}) =>
  (await world.api.call(api.listNotifications, { token: await bidder.token(), query })).body.data
const unreadOf = async (bidder: Bidder) =>
  (await world.api.call(api.countUnread, { token: await bidder.token() })).body.data.unread

/** The notifications of a bidder, latest first, each as its title and its text. Stories sign in whenever they move the clock. */
const told = async (bidder: Bidder) =>
  (await list(bidder)).notifications
    .filter(({ kind }) => messages.notification.classOf(kind) !== 'account')
    .map(sentenceOf)
const titles = async (bidder: Bidder) => (await told(bidder)).map((sentence) => sentence.split('. ')[0])
function sentenceOf({ kind, values }: WireNotification) {
  const { title, text } = messages.notification.describe(kind, values, { site: SITE, time: (at) => `at ${at}` })
  return `${title}. ${text}`.trim()
}

type Finish = Omit<Extract<Progress, { to: 'finished' }>, 'to' | 'at' | 'errorDetail' | 'siteMessage'> & {
  siteMessage?: string
}

/** Records how a bid ended, as the journal of an engine has it; `times` as often as the journal is replayed. */
async function finish(bidId: number, result: Finish, times = 1) {
  const engine = await pretendEngine(world.api.db)
  const fence = await engine.claim(bidId)
  const progress = { to: 'finished' as const, at: world.clock.now(), siteMessage: '', errorDetail: null, ...result }
  const entry = { bidId, fence, events: [], progress }
  for (let n = 0; n < times; n += 1) await recordEntries(world.api.db, [entry])
}

const won = { status: 'won', outcome: 'won', priceCents: 2_150 } as const

test('A won bid is told once, with its auction, however often the journal is replayed, and to its owner alone', async () => {
  const { id, auctionId } = await ann.scheduledBid()
  await bob.scheduledBid()
  await using events = await followEvents(world.api.url, await ann.token())
  await finish(id, won, 2)
  expect(await events.next(({ type }) => type === 'notifications_changed')).toEqual({
    type: 'notifications_changed',
    unread: 1,
  })

  const { notifications, next_cursor } = await list(ann)
  expect(next_cursor).toBeNull()
  expect(notifications).toMatchObject([
    { kind: 'bid_won', bid_id: id, read_at: null, auction: { auction_id: auctionId, title: 'Brass lamp' } },
  ])
  expect(notifications[0]?.auction?.tracked_auction_id).toEqual(expect.any(Number))
  expect(notifications[0]?.auction?.item_url).toContain(auctionId)
  expect(notifications.map(sentenceOf)).toEqual(['Won for $21.50. $3.50 under your max. Pay on Auction House.'])
  expect(await unreadOf(ann)).toBe(1)
  expect(await list(bob)).toEqual({ notifications: [], next_cursor: null })
  expect(await unreadOf(bob)).toBe(0)

  const token = await ann.token()
  await world.api.call(api.deleteHistoricalBid, { token, params: { id } })
  expect((await list(ann)).notifications).toMatchObject([{ kind: 'bid_won', bid_id: null }])
})

test.each<[Finish, string]>([
  [{ status: 'won', outcome: 'won', priceCents: null }, 'Won. Pay on Auction House.'],
  [
    { status: 'lost', outcome: 'lost', priceCents: 2_500 },
    'Lost. It was sold for $25.00, to an equal bid that came first.',
  ],
  [
    { status: 'outbid', outcome: 'outbid_on_arrival', priceCents: 2_600 },
    "Outbid. Another bidder's maximum was higher than yours of $25.00. The price was $26.00.",
  ],
  [
    { status: 'failed', outcome: 'account_limit', priceCents: null, siteMessage: 'Too many.' },
    'Not placed. Not sent: Auction House takes no more bids from your account. It said: “Too many.”',
  ],
  [
    { status: 'executed', outcome: 'unresolved', priceCents: null },
    `Result not known. ${messages.outcome.unresolved(SITE)}`,
  ],
])('The result %j of a bid is told as "%s"', async (result, sentence) => {
  const { id } = await ann.scheduledBid()
  await finish(id, result)
  expect(await told(ann)).toEqual([sentence])
})

test('A verdict of an engine that lost its claim is not told', async () => {
  const { id } = await ann.scheduledBid()
  const engine = await pretendEngine(world.api.db)
  const fence = await engine.claim(id)
  await engine.claim(id)
  const progress = { to: 'finished', at: world.clock.now(), siteMessage: '', errorDetail: null, ...won } as const
  await recordEntries(world.api.db, [{ bidId: id, fence, events: [], progress }])
  expect(await told(ann)).toEqual([])
})

test('Reading marks one notification or all up to one, answers what is left, and tells the other browsers', async () => {
  for (let n = 0; n < 3; n += 1) await finish((await ann.scheduledBid()).id, won)
  await finish((await bob.scheduledBid()).id, won)
  const [latest, middle] = (await list(ann)).notifications
  const token = await ann.token()
  await using events = await followEvents(world.api.url, token)
  const one = await world.api.call(api.markRead, { token, params: { id: middle?.id ?? 0 } })
  expect(one.body.data).toEqual({ unread: 2 })
  expect(await events.next(({ type }) => type === 'notifications_changed')).toMatchObject({ unread: 2 })
  expect((await world.api.call(api.markRead, { token, params: { id: middle?.id ?? 0 } })).body.data).toEqual({
    unread: 2,
  })
  expect((await list(ann, { unread: 'true' })).notifications.map(({ id }) => id)).not.toContain(middle?.id)

  await finish((await ann.scheduledBid()).id, won)
  const all = await world.api.call(api.markAllRead, { token, body: { up_to: latest?.id ?? 0 } })
  expect(all.body.data).toEqual({ unread: 1 })
  expect((await list(ann)).notifications.map(({ read_at }) => read_at !== null)).toEqual([false, true, true, true])

  expect(
    (await world.api.call(api.markRead, { token: await bob.token(), params: { id: latest?.id ?? 0 } })).status,
  ).toBe(404)
  expect(await unreadOf(bob)).toBe(1)
  expect((await fetch(`${world.api.url}${API_BASE}${api.listNotifications.path}`)).status).toBe(401)
})

test('The list comes in pages and by kind, and refuses what it does not understand', async () => {
  for (let n = 0; n < 3; n += 1) await finish((await ann.scheduledBid()).id, won)
  await finish((await ann.scheduledBid()).id, { status: 'lost', outcome: 'lost', priceCents: 3_000 })
  const first = await list(ann, { limit: 3 })
  expect(first.notifications).toHaveLength(3)
  const second = await list(ann, { limit: 3, cursor: first.next_cursor ?? '' })
  expect(second.next_cursor).toBeNull()
  const ids = [...first.notifications, ...second.notifications].map(({ id }) => id)
  expect(new Set(ids).size).toBe(4)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect((await list(ann, { kind: 'bid_lost,bid_outbid' })).notifications).toMatchObject([{ kind: 'bid_lost' }])

  const token = await ann.token()
  const wrong: Query<typeof api.listNotifications>[] = [
    { cursor: 'x' },
    { kind: 'Bid' },
    { unread: 'false' },
    { limit: 101 },
  ]
  for (const query of wrong) {
    expect((await world.api.call(api.listNotifications, { token, query })).status).toBe(400)
  }
})

test('A price that passes the maximum of a bid is told once for each maximum, and not to who bids more', async () => {
  const { id, itemId, auctionId } = await ann.scheduledBid()
  const rich = await world.api.call(api.trackAuction, {
    token: await bob.token(),
    body: { auction_id: auctionId },
  })
  expect(rich.status).toBe(200)
  world.house.control.placeRivalBid({ itemId, amount: 40, bidder: 'first' })
  world.house.control.placeRivalBid({ itemId, amount: 60, bidder: 'second' })
  await world.refresh(auctionId)
  const over = 'Over your max. The price is $41.00, above your max of $25.00. Raise it or let it go.'
  expect(await told(ann)).toEqual([over])
  world.house.control.placeRivalBid({ itemId, amount: 80, bidder: 'first' })
  await world.refresh(auctionId)
  expect(await told(ann)).toEqual([over])

  await ann.change(id, 90)
  world.house.control.placeRivalBid({ itemId, amount: 120, bidder: 'second' })
  world.house.control.placeRivalBid({ itemId, amount: 110, bidder: 'first' })
  await world.refresh(auctionId)
  expect((await told(ann)).map((sentence) => sentence.includes('your max of $90.00'))).toEqual([true, false])
  expect(await told(bob)).toEqual([])
})

test('An auction that the seller ends early is told once to all who track it, not again as the result of the bid', async () => {
  const { id, itemId, auctionId } = await ann.scheduledBid()
  await world.api.call(api.trackAuction, { token: await bob.token(), body: { auction_id: auctionId } })
  const bystander = await bob.scheduledBid()
  world.house.control.closeListing({ itemId })
  await world.refresh(auctionId)
  await world.refresh(bystander.auctionId)
  await finish(id, { status: 'auction_ended', outcome: 'ended_early', priceCents: null })

  const ended = 'Auction ended early. The seller ended this auction early.'
  expect(await told(ann)).toEqual([`${ended} Your bid on it does not go out, or does not count.`])
  expect(await told(bob)).toEqual([ended])
})

test.each([true, false])(
  'A missing item that is back and then ended by its seller is told once more (reading before result: %s)',
  async (isReadFirst) => {
    const { id, itemId, auctionId } = await ann.scheduledBid()
    await world.api.call(api.trackAuction, { token: await bob.token(), body: { auction_id: auctionId } })
    const bystander = await bob.scheduledBid()
    world.house.control.addFault({ kind: 'status', status: 404, itemId })
    await expect(world.refresh(auctionId)).rejects.toThrow()
    world.moveTo(world.clock.now() + 3 * HOUR_MS)
    await world.refresh(auctionId)
    world.house.control.clearFaults()
    await world.refresh(auctionId)
    const withdrawn = ['Item withdrawn']
    expect([await titles(ann), await titles(bob)]).toEqual([withdrawn, withdrawn])

    world.house.control.closeListing({ itemId })
    if (isReadFirst) await world.refresh(auctionId)
    await finish(id, { status: 'auction_ended', outcome: 'ended_early', priceCents: null })
    if (!isReadFirst) await world.refresh(auctionId)
    await world.refresh(bystander.auctionId)
    const ended = 'Auction ended early'
    expect(await titles(ann)).toEqual([isReadFirst ? ended : 'Not placed', ...withdrawn])
    expect(await titles(bob)).toEqual([ended, ...withdrawn])
  },
)

test('A red finding ahead of a bid is told once, and findings that are only warnings are not', async () => {
  const { itemId } = await ann.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  await bob.scheduledBid({ endsInSeconds: HALF_AN_HOUR_S })
  world.house.control.addFault({ kind: 'status', status: 404, itemId })
  const counts: number[] = []
  for (const ahead of [1, 2, 2]) {
    world.moveTo(world.clock.now() + ahead * MINUTE_MS)
    await world.runDue()
    counts.push((await told(ann)).length)
  }
  expect(counts).toEqual([0, 1, 1])
  expect(await told(ann)).toEqual([`Bid at risk. ${messages.preflight.itemMissing(SITE)}`])
  expect(await told(bob)).toEqual([])
})

const connectionOf = async ({ person }: Bidder) =>
  world.api.db
    .selectFrom('connections')
    .selectAll()
    .where('account_id', '=', person.accountId)
    .executeTakeFirstOrThrow()

test('A login that the site refuses is told once for all bids, again after a new login, and to its owner alone', async () => {
  const refuse = async (password: string) => {
    world.house.control.revokeTokens({ userName: ann.userName })
    world.house.control.changeAccount({ userName: ann.userName, password })
    const { id } = await connectionOf(ann)
    await verifyConnection(world.ctx, id)
    await verifyConnection(world.ctx, id)
  }
  await ann.scheduledBid()
  await bob.scheduledBid()
  await refuse('changed once')
  const sentences = await told(ann)
  expect(sentences).toHaveLength(1)
  expect(sentences[0]).toMatch(/^Sign in again\. Auction House refuses your login.* It said: “/)
  await ann.connect({ username: ann.userName, password: 'changed once' })
  await refuse('changed twice')
  expect(await told(ann)).toHaveLength(2)
  expect(await told(bob)).toEqual([])
})

test('A login that could not be verified for 18 hours is told once, if a bid depends on it', async () => {
  await ann.scheduledBid({ endsInSeconds: 30 * 3_600 })
  const verifiedAt = (await connectionOf(ann)).last_verified_at?.getTime() ?? 0
  world.moveTo(verifiedAt, -17 * HOUR_MS)
  await enqueueDueVerifications(world.ctx)
  expect(await told(ann)).toEqual([])
  world.moveTo(verifiedAt, -18 * HOUR_MS - MINUTE_MS)
  await enqueueDueVerifications(world.ctx)
  await enqueueDueVerifications(world.ctx)
  expect(await told(ann)).toEqual([expect.stringContaining(`Login expires soon. `)])
  expect(await told(ann)).toEqual([expect.stringContaining(`at ${verifiedAt + 24 * HOUR_MS} only`)])
  expect(await told(bob)).toEqual([])
})

test("The operator's pause and its end are told to owners of pending bids, and a pause of their own is not", async () => {
  await ann.scheduledBid()
  const operator = async (state: 'all' | 'off', reason: string | null) => {
    await setOperatorPause(world.ctx, { state, reason, requestedBy: 'operator test' })
    for (let times = 0; times < 2; times += 1) await logOperatorPauses(world.ctx, neverAborted)
  }
  await operator('all', 'The site fails.')
  await operator('off', null)
  const pausing = { ...world.ctx, confirmTimeoutMs: 300 }
  await pauseBidding(pausing, ann.person.accountId)
  await resumeBidding(pausing, ann.person.accountId)
  expect(await told(ann)).toEqual([
    "Bidding goes on. The operator's pause is over. Your scheduled bids are sent again, unless your own pause or an open question stops them.",
    expect.stringMatching(/^Bidding is paused\. .* The reason: The site fails\.$/),
  ])
  expect(await told(bob)).toEqual([])
})

test('A bid whose auction closes during a pause is told as not placed', async () => {
  const { itemId, auctionId } = await ann.scheduledBid()
  await pauseBidding({ ...world.ctx, confirmTimeoutMs: 300 }, ann.person.accountId)
  world.house.control.closeListing({ itemId })
  await world.refresh(auctionId)
  await world.api.db.deleteFrom('notifications').where('account_id', '=', ann.person.accountId).execute()
  await endPausedBids(world.ctx, ann.person.accountId)
  expect(await told(ann)).toEqual(['Not placed. Not sent: bidding was paused when the auction closed.'])
})

test('News of the account is told in the app and by mail, once for each time that it happens', async () => {
  const { accountId, email: to } = ann.person
  for (const left of [9, 8]) {
    const values = { left, ipAddress: '192.0.2.1' }
    await world.api.db
      .transaction()
      .execute((tx) => tellOwner(tx, { kind: 'recovery_code_used', to, accountId, values }, world.clock.now()))
  }
  const { notifications } = await list(ann, { kind: 'recovery_code_used' })
  expect(notifications.map(sentenceOf)).toEqual([8, 9].map((left) => expect.stringContaining(`Codes left: ${left}`)))
  const mails = (await readMails(world.api.db, to)).filter(({ kind }) => kind === 'recovery_code_used')
  expect(mails.map(({ text }) => /Codes left: \d/.exec(text)?.[0])).toEqual(['Codes left: 9', 'Codes left: 8'])
  expect(await told(bob)).toEqual([])
})

const signIns = async (bidder: Bidder) => (await list(bidder, { kind: 'new_sign_in' })).notifications.map(sentenceOf)

test('Signing in with a new browser is told with its name', async () => {
  const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const { email, password } = ann.person
  expect((await world.api.call(api.signIn, { body: { email, password }, headers })).status).toBe(200)
  expect(await signIns(ann)).toEqual([expect.stringContaining('Firefox on Linux')])
  expect(await signIns(bob)).toEqual([])
})
