import { GROUP, messages } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { EXAMPLE_END, exampleBid } from '../../test/example-bid.ts'
import { AppError } from '../platform/errors.ts'
import { judgeTerms, type Wanted, type World } from './judge-terms.ts'

const DAY = '2026-11-20'
const cents = (dollars: number) => Math.round(dollars * 100)
const max = (dollars: number): Wanted => ({
  typed: { wish: null, maxBidCents: cents(dollars), leavesDelivered: false },
})
const allIn = (dollars: number): Wanted => ({
  typed: { wish: { allInCents: cents(dollars), allowanceCents: null, pickup: false, noHandling: false } },
})
const basis = { quote: null, allowanceCents: 500, pickup: false, marginPercent: 0, taxMillionths: 0 } as const
const costs = { taxOn: 'bid', source: 'allowance', shippingCents: 500, handlingCents: 0 } as const
const delivered = { allInCents: 5_500, basis: { ...basis, ...costs, isForOtherZip: false, lowered: null } }

/** A person wants a new bid an hour before the close: nobody has bid, and nothing else is known. */
const WORLD: World = {
  at: EXAMPLE_END - 3_600_000,
  siteName: 'ShopGoodwill',
  listing: {
    ends_at: new Date(EXAMPLE_END),
    closed_at: null,
    bid_count: 0,
    starting_price_cents: 1_000,
    current_price_cents: 1_000,
    minimum_bid_cents: 1_000,
    shipping_cents: 700,
    handling_cents: 100,
    pickup_only: false,
  },
  trackedAuctionId: 3,
  standing: null,
  account: {
    day_limit_cents: null,
    week_limit_cents: null,
    month_limit_cents: null,
    tax_millionths: 0,
    tax_on: 'bid',
    quote_margin_percent: 0,
  },
  quote: null,
  atSiteCents: null,
  hasSharersBid: false,
  membersOfGroup: 0,
  others: { days: [], groups: [] },
  token: null,
}
const { listing } = WORLD
const listingIs = (change: Partial<World['listing']>) => ({ listing: { ...listing, ...change } })
const withBids = listingIs({ bid_count: 3, minimum_bid_cents: 1_100 })
/** A bid of $50, in no group. */
const standing = exampleBid()
const withDelivered = exampleBid({ all_in_cents: 5_500, cost_basis: { ...delivered.basis, lowered: 'quote' } })
const restored = exampleBid({ restored_from: new Date(EXAMPLE_END - 7_200_000) })
const token = { maxBidCents: 6_000, dayCapCents: 10_000, askAboveCents: null, spentOfDayCents: 0 }
const dayLimit = (dollars: number, spentCents = 0) => ({
  account: { ...WORLD.account, day_limit_cents: dollars * 100 },
  others: { days: [{ day: DAY, spoken_for: spentCents / 100, bids: 1 }], groups: [] },
})
const groupOf = (cost: number) => ({
  ...dayLimit(60),
  others: {
    days: [],
    groups: [
      {
        id: 9,
        name: 'Lamps',
        wins_left: 1,
        budget_left: null,
        stakes: [{ bid_id: 8, day: DAY, cost, besides: 0, is_out: false }],
      },
    ],
  },
})

const judge = (wanted: Wanted, world: Partial<World> = {}) =>
  judgeTerms({ secondsBeforeEnd: world.standing ? null : 5, ...wanted }, { ...WORLD, ...world })

test.each<[string, Wanted, Partial<World>, object]>([
  ['a new maximum', max(20), {}, { maxBidCents: 2_000, secondsBeforeEnd: 5, delivered: null }],
  ['the starting price of an item without bids', max(10), {}, { maxBidCents: 1_000 }],
  ['the next bid of an item with bids', max(11), withBids, { maxBidCents: 1_100 }],
  ['three seconds before the close', max(20), { at: EXAMPLE_END - 3_000 }, { maxBidCents: 2_000 }],
  ['$100 without a confirmation', max(100), {}, { maxBidCents: 10_000 }],
  ['a confirmed high maximum', { ...max(500), confirmMaxBid: 500 }, {}, { maxBidCents: 50_000 }],
  [
    'three times a price above $100',
    max(450),
    listingIs({ bid_count: 3, current_price_cents: 15_000 }),
    { maxBidCents: 45_000 },
  ],
  ['a delivered price', allIn(30), {}, { maxBidCents: 2_200, delivered: { allInCents: 3_000 } }],
  ['another lead alone', { secondsBeforeEnd: 9 }, { standing }, { maxBidCents: 5_000, secondsBeforeEnd: 9 }],
  ['another maximum alone', max(60), { standing }, { maxBidCents: 6_000, secondsBeforeEnd: 5 }],
  [
    'another lead while the price has passed the maximum',
    { secondsBeforeEnd: 9 },
    { standing, ...listingIs({ bid_count: 3, minimum_bid_cents: 9_000 }) },
    { maxBidCents: 5_000 },
  ],
  [
    'the same high maximum without another confirmation',
    max(50),
    { standing, ...listingIs({ current_price_cents: 100 }) },
    { maxBidCents: 5_000 },
  ],
  [
    'a lead beside a maximum that is still on its way',
    { secondsBeforeEnd: 9 },
    {
      standing: exampleBid({ pending: { kind: 'change', maxBidCents: 7_000, secondsBeforeEnd: 5, delivered: null } }),
    },
    { maxBidCents: 7_000, secondsBeforeEnd: 9 },
  ],
  ['another lead of a delivered price', { secondsBeforeEnd: 9 }, { standing: withDelivered }, { delivered }],
  [
    'a maximum in place of a delivered price, asked for',
    { typed: { wish: null, maxBidCents: 4_000, leavesDelivered: true } },
    { standing: withDelivered },
    { maxBidCents: 4_000, delivered: null },
  ],
  ['a maximum that fills the limit of the day', max(20), dayLimit(100, 8_000), { maxBidCents: 2_000 }],
  ['a bid over the limit that gets no higher', max(40), { standing, ...dayLimit(10) }, { maxBidCents: 4_000 }],
  ['a restored bid that is kept as it was', {}, { standing: restored }, { maxBidCents: 5_000 }],
  ['a bid that joins a group', { group: { id: 9 } }, { standing, membersOfGroup: 5 }, { maxBidCents: 5_000 }],
  [
    'a bid that shares a group with a dearer one',
    { ...max(20), group: { id: 9 } },
    groupOf(50),
    { maxBidCents: 2_000 },
  ],
  ['a program within its caps', max(60), { token: { ...token, spentOfDayCents: 4_000 } }, { maxBidCents: 6_000 }],
  ['a program that lowers a bid over its caps', max(65), { standing: exampleBid({ max_bid_cents: 7_000 }), token }, {}],
  ['a program at the amount above which it asks', max(40), { token: { ...token, askAboveCents: 4_000 } }, {}],
])('%s is accepted', (_, wanted, world, terms) => {
  expect(judge(wanted, world)).toMatchObject(terms)
})

const { bidRefusal, apiToken } = messages
const over = { ...listingIs({ closed_at: new Date(0) }) }
/** In the order in which the rules are asked. Several break a later one as well, which is not named. */
const REFUSED: [string, Wanted, Partial<World>, string, string][] = [
  ['a closed auction', max(1), { ...over, atSiteCents: 1 }, 'auction_over', messages.auction.alreadyOver],
  ['an auction at its end', max(20), { at: EXAMPLE_END }, 'auction_over', messages.auction.alreadyOver],
  ['less than three seconds', max(20), { at: EXAMPLE_END - 2_999 }, 'too_late', bidRefusal.endsTooSoon],
  [
    'a maximum over a delivered price',
    max(1),
    { standing: withDelivered },
    'rule_broken',
    messages.delivered.hasDelivered('$55.00'),
  ],
  [
    'a delivered price without a quote',
    allIn(30),
    listingIs({ shipping_cents: null }),
    'rule_broken',
    messages.delivered.noQuote,
  ],
  ['a delivered price that covers no bid', allIn(8), {}, 'rule_broken', messages.delivered.coversNoBid('$8.00')],
  [
    'less than the starting price',
    max(9.99),
    { atSiteCents: 2_500 },
    'bid_too_low',
    'First bid must be at least the starting price',
  ],
  [
    'less than the next bid',
    max(10.99),
    { ...withBids, hasSharersBid: true },
    'bid_too_low',
    'Bid must be at least $11.00',
  ],
  [
    'a delivered price whose bid is too low',
    allIn(17),
    {},
    'bid_too_low',
    messages.delivered.bidIs('$9.00', 'First bid must be at least the starting price.'),
  ],
  [
    'a second bid on an item',
    max(500),
    { atSiteCents: 2_500, hasSharersBid: true },
    'conflict',
    messages.bid.alreadyAtSite('$25.00'),
  ],
  [
    'a bid beside one of another account with the same login',
    { ...max(500), group: { id: 9 } },
    { hasSharersBid: true, membersOfGroup: GROUP.maxMembers },
    'conflict',
    messages.bid.sharedLoginBids('ShopGoodwill'),
  ],
  [
    'a full group',
    { ...max(500), group: { id: 9 } },
    { membersOfGroup: GROUP.maxMembers },
    'conflict',
    messages.bidGroup.full(GROUP.maxMembers),
  ],
  [
    'an unconfirmed high maximum',
    { ...max(100.01), confirmMaxBid: 1000.1 },
    dayLimit(10),
    'confirmation_needed',
    bidRefusal.confirmAmount('$100.01', '$10.00'),
  ],
  [
    'a new high maximum in place of a high one',
    max(160),
    { standing: exampleBid({ max_bid_cents: 15_000 }), token },
    'confirmation_needed',
    bidRefusal.confirmAmount('$160.00', '$10.00'),
  ],
  [
    'an unconfirmed high delivered price',
    allIn(200),
    dayLimit(10),
    'confirmation_needed',
    messages.delivered.confirmAmount('$192.00', '$10.00'),
  ],
  [
    'a maximum over the limit of the day',
    max(20.01),
    { ...dayLimit(100, 8_000), token: { ...token, maxBidCents: 100 } },
    'day_limit_reached',
    bidRefusal.overLimit({
      period: 'day',
      first: DAY,
      total: '$100.01',
      limit: '$100.00',
      committed: '$80.00',
      left: '$20.00',
    }),
  ],
  [
    'a restored bid over the limit of the day',
    {},
    { standing: restored, ...dayLimit(40) },
    'day_limit_reached',
    bidRefusal.overLimit({
      period: 'day',
      first: DAY,
      total: '$50.00',
      limit: '$40.00',
      committed: '$0.00',
      left: '$40.00',
    }),
  ],
  ['a bid over the cap of a token', max(60.01), { token }, 'token_cap_reached', apiToken.overBidCap('$60.00')],
  [
    'bids over the cap of a token for a day',
    max(60),
    { token: { ...token, spentOfDayCents: 4_001, askAboveCents: 100 } },
    'token_cap_reached',
    apiToken.overDayCap({ day: 'Nov 20', total: '$100.01', cap: '$100.00' }),
  ],
  [
    'a delivered price for which a program would ask',
    allIn(60),
    { token: { ...token, askAboveCents: 4_000 } },
    'token_cap_reached',
    apiToken.askWithMaximum('$40.00'),
  ],
  [
    'a maximum for which a program asks',
    max(50),
    { token: { ...token, askAboveCents: 4_000 } },
    'owner_asked',
    apiToken.ownerAsked('$40.00', '$50.00'),
  ],
]

test.each(REFUSED)('%s is refused', (_, wanted, world, code, message) => {
  const refusal = (() => {
    try {
      return judge(wanted, world)
    } catch (error) {
      return error
    }
  })()
  expect(refusal).toBeInstanceOf(AppError)
  expect(refusal).toMatchObject({ code, message })
})
