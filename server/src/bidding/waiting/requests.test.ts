import { randomUUID } from 'node:crypto'
import { type AnsweredBids, api, type Body, type Failure, messages } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../../test/api.ts'
import { type Bidding, startBidding } from '../../../test/bidding.ts'
import { settableClock } from '../../../test/settable-clock.ts'
import { composeAlert } from '../../alerts/compose-alert.ts'
import { readOccasions } from '../../alerts/read-occasions.ts'
import type { Delivery } from '../../notifying/deliveries/delivery.ts'
import { systemClock } from '../../platform/clock.ts'
import { endRequests } from './end-requests.ts'

let bidding: Bidding
beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

type Program = Person & { id: string }

/** A program that may bid up to $50, and asks its owner above $20. */
async function program(
  owner: Person,
  caps: Partial<Body<typeof api.makeApiToken>> = {},
  at = bidding,
): Promise<Program> {
  const body = { name: 'agent', scope: 'bid' as const, max_bid: 50, day_cap: 90, ask_above: 20, ...caps }
  const made = await at.api.call(api.makeApiToken, { token: owner.token, body })
  if (!made.body.success) throw new Error(made.failure.message)
  return { ...owner, token: made.body.data.secret, id: made.body.data.token.id }
}

/** An owner with a program, and an auction that the owner tracks. */
async function owned(endsInSeconds = 3_600) {
  const person = await bidding.bidder()
  const { auctionId, itemId } = bidding.listItem({ endsInSeconds })
  await bidding.track(person, auctionId)
  return { person, agent: await program(person), auctionId, itemId }
}

const requestsOf = async ({ token }: { token: string }) =>
  (await bidding.api.call(api.listBidRequests, { token })).body.data.requests
const waitingOf = async ({ token }: Person) =>
  (await bidding.api.call(api.listWaitingBids, { token })).body.data.waiting
const bidsOf = async ({ token }: { token: string }) => (await bidding.api.call(api.listBids, { token })).body.data.bids
const askedIn = ({ request }: Failure) => request ?? { id: 0, max_bid: 0, seconds_before_end: 0, page: '' }
const bodyOf = (id: number) => ({ waiting: [{ kind: 'program' as const, id }] })
/** The bids that it schedules, and why it schedules none. */
const answered = ({ body: { data } }: { body: { data: AnsweredBids } }) => ({
  bids: data.bids,
  refusal: data.refused[0]?.message,
})
const scheduleIt = async ({ token }: Person, id: number) =>
  answered(await bidding.api.call(api.keepWaitingBids, { token, body: bodyOf(id) }))
const refuseIt = async ({ token }: Person, id: number) =>
  answered(await bidding.api.call(api.dropWaitingBids, { token, body: bodyOf(id) }))

const loggedOf = async ({ token }: Person) =>
  (await bidding.api.call(api.listSecurityEvents, { token })).body.data.events
    .map(({ kind, outcome, detail }) => messages.securityLog.eventText(kind, outcome, detail))
    .filter((text) => text.includes('“agent”') && !text.endsWith('made'))

test('A bid above the amount of its token waits for the owner, whose tap schedules it as the owner’s own', async () => {
  const { person, agent, auctionId } = await owned()
  const bystander = await owned()
  const asked = await bidding.schedule(agent, auctionId, 40)
  expect([asked.status, asked.failure.code]).toEqual([409, 'owner_asked'])
  expect(asked.failure.message).toBe(messages.apiToken.ownerAsked('$20.00', '$40.00'))
  const { id, ...request } = askedIn(asked.failure)
  expect(request).toEqual({ max_bid: 40, seconds_before_end: 5, page: '/dashboard' })
  expect(await bidsOf(person)).toEqual([])

  expect(await requestsOf(person)).toMatchObject([
    { id, token: { name: 'agent' }, title: 'Brass lamp', max_bid: 40, state: 'open', scheduled_max: null },
  ])
  expect(await requestsOf(bystander.person)).toEqual([])
  expect(await waitingOf(bystander.person)).toEqual([])
  expect((await scheduleIt(bystander.person, id)).refusal).toBe(messages.waiting.notFound)
  expect((await refuseIt(bystander.person, id)).refusal).toBe(messages.waiting.notFound)
  const [waiting] = await waitingOf(person)
  expect(waiting).toMatchObject({ kind: 'program', id, token: 'agent', title: 'Brass lamp', max_bid: 40 })
  expect(Date.parse(waiting?.until ?? '')).toBe(Date.parse(waiting?.ends_at ?? '') - 30_000)

  const [bid] = (await scheduleIt(person, id)).bids
  expect(bid).toMatchObject({ max_bid: 40, seconds_before_end: 5, status: 'pending' })
  expect(await waitingOf(person)).toEqual([])
  expect(await requestsOf(agent)).toMatchObject([{ id, state: 'scheduled', scheduled_max: 40 }])
  const { api_token_id } = await bidding.db
    .selectFrom('bids')
    .select('api_token_id')
    .where('id', '=', bid?.id ?? 0)
    .executeTakeFirstOrThrow()
  expect(api_token_id).toBeNull()
  expect((await scheduleIt(person, id)).refusal).toBe(messages.waiting.answered)
  expect(await loggedOf(person)).toEqual([
    'Bid scheduled: up to $40.00, for which API token “agent” asked',
    'By API token “agent”: bid of up to $40.00 asked for',
  ])
})

test('A bid up to the amount is scheduled at once, a raise above it waits, and lowering and cancelling never do', async () => {
  const { person, agent, auctionId } = await owned()
  const { bid } = (await bidding.schedule(agent, auctionId, 20)).body.data
  const change = (maxBid: number) =>
    bidding.api.call(api.changeBid, {
      token: agent.token,
      params: { id: bid.id },
      body: { maxBid, confirmMaxBid: maxBid },
    })
  const raise = await change(20.01)
  expect(raise.failure.code).toBe('owner_asked')
  expect(await bidsOf(person)).toMatchObject([{ id: bid.id, max_bid: 20 }])
  expect((await scheduleIt(person, askedIn(raise.failure).id)).refusal).toBeUndefined()
  expect(await bidsOf(person)).toMatchObject([{ id: bid.id, max_bid: 20.01 }])
  expect((await change(15)).status).toBe(200)
  expect((await bidding.api.call(api.cancelBid, { token: agent.token, params: { id: bid.id } })).status).toBe(200)
})

test('What a token may not bid at all is refused, and nobody is asked', async () => {
  const { person, agent, auctionId } = await owned()
  const delivered = { auctionId, allIn: 40, pickup: true, confirmMaxBid: 40, secondsBeforeEnd: 5 }
  const { failure } = await bidding.api.call(api.scheduleBid, { token: agent.token, body: delivered })
  expect([failure.code, failure.message]).toEqual(['token_cap_reached', messages.apiToken.askWithMaximum('$20.00')])
  expect((await bidding.schedule(agent, auctionId, 50.01)).failure.code).toBe('token_cap_reached')
  await bidding.api.call(api.changeProfile, { token: person.token, body: { day_limit: 30 } })
  expect((await bidding.schedule(agent, auctionId, 31)).failure.code).toBe('day_limit_reached')
  expect(await requestsOf(person)).toEqual([])
})

test('The limits of the owner hold at the tap: what would pass them by then is not scheduled, and still waits', async () => {
  const { person, agent, auctionId } = await owned()
  const { id } = askedIn((await bidding.schedule(agent, auctionId, 40)).failure)
  await bidding.api.call(api.changeProfile, { token: person.token, body: { day_limit: 30 } })
  expect((await scheduleIt(person, id)).refusal).toContain('over your limit of $30.00 a day')
  expect(await requestsOf(person)).toMatchObject([{ id, state: 'open' }])
  expect(await bidsOf(person)).toEqual([])
})

test('Asking again for the same tells nobody again; another amount takes the place of the first, which a tap no longer schedules', async () => {
  const { person, agent, auctionId } = await owned()
  const first = askedIn((await bidding.schedule(agent, auctionId, 30)).failure)
  expect(askedIn((await bidding.schedule(agent, auctionId, 30)).failure)).toEqual(first)
  const second = askedIn((await bidding.schedule(agent, auctionId, 45)).failure)
  expect((await requestsOf(person)).map(({ id, max_bid, state }) => [id, max_bid, state])).toEqual([
    [second.id, 45, 'open'],
    [first.id, 30, 'ended'],
  ])
  expect((await scheduleIt(person, first.id)).refusal).toBe(messages.waiting.answered)
  expect(await bidsOf(person)).toEqual([])
  const told = await bidding.db
    .selectFrom('notifications')
    .select('values')
    .where('account_id', '=', person.accountId)
    .where('kind', '=', 'bid_requested')
    .orderBy('id')
    .execute()
  expect(told.map(({ values }) => values['maxBidCents'])).toEqual([30_00, 45_00])
  for (const maxBid of [31, 32, 33]) await bidding.schedule(agent, auctionId, maxBid)
  expect((await bidding.schedule(agent, auctionId, 34)).failure.message).toBe(messages.apiToken.askedTooOften)
})

test('Programs that ask at once have one request, and several amounts at once leave the last one open', async () => {
  const { person, agent, auctionId } = await owned()
  const same = await Promise.all(Array.from({ length: 10 }, () => bidding.schedule(agent, auctionId, 30)))
  expect(new Set(same.map(({ failure }) => askedIn(failure).id)).size).toBe(1)
  await Promise.all([31, 32, 33, 34, 35, 36].map((maxBid) => bidding.schedule(agent, auctionId, maxBid)))
  const requests = await requestsOf(person)
  expect(requests).toHaveLength(5)
  expect(requests.map(({ state }) => state)).toEqual(['open', 'ended', 'ended', 'ended', 'ended'])
})

test('A refusal is final for the token and the auction, and another program may still ask', async () => {
  const { person, agent, auctionId } = await owned()
  const { id } = askedIn((await bidding.schedule(agent, auctionId, 40)).failure)
  expect(await refuseIt(person, id)).toEqual({ bids: [], refusal: undefined })
  expect((await bidding.schedule(agent, auctionId, 25)).failure.message).toBe(messages.apiToken.ownerRefused)
  expect((await bidding.schedule(agent, auctionId, 20)).status).toBe(200)
  const other = await program(person, { name: 'other' })
  expect((await bidding.schedule(other, auctionId, 40)).failure.code).toBe('owner_asked')
  expect((await requestsOf(other)).map(({ token }) => token.name)).toEqual(['other'])
  expect((await loggedOf(person))[1]).toBe('Bid refused: up to $40.00, for which API token “agent” asked')
})

test('Two answers at once: one is given, and the other is told so', async () => {
  const { person, agent, auctionId } = await owned()
  const { id } = askedIn((await bidding.schedule(agent, auctionId, 40)).failure)
  const answers = await Promise.all([scheduleIt(person, id), refuseIt(person, id), scheduleIt(person, id)])
  const refusals = answers.flatMap(({ refusal }) => refusal ?? [])
  expect(refusals).toEqual([messages.waiting.answered, messages.waiting.answered])
  const [request] = await requestsOf(person)
  expect((await bidsOf(person)).length).toBe(request?.state === 'scheduled' ? 1 : 0)
})

const aDelivery: Delivery = {
  id: randomUUID(),
  accountId: null,
  channel: 'webhook',
  destinationId: null,
  notificationId: null,
  kind: 'alert',
  recipient: '',
  content: { hasDeadline: true },
  attempt: 1,
  createdAt: 0,
  giveUpAt: 0,
}

test('A request is an urgent alert while it waits, and ends by itself 30 seconds before the close', async () => {
  const clock = settableClock(systemClock.now())
  await using own = await startBidding({ clock })
  const person = await own.bidder()
  const { auctionId } = own.listItem({ endsInSeconds: 600 })
  await own.track(person, auctionId)
  const agent = await program(person, {}, own)
  const { id } = askedIn((await own.schedule(agent, auctionId, 40)).failure)
  const told = await own.db
    .selectFrom('notifications')
    .select('id')
    .where('kind', '=', 'bid_requested')
    .executeTakeFirstOrThrow()
  const occasion = async () =>
    (await readOccasions(own.ctx, person.accountId, { which: { ids: [told.id] }, now: clock.now() }))[0]?.occasion
  const { token } = person
  const list = async () => (await own.api.call(api.listBidRequests, { token })).body.data.requests
  const [request] = await list()
  const endsAt = Date.parse(request?.ends_at ?? '')
  expect(await occasion()).toMatchObject({ class: 'urgent', isTrue: true, deadline: endsAt - 30_000 })
  const delivery = { ...aDelivery, notificationId: told.id, giveUpAt: endsAt - 30_000 }
  const { title, text, path, about } = await composeAlert(own.ctx, delivery)
  expect([title, path]).toEqual(['Brass lamp: Asked to bid', '/dashboard'])
  expect(text).toMatch(
    /^API token “agent” asks to bid up to \$40\.00\. Nothing is scheduled without your tap\. You have until /,
  )
  expect(about).toEqual([{ kind: 'bid_requested', auction_id: auctionId, bid_id: null }])

  clock.set(endsAt - 31_000)
  await endRequests(own.ctx)
  expect(await list()).toMatchObject([{ id, state: 'open' }])
  clock.set(endsAt - 29_000)
  const late = answered(await own.api.call(api.keepWaitingBids, { token, body: bodyOf(id) }))
  expect(late.refusal).toBe(messages.waiting.answered)
  const { code, message } = (await own.schedule(agent, auctionId, 45)).failure
  expect([code, message]).toEqual(['too_late', messages.apiToken.tooLateToAsk])
  await endRequests(own.ctx)
  await endRequests(own.ctx)
  expect(await list()).toMatchObject([{ id, state: 'ended' }])
  expect(await occasion()).toMatchObject({ isTrue: false })
  const events = (await own.api.call(api.listSecurityEvents, { token })).body.data.events
  expect(events.filter(({ kind }) => kind === 'bid_request_ended')).toMatchObject([
    { detail: { token: 'agent', max_cents: 40_00, request: id } },
  ])
})

test('A request is gone with its token, and when the owner bids as much', async () => {
  const { person, agent, auctionId } = await owned()
  const { id } = askedIn((await bidding.schedule(agent, auctionId, 40)).failure)
  await bidding.schedule(person, auctionId, 41)
  expect(await requestsOf(person)).toMatchObject([{ id, state: 'ended', scheduled_max: 41 }])
  expect((await scheduleIt(person, id)).refusal).toBe(messages.waiting.highEnough)
  await bidding.api.call(api.revokeApiToken, { token: person.token, params: { id: agent.id } })
  expect(await requestsOf(person)).toEqual([])
})

test('A repeated call with one Idempotency-Key asks once', async () => {
  const { person, agent, auctionId } = await owned()
  const body = { auctionId, maxBid: 40, confirmMaxBid: 40, secondsBeforeEnd: 5 }
  const ask = () =>
    fetch(`${bidding.api.url}/api/bids`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${agent.token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': 'lamp',
      },
      body: JSON.stringify(body),
    })
  const answers = [await ask(), await ask()]
  expect(answers.map(({ status }) => status)).toEqual([409, 409])
  const [first, second] = await Promise.all(answers.map((answer) => answer.json()))
  expect(second).toEqual(first)
  expect(await requestsOf(person)).toHaveLength(1)
  expect(await loggedOf(person)).toHaveLength(1)
})

test.each<[number, string]>([
  [50, 'ask_above'],
  [-1, 'ask_above'],
  [0.001, 'ask_above'],
])('A token that would ask above %d is refused by its field', async (ask_above, path) => {
  const body = { name: 'agent', scope: 'bid' as const, max_bid: 50, day_cap: 90, ask_above }
  const { token } = await bidding.bidder()
  const { status, failure } = await bidding.api.call(api.makeApiToken, { token, body })
  expect([status, failure.details?.[0]?.path]).toEqual([422, path])
})

test('With $0, each bid of a token waits for its owner', async () => {
  const { person, auctionId } = await owned()
  const careful = await program(person, { name: 'careful', ask_above: 0 })
  expect((await bidding.schedule(careful, auctionId, 11)).failure.code).toBe('owner_asked')
})

test('A program reads its own token: what it may do, what is left of its caps, and its expiry', async () => {
  const { person, agent, auctionId } = await owned()
  const read = (token: string) => bidding.api.call(api.readOwnToken, { token })
  await bidding.schedule(agent, auctionId, 15)
  const { data } = (await read(agent.token)).body
  expect(data).toMatchObject({ name: 'agent', scope: 'bid', max_bid: 50, day_cap: 90, ask_above: 20 })
  expect(Date.parse(data.expires_at)).toBeGreaterThan(systemClock.now())
  expect(data.days).toMatchObject([{ spoken_for: 15, left: 75 }])
  expect(data.left_today).toBe(data.days.find(({ day }) => day === data.today)?.left ?? 90)
  const reader = await bidding.api.call(api.makeApiToken, {
    token: person.token,
    body: { name: 'reader', scope: 'read' },
  })
  expect((await read(reader.body.data.secret)).body.data).toMatchObject({ scope: 'read', left_today: null, days: [] })
  expect((await read(person.token)).failure.code).toBe('forbidden')
})
