import { api, type Body, centsFromDollars, deliveredCentsOf, messages, termsOf, type WireBid } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '../../../test/api.ts'
import { type Bidding, startBidding } from '../../../test/bidding.ts'
import { type PretendEngine, pretendEngine } from '../../../test/pretend-engine.ts'
import { askForShipping } from '../../auctions/cost/ask-for-shipping.ts'
import { getFreshListing } from '../../auctions/listings/get-fresh-listing.ts'
import { writeReading } from '../../auctions/listings/write-readings.ts'
import { holdRestored } from '../../bidding/waiting/hold-restored.ts'
import { SiteError } from '../../marketplace/site-error.ts'
import { systemClock } from '../../platform/clock.ts'
import { pollUntil } from '../../platform/poll-until.ts'

const ZIP = '97201'
const QUOTE = { shippingCents: 1_104, handlingCents: 300 }
const TAX = { tax_percent: 8.25, tax_on: 'all' as const }

let bidding: Bidding
let engine: PretendEngine
/** With the privileges of the jobs, and of an engine. */
let jobs: Bidding['ctx']
let engineDb: Bidding['db']
let quote: { shippingCents: number | null; handlingCents: number | null } | null = QUOTE

beforeAll(async () => {
  bidding = await startBidding({
    marketplace: (client) => ({
      ...client,
      async estimateShipping() {
        if (!quote) throw new SiteError('unavailable', 'the calculator is away')
        return quote
      },
    }),
  })
  engine = await pretendEngine(bidding.db)
  jobs = { ...bidding.ctx, db: bidding.api.openAs('jobs').db }
  engineDb = bidding.api.openAs('engine').db
})
afterAll(() => bidding[Symbol.asyncDispose]())
beforeEach(() => {
  quote = QUOTE
})

type Profile = Body<typeof api.changeProfile>
const setProfile = ({ token }: Person, body: Profile) => bidding.api.call(api.changeProfile, { token, body })

async function bidder(profile: Profile = { shipping_zip: ZIP, ...TAX }) {
  const person = await bidding.bidder()
  await setProfile(person, profile)
  return person
}

async function tracked(person: Person, listing: Parameters<Bidding['listItem']>[0] = {}) {
  const item = bidding.listItem({ handling: 3, startingPrice: 5, ...listing })
  await bidding.track(person, item.auctionId)
  return item
}

type Wish = Omit<Body<typeof api.scheduleBid>, 'auctionId' | 'secondsBeforeEnd'>

/** Confirms each amount: these stories are not about typing mistakes. */
const confirmed = <W extends Body<typeof api.changeBid>>(wish: W) => {
  const confirmMaxBid = wish.allIn ?? wish.maxBid
  return { ...wish, ...(confirmMaxBid !== undefined && { confirmMaxBid }) }
}

const schedule = ({ token }: Person, auctionId: string, wish: Wish) =>
  bidding.api.call(api.scheduleBid, { token, body: { auctionId, secondsBeforeEnd: 5, ...confirmed(wish) } })

const change = ({ token }: Person, id: number, body: Body<typeof api.changeBid>) =>
  bidding.api.call(api.changeBid, { token, params: { id }, body: confirmed(body) })

/** A bid that costs $60.00 delivered, of a new bidder on a new auction. */
async function sixtyDollarBid() {
  const person = await bidder()
  const item = await tracked(person)
  const { body, failure, status } = await schedule(person, item.auctionId, { allIn: 60 })
  if (status !== 200) throw new Error(failure.message)
  return { person, ...item, bid: body.data.bid }
}

async function readBid({ token }: Person, id: number): Promise<WireBid> {
  const bid = (await bidding.api.call(api.listBids, { token })).body.data.bids.find((each) => each.id === id)
  if (!bid) throw new Error(`There is no bid ${id}`)
  return bid
}

const listingOf = (auctionId: string) =>
  bidding.db.selectFrom('listings').selectAll().where('auction_id', '=', auctionId).executeTakeFirstOrThrow()

/** The site quotes this from now on, and is asked by the jobs. */
async function requote(auctionId: string, shippingCents: number, zip = ZIP) {
  quote = { ...QUOTE, shippingCents }
  await askForShipping(jobs, { by: 'refresh' }, await listingOf(auctionId), { zip, freshSince: Infinity })
}

const eventsOf = async ({ token }: Person, id: number) =>
  (await bidding.api.call(api.readReceipt, { token, params: { id } })).body.data.events.map(({ message }) => message)

const alertsOf = async ({ accountId }: Person) =>
  (
    await bidding.db
      .selectFrom('notifications')
      .select(['kind', 'values'])
      .where('account_id', '=', accountId)
      .where('kind', '=', 'bid_lowered')
      .orderBy('id')
      .execute()
  ).map(({ values }) => values)

test('A bid that is set by its delivered price is the largest that keeps within it, and says what the sum consists of', async () => {
  const { person, bid } = await sixtyDollarBid()
  expect(bid).toMatchObject({
    max_bid: 41.38,
    delivered: {
      all_in: 60,
      shipping: 11.04,
      handling: 3,
      tax: 4.58,
      total: 60,
      source: 'quote',
      is_for_other_zip: false,
      raise_to: null,
    },
  })
  expect(await eventsOf(person, bid.id)).toEqual(['Scheduled: at most $41.38 ($60.00 delivered), 5 s before the end.'])
})

test('The largest bid for a delivered price can be asked for before it is scheduled', async () => {
  const person = await bidder()
  const { auctionId } = bidding.listItem({ handling: 3 })
  const ask = (query: { allIn?: number; pickup?: 'true' }) =>
    bidding.api.call(api.readItemCost, { token: person.token, query: { auction_id: auctionId, ...query } })
  expect((await ask({ allIn: 60 })).body.data.delivered).toMatchObject({
    max_bid: 41.38,
    shipping: 11.04,
    source: 'quote',
  })
  expect((await ask({ allIn: 14 })).body.data.delivered).toMatchObject({ max_bid: null })
  expect((await ask({ allIn: 60, pickup: 'true' })).body.data.delivered).toMatchObject({
    shipping: 0,
    source: 'pickup',
  })
  expect((await ask({})).body.data.delivered).toMatchObject({ max_bid: null, tax_percent: 8.25 })
  const refused = await ask({ pickup: 'true' })
  expect([refused.status, refused.failure.message]).toEqual([422, messages.delivered.onlyWithDelivered])
})

test('Each delivered price that cannot be a bid is refused with the rule, at its field', async () => {
  const person = await bidder()
  const { auctionId } = await tracked(person)
  const refusals: [wish: Wish, path: string, message: string][] = [
    [{}, 'maxBid', messages.delivered.oneOfBoth],
    [{ maxBid: 10, allIn: 60 }, 'maxBid', messages.delivered.oneOfBoth],
    [{ maxBid: 10, allowance: 5 }, 'allIn', messages.delivered.onlyWithDelivered],
    [{ allIn: 60.001 }, 'allIn', messages.delivered.amountInvalid],
    [{ allIn: 60, allowance: -1 }, 'allowance', messages.delivered.allowanceInvalid],
    [{ allIn: 15.2 }, 'allIn', messages.delivered.coversNoBid('$15.20')],
    [{ allIn: 16 }, 'allIn', `The bid comes to $0.74. ${messages.bid.belowStartingPrice}.`],
  ]
  for (const [wish, path, message] of refusals) {
    const { status, failure } = await schedule(person, auctionId, wish)
    expect([status, failure.details]).toEqual([422, [{ path, message }]])
  }
})

test('A delivered price whose bid is over three times the price and over $100 has to be confirmed', async () => {
  const person = await bidder()
  const { auctionId } = await tracked(person)
  const ask = (confirmMaxBid?: number) =>
    bidding.api.call(api.scheduleBid, {
      token: person.token,
      body: { auctionId, secondsBeforeEnd: 5, allIn: 160, ...(confirmMaxBid !== undefined && { confirmMaxBid }) },
    })
  for (const wrong of [undefined, 133.76]) {
    const { failure } = await ask(wrong)
    expect([failure.code, failure.message]).toEqual([
      'confirmation_needed',
      messages.delivered.confirmAmount('$133.76', '$5.00'),
    ])
  }
  expect((await ask(160)).status).toBe(200)
})

test('Without a quote a delivered price needs an allowance, which is never taken for zero, and a later quote replaces it', async () => {
  const person = await bidder()
  const { auctionId } = await tracked(person)
  for (const unknown of [null, { shippingCents: null, handlingCents: null }]) {
    quote = unknown
    const { status, failure } = await schedule(person, auctionId, { allIn: 60 })
    expect([status, failure.details]).toEqual([422, [{ path: 'allowance', message: messages.delivered.noQuote }]])
  }
  const { body } = await schedule(person, auctionId, { allIn: 60, allowance: 10 })
  expect(body.data.bid).toMatchObject({ max_bid: 45.42, delivered: { source: 'allowance', shipping: 10, handling: 0 } })

  await requote(auctionId, QUOTE.shippingCents)
  expect(await readBid(person, body.data.bid.id)).toMatchObject({ max_bid: 41.38, delivered: { source: 'quote' } })
})

test('Whoever asks for more quotes than the reads allow is told when to ask again, and what is known is answered', async () => {
  const person = await bidder()
  const [asked, other] = [await tracked(person), await tracked(person)]
  const ask = (auctionId: string, query: { allowance?: number; pickup?: 'true' } = {}) =>
    bidding.api.call(api.readItemCost, { token: person.token, query: { auction_id: auctionId, allIn: 60, ...query } })
  expect((await ask(asked.auctionId)).body.data.delivered).toMatchObject({ source: 'quote' })
  const usedUp = { reads_until: new Date('2100-01-01') }
  await bidding.db.updateTable('read_shares').set(usedUp).where('account_id', '=', person.accountId).execute()

  const refused = await ask(other.auctionId)
  expect([refused.status, refused.failure.code]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await ask(asked.auctionId)).body.data.delivered).toMatchObject({ source: 'quote' })
  expect((await ask(other.auctionId, { allowance: 9 })).body.data.delivered).toMatchObject({ source: 'allowance' })
  expect((await ask(other.auctionId, { pickup: 'true' })).body.data.delivered).toMatchObject({ source: 'pickup' })
})

test('A dearer quote lowers the bid at once and tells its owner; a cheaper one only offers to raise it', async () => {
  const { person, auctionId, bid } = await sixtyDollarBid()
  const bystander = await bidder({ shipping_zip: '10001', ...TAX })
  await bidding.track(bystander, auctionId)
  const other = (await schedule(bystander, auctionId, { allIn: 60 })).body.data.bid

  await requote(auctionId, 1_500)
  const lowered = await readBid(person, bid.id)
  expect(lowered).toMatchObject({ max_bid: 37.42, delivered: { all_in: 60, shipping: 15, total: 60, raise_to: null } })
  expect((await eventsOf(person, bid.id)).at(-1)).toBe(
    'Lowered, since the shipping quote has risen: at most $37.42 ($60.00 delivered), 5 s before the end.',
  )
  expect(await alertsOf(person)).toEqual([{ fromCents: 4_138, toCents: 3_742, allInCents: 6_000 }])
  expect(await readBid(bystander, other.id)).toMatchObject({ max_bid: 41.38, delivered: { shipping: 11.04 } })

  await requote(auctionId, 800)
  expect(await readBid(person, bid.id)).toMatchObject({
    max_bid: 37.42,
    delivered: { shipping: 8, total: 52.42, raise_to: 44.42 },
  })
  expect(await alertsOf(person)).toHaveLength(1)
  // The offer is taken as any change is: by giving the delivered price again.
  const raised = await change(person, bid.id, { allIn: 60 })
  expect(raised.body.data.bid).toMatchObject({ max_bid: 44.42, delivered: { total: 60, raise_to: null } })
})

test('A bid whose other costs alone pass the delivered price by now is cancelled', async () => {
  const { person, auctionId, bid } = await sixtyDollarBid()
  await requote(auctionId, 7_000)
  expect(await readBid(person, bid.id)).toMatchObject({ status: 'cancelled' })
  expect((await eventsOf(person, bid.id)).at(-1)).toBe(messages.delivered.cancelled)
  expect(await alertsOf(person)).toMatchObject([{ toCents: 0 }])
})

test('A quote that rises while an engine holds the bid keeps it from being locked in until it is lowered', async () => {
  const { person, auctionId, bid } = await sixtyDollarBid()
  const fence = await engine.claim(bid.id)
  await requote(auctionId, 1_500)
  expect(await engine.lockIn(bid.id, fence)).toBe(false)
  expect(await engine.release(bid.id, fence)).toBe('changed')
  expect(await readBid(person, bid.id)).toMatchObject({ max_bid: 37.42, delivered: { shipping: 15, total: 60 } })
  expect((await eventsOf(person, bid.id)).at(-1)).toContain('Lowered, since the shipping quote has risen')

  // From the lock-in on, the bid stands.
  const again = await engine.claim(bid.id)
  expect(await engine.lockIn(bid.id, again)).toBe(true)
  await requote(auctionId, 2_000)
  expect(await readBid(person, bid.id)).toMatchObject({ max_bid: 37.42, delivered: { shipping: 15 } })
})

test('A quote that rises while a change waits for the engine lowers the change', async () => {
  const { person, auctionId, bid } = await sixtyDollarBid()
  const fence = await engine.claim(bid.id)
  const changing = change(person, bid.id, { allIn: 80 })
  const isPending = async () => {
    const bids = bidding.db.selectFrom('bids').select('pending').where('id', '=', bid.id)
    return (await bids.executeTakeFirstOrThrow()).pending?.kind ?? null
  }
  expect(await pollUntil(systemClock, isPending, { everyMs: 5, forMs: 60_000 })).toBe('change')
  await requote(auctionId, 1_500)
  expect(await engine.release(bid.id, fence)).toBe('changed')
  expect((await changing).failure.message).toBe(messages.bid.changeReplaced)
  expect(await readBid(person, bid.id)).toMatchObject({ delivered: { all_in: 80, shipping: 15, total: 80 } })
})

test('A higher tax, a margin, and another ZIP code lower the bid; what takes them back raises nothing', async () => {
  const { person, auctionId, bid } = await sixtyDollarBid()
  await setProfile(person, { tax_percent: 10 })
  const taxed = await readBid(person, bid.id)
  expect(taxed.max_bid).toBe(40.5)
  await setProfile(person, { quote_margin_percent: 20 })
  const withMargin = await readBid(person, bid.id)
  expect(withMargin).toMatchObject({ max_bid: 38.29, delivered: { shipping: 13.25, margin_percent: 20 } })
  await setProfile(person, { tax_percent: 0, quote_margin_percent: 0 })
  expect(await readBid(person, bid.id)).toMatchObject({ max_bid: 38.29, delivered: { raise_to: 45.96 } })

  // No quote is kept for the new ZIP code yet: the earlier one holds, and is named as such, until there is one.
  await setProfile(person, { shipping_zip: '10001' })
  expect(await readBid(person, bid.id)).toMatchObject({ max_bid: 38.29, delivered: { is_for_other_zip: true } })
  await requote(auctionId, 2_500, '10001')
  expect(await readBid(person, bid.id)).toMatchObject({
    max_bid: 32,
    delivered: { shipping: 25, is_for_other_zip: false },
  })
})

test('Invalid rates are refused at their fields', async () => {
  const person = await bidder()
  for (const [field, value, message] of [
    ['tax_percent', 31, messages.delivered.taxInvalid],
    ['quote_margin_percent', 2.5, messages.delivered.marginInvalid],
    ['quote_margin_percent', 51, messages.delivered.marginInvalid],
  ] as const) {
    const { status, failure } = await setProfile(person, { [field]: value })
    expect([status, failure.details]).toEqual([422, [{ path: field, message }]])
  }
})

test('A listing that shows a higher handling charge lowers the bid in the same transaction', async () => {
  const person = await bidder()
  const { auctionId, itemId } = await tracked(person, { shipping: 'one-cent' })
  const { bid } = (await schedule(person, auctionId, { allIn: 60 })).body.data
  expect(bid.delivered).toMatchObject({ source: 'stated', shipping: 0.01, handling: 3, total: 60 })
  await sql`update listings set handling_cents = 100 where auction_id = ${auctionId}`.execute(bidding.db)
  // The site still asks $3.00: the reading stores it again, as a rise.
  await getFreshListing(jobs, { by: 'refresh' }, String(itemId), 0)
  expect(await readBid(person, bid.id)).toMatchObject({ max_bid: bid.max_bid, delivered: { total: 60 } })
  await sql`update bids set max_bid_cents = max_bid_cents + 500 where id = ${bid.id}`.execute(bidding.db)
  await sql`update listings set handling_cents = 100 where auction_id = ${auctionId}`.execute(bidding.db)
  const reading = await bidding.site.readItem(auctionId, {})
  await engineDb.transaction().execute((tx) => writeReading(tx, bidding.site.id, reading, systemClock.now()))
  expect((await eventsOf(person, bid.id)).at(-1)).toContain('Lowered, since the seller asks more')
  expect(await readBid(person, bid.id)).toMatchObject({ max_bid: bid.max_bid })
})

test('A collected item costs no handling where its owner says so, and one that is sent costs it all the same', async () => {
  const person = await bidder()
  const { auctionId } = await tracked(person)
  const terms = { allIn: 60, pickup: true, noHandling: true }
  const { bid } = (await schedule(person, auctionId, terms)).body.data
  expect(bid).toMatchObject({ max_bid: 55.42, delivered: { source: 'pickup', no_handling: true, handling: 0 } })
  const dearer = { ...(await bidding.site.readItem(auctionId, {})), handlingCents: 900 }
  await bidding.db.transaction().execute((tx) => writeReading(tx, bidding.site.id, dearer, systemClock.now()))
  expect(await readBid(person, bid.id)).toMatchObject({ max_bid: 55.42 })
  const sent = await change(person, bid.id, { allIn: 60, noHandling: true })
  expect(sent.body.data.bid).toMatchObject({ delivered: { pickup: false, handling: 9 } })
  const refused = await change(person, bid.id, { maxBid: 20, allIn: null, noHandling: true })
  expect(refused.failure.details?.[0]?.path).toBe('allIn')
})

test('Collecting the item leaves shipping out, and a maximum or a lead changes the bid as its owner says', async () => {
  const person = await bidder()
  const { auctionId } = await tracked(person)
  const { bid } = (await schedule(person, auctionId, { allIn: 60, pickup: true })).body.data
  expect(bid).toMatchObject({ max_bid: 52.42, delivered: { source: 'pickup', pickup: true, shipping: 0, handling: 3 } })

  const later = (await change(person, bid.id, { secondsBeforeEnd: 9 })).body.data.bid
  expect(later).toMatchObject({ seconds_before_end: 9, max_bid: 52.42, delivered: { all_in: 60 } })
  // A second tab that still shows the bid itself, and a file or a program that has a maximum alone.
  for (const refused of [
    await change(person, bid.id, { maxBid: 20 }),
    await schedule(person, auctionId, { maxBid: 20 }),
  ])
    expect([refused.status, refused.failure.details]).toEqual([
      422,
      [{ path: 'maxBid', message: messages.delivered.hasDelivered('$60.00') }],
    ])
  const plain = (await change(person, bid.id, { maxBid: 20, allIn: null })).body.data.bid
  expect(plain).toMatchObject({ max_bid: 20, delivered: null })
  await requote(auctionId, 9_000)
  expect(await readBid(person, bid.id)).toMatchObject({ status: 'pending', max_bid: 20 })
  expect((await schedule(person, auctionId, { allIn: 60 })).status).toBe(422)
})

test('A limit counts the delivered price, and the cap of a token the bid itself', async () => {
  const { person, bid } = await sixtyDollarBid()
  const exposure = (await bidding.api.call(api.readExposure, { token: person.token })).body.data
  expect(exposure.days.map(({ spoken_for }) => spoken_for)).toEqual([60])
  await setProfile(person, { day_limit: 100 })
  const second = await tracked(person)
  const refused = await schedule(person, second.auctionId, { allIn: 41 })
  expect([refused.status, refused.failure.details?.[0]?.path]).toEqual([422, 'allIn'])
  expect(refused.failure.message).toContain('could come to $101.00')
  expect((await schedule(person, second.auctionId, { allIn: 40 })).status).toBe(200)

  const made = await bidding.api.call(api.makeApiToken, {
    token: person.token,
    body: { name: 'sheet', scope: 'bid', max_bid: 42, day_cap: 42 },
  })
  const program = { ...person, token: made.body.data.secret }
  await setProfile(person, { day_limit: null }).catch(() => {})
  const third = await tracked(person)
  expect((await schedule(program, third.auctionId, { allIn: 62 })).failure.code).toBe('token_cap_reached')
  await bidding.db.updateTable('accounts').set({ day_limit_cents: null }).where('id', '=', person.accountId).execute()
  expect((await schedule(program, third.auctionId, { allIn: 60 })).status).toBe(200)

  // Won for less: its price, and no more besides than at its maximum.
  await bidding.db
    .updateTable('bids')
    .set({ status: 'won', outcome: 'won', final_price_cents: 3_000, settled_at: new Date(0) })
    .where('id', '=', bid.id)
    .execute()
  const after = (await bidding.api.call(api.readExposure, { token: person.token })).body.data
  expect(after.days.map(({ spoken_for }) => spoken_for)).toEqual([60 + 40 + 30 + 18.62])
})

const keepRestored = (token: string, id: number) =>
  bidding.api.call(api.keepWaitingBids, { token, body: { waiting: [{ kind: 'restored', id }] } })

test('A restored bid is left alone until its owner keeps it, and is then reckoned with the costs of now', async () => {
  const { person, auctionId, bid } = await sixtyDollarBid()
  const at = systemClock.now()
  await bidding.db.transaction().execute((tx) => holdRestored(tx, { takenAt: at, at }))
  await requote(auctionId, 1_500)
  expect(await readBid(person, bid.id)).toMatchObject({ phase: 'restored', max_bid: 41.38 })
  const { token } = person
  const { body } = await keepRestored(token, bid.id)
  expect(body.data.bids).toMatchObject([{ max_bid: 37.42, delivered: { shipping: 15, total: 60 } }])
})

test('A restored bid that is kept ends where no bid keeps within its delivered price, and its owner is told', async () => {
  const [{ person, auctionId, bid }, bystander] = [await sixtyDollarBid(), await sixtyDollarBid()]
  const at = systemClock.now()
  await bidding.db.transaction().execute((tx) => holdRestored(tx, { takenAt: at, at }))
  await requote(auctionId, 6_000)
  await keepRestored(person.token, bid.id)
  expect(await readBid(person, bid.id)).toMatchObject({ status: 'cancelled' })
  expect(await alertsOf(person)).toEqual([{ fromCents: 4_138, toCents: 0, allInCents: 6_000 }])
  expect(await readBid(bystander.person, bystander.bid.id)).toMatchObject({ phase: 'restored', max_bid: 41.38 })
  expect(await alertsOf(bystander.person)).toEqual([])
})

test('A restored bid that is kept after a move has the quote for another ZIP code, until one for the new one is read', async () => {
  const { person, bid } = await sixtyDollarBid()
  const at = systemClock.now()
  await bidding.db.transaction().execute((tx) => holdRestored(tx, { takenAt: at, at }))
  await setProfile(person, { shipping_zip: '10001' })
  const { body } = await keepRestored(person.token, bid.id)
  expect(body.data.bids).toMatchObject([{ max_bid: 41.38, delivered: { is_for_other_zip: true } }])
})

test('The sum of a won bid is closed: what was said at its price, and the margin of 20 wins', async () => {
  const { person, auctionId, bid } = await sixtyDollarBid()
  const { token, accountId } = person
  await bidding.db
    .updateTable('bids')
    .set({ status: 'won', outcome: 'won', final_price_cents: 3_000, settled_at: new Date(systemClock.now()) })
    .where('id', '=', bid.id)
    .execute()
  const readWin = () => bidding.api.call(api.readWin, { token, params: { id: bid.id } })
  expect((await readWin()).body.data.win).toMatchObject({ said: 47.68, total: null })
  const order = { account_id: accountId, marketplace: bidding.site.id, auction_id: auctionId, paid: true }
  const costs = { price_cents: 3_000, shipping_cents: 1_159, handling_cents: 300, tax_cents: 0 }
  await bidding.db
    .insertInto('orders')
    .values({ ...order, ...costs })
    .execute()
  expect((await readWin()).body.data.win).toMatchObject({ said: 47.68, total: 44.59 })
  const errors = async () => (await bidding.api.call(api.readQuoteErrors, { token })).body.data
  expect(await errors()).toMatchObject({ wins: 1, proposed_margin_percent: null })
})

const bidOf = async (person: Person, auctionId: string) =>
  (await bidding.api.call(api.listBids, { token: person.token })).body.data.bids.find(
    (bid) => bid.auction_id === auctionId && bid.status === 'pending',
  )

test('A quote, a tax, a ZIP code and changes of the owner at any moment leave no bid above its delivered price', async () => {
  const seed = 20_261_126
  let state = seed
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const people = [await bidder(), await bidder(), await bidder({ shipping_zip: '10001' })]
  const first = people[0]
  if (!first) throw new Error('There is nobody')
  const items = [await tracked(first), await tracked(first, { shipping: 'one-cent' })]
  for (const person of people.slice(1)) for (const { auctionId } of items) await bidding.track(person, auctionId)
  const one = <T>(list: readonly T[]): T => list[random(list.length)] as T

  const deeds: (() => Promise<unknown>)[] = [
    () => schedule(one(people), one(items).auctionId, { allIn: 40 + random(60), allowance: random(30) }),
    async () => {
      const [person, { auctionId }] = [one(people), one(items)]
      const bid = await bidOf(person, auctionId)
      if (bid) await change(person, bid.id, one([{ allIn: 40 + random(60) }, { secondsBeforeEnd: 5 + random(20) }]))
    },
    () => requote(one(items).auctionId, 200 + random(2_500), one([ZIP, '10001'])),
    () => setProfile(one(people), { tax_percent: random(20), tax_on: one(['bid', 'all']) }),
    () => setProfile(one(people), { quote_margin_percent: random(50), shipping_zip: one([ZIP, '10001']) }),
    async () => {
      const bid = await bidOf(one(people), one(items).auctionId)
      if (!bid) return
      const fence = await engine.claim(bid.id)
      await one(deeds.slice(2, 5))()
      await engine.release(bid.id, fence)
    },
  ]
  let seen = 0
  for (let round = 0; round < 12; round += 1) {
    await Promise.all(Array.from({ length: 5 }, () => one(deeds)()))
    for (const person of people) {
      const { bids } = (await bidding.api.call(api.listBids, { token: person.token })).body.data
      for (const { max_bid, delivered, status } of bids) {
        if (!delivered || status !== 'pending') continue
        const [bidCents, allInCents] = [centsFromDollars(max_bid) ?? 0, centsFromDollars(delivered.all_in) ?? 0]
        expect(deliveredCentsOf(bidCents, termsOf(delivered)), `seed ${seed}, round ${round}`).toBeLessThanOrEqual(
          allInCents,
        )
        if (delivered.raise_to === null)
          expect(deliveredCentsOf(bidCents + 1, termsOf(delivered))).toBeGreaterThan(allInCents)
        seen += 1
      }
    }
    expect(await bidsBehindTheirCosts()).toEqual([])
  }
  expect(seen).toBeGreaterThan(15)
})

/** Bids whose stored costs are not those of the account, the listing and the quote of now. */
async function bidsBehindTheirCosts() {
  const { rows } = await sql`
    select b.id, b.cost_basis, e.shipping_cents, a.tax_millionths from bids b
      join accounts a on a.id = b.account_id
      join listings l on l.id = b.listing_id
      left join shipping_estimates e on e.listing_id = l.id and e.zip = a.shipping_zip
     where b.status = 'pending' and b.all_in_cents is not null and b.pending is null
       and b.restored_from is null and b.locked_in_at is null
       and ((b.cost_basis ->> 'taxMillionths')::int <> a.tax_millionths or b.cost_basis ->> 'taxOn' <> a.tax_on
         or (b.cost_basis ->> 'marginPercent')::int <> a.quote_margin_percent
         or e.shipping_cents is not null and (b.cost_basis -> 'quote' ->> 'shippingCents')::bigint is distinct from e.shipping_cents)
  `.execute(bidding.db)
  return rows
}
