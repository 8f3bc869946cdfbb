import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BidResponse, ItemReading, WarmReading } from '../../marketplace/marketplace.ts'
import { maximumOf } from '../../marketplace/maximum.ts'
import { SiteError, type SiteErrorKind } from '../../marketplace/site-error.ts'
import { ABSENCE_PROVEN_AFTER_MS, MAX_PAGE_LAG_MS } from './decide-step.ts'
import { type SnipeState, initialState } from './snipe-state.ts'
import { onItemRead, onLightRead } from './on-reading.ts'
import { onBidResponse, onFailure } from './on-response.ts'
import type { Snipe } from './ports.ts'
import { timelineOf } from './timeline.ts'

const END = 1_000_000
const snipe: Snipe = {
  bidId: 1_000,
  accountId: 1,
  auctionId: '1',
  sellerId: '1',
  maximum: maximumOf({ max_bid_cents: 2_500 }),
  leadMs: 10_000,
  endsAt: END,
  endedEarly: false,
  status: 'pending',
  fence: 1,
  lockedInAt: null,
  uncertainSince: null,
  takenOver: false,
}
const timeline = timelineOf(snipe, { offsetMs: 0, uncertaintyMs: 20 }, 40)
const state = initialState(snipe, 0, { offsetMs: 0, uncertaintyMs: 20 })
const SENT = END - 10_000
const doubted: SnipeState = { ...state, bid: 'outcome_unknown', attempts: 1, uncertainSince: SENT }
const standing: SnipeState = { ...state, bid: 'stands', attempts: 1 }

type Seen = {
  at: number
  closed?: boolean
  priceCents?: number
  leads?: boolean
  ownBidAt?: number | null
  anonymous?: boolean
}

/** A reading at an instant; the site's clock and ours agree. */
function reading({
  at,
  closed = at >= END,
  priceCents = 1_000,
  leads = false,
  ownBidAt = null,
  anonymous = false,
}: Seen): ItemReading {
  const ownBids = ownBidAt === null ? [] : [{ amountCents: priceCents, at: ownBidAt }]
  return {
    auctionId: '1',
    sellerId: '1',
    title: 'Brass lamp',
    seller: null,
    category: null,
    condition: null,
    description: null,
    imageUrls: [],
    startingPriceCents: 1_000,
    currentPriceCents: priceCents,
    minimumBidCents: priceCents + 100,
    bidIncrementCents: 100,
    bidCount: 1,
    shippingCents: null,
    handlingCents: 0,
    pickupOnly: false,
    fixedPrice: false,
    endsAt: END,
    endsAtAmbiguous: false,
    closed,
    clock: { siteTime: at, sentAt: at, receivedAt: at + 40, resolutionMs: 1 },
    standing: anonymous ? null : { leads, ownBids },
  }
}

const answers: [BidResponse['kind'], Partial<SnipeState>][] = [
  ['leading', { bid: 'stands', verdict: null }],
  ['outbid', { verdict: { outcome: 'outbid_on_arrival', accepted: true, priceCents: 1_234, siteMessage: 'so' } }],
  ['closed', { verdict: { outcome: 'too_late', accepted: false, priceCents: 1_234, siteMessage: 'so' } }],
  ['account_limit', { verdict: { outcome: 'account_limit', accepted: false, priceCents: 1_234, siteMessage: 'so' } }],
  ['unknown', { bid: 'outcome_unknown', uncertainSince: END - 900, verdict: null }],
  ['blocked', { bid: 'none', rejections: 1, resendAt: END - 650 }],
  ['rate_limited', { bid: 'none', rejections: 1, resendAt: END - 400 }],
  ['not_sent', { bid: 'none', rejections: 0, verdict: null }],
  ['unauthorized', { bid: 'none', rejections: 1, loggedIn: false, needsFreshLogin: true }],
]
test.each(answers)('an answer of %s', (kind, expected) => {
  const answer = { kind, siteMessage: 'so', receivedAt: END - 900, priceCents: 1_234, retryAfterMs: 500 } as BidResponse
  expect(onBidResponse(state, answer, END)).toMatchObject(expected)
})

const tooLow = (minimumBidCents: number | null): BidResponse => ({
  kind: 'too_low',
  siteMessage: '',
  receivedAt: SENT,
  minimumBidCents,
})

test('a bid too low for the site ends it, unless the site says that it would take as much', () => {
  expect(onBidResponse(state, tooLow(2_600), END).verdict).toMatchObject({ outcome: 'below_next_bid' })
  expect(onBidResponse(state, tooLow(null), END).verdict).toMatchObject({ outcome: 'below_next_bid' })
  expect(onBidResponse(state, tooLow(2_500), END)).toMatchObject({ verdict: null, rejections: 1 })
})

test('a close long before its time is early', () => {
  const answer: BidResponse = { kind: 'closed', siteMessage: '', receivedAt: END - 9_000 }
  expect(onBidResponse(state, answer, END).verdict).toMatchObject({ outcome: 'ended_early' })
})

test('tokens refused over and over are a login refused', () => {
  const answer: BidResponse = { kind: 'unauthorized', siteMessage: 'No.', receivedAt: SENT }
  const refused = (before: SnipeState) => onBidResponse(before, answer, END)
  const thrice = refused(refused(refused(state)))
  expect(thrice).toMatchObject({ loggedIn: false, needsFreshLogin: true, verdict: null })
  expect(refused(thrice).verdict).toMatchObject({ outcome: 'login_refused', siteMessage: 'No.' })
})

test('a bid in doubt stands as soon as the site shows it', () => {
  expect(onItemRead(doubted, reading({ at: SENT + 10, ownBidAt: SENT })).bid).toBe('stands')
  expect(onItemRead(doubted, reading({ at: SENT + 10, leads: true })).bid).toBe('stands')
})

test('a bid of the same user from long before is not the one in doubt', () => {
  const old = reading({ at: SENT + ABSENCE_PROVEN_AFTER_MS, ownBidAt: SENT - 3_600_000 })
  expect(onItemRead({ ...doubted, ownBidsSince: SENT - 2_000 }, old).bid).toBe('none')
})

test('a bid in doubt is known not to be there only by a reading late enough, and never by an anonymous one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.boolean(), (afterMs, anonymous) => {
      const { bid, verdict } = onItemRead(doubted, reading({ at: SENT + afterMs, anonymous }))
      const known = afterMs >= ABSENCE_PROVEN_AFTER_MS && !anonymous
      expect(bid === 'none' || verdict !== null).toBe(known)
    }),
  )
})

test('won and lost are said only of a closed auction, of a bid that stands, by what cannot be an old page', () => {
  const seen = fc.record({
    at: fc.integer({ min: END - 20_000, max: END + 20_000 }),
    closed: fc.boolean(),
    priceCents: fc.integer({ min: 500, max: 4_000 }),
    leads: fc.boolean(),
    anonymous: fc.boolean(),
    ownBidAt: fc.constantFrom(null, SENT),
  })
  fc.assert(
    fc.property(fc.constantFrom(state, doubted, standing), seen, (before, seen) => {
      const { verdict, endsAt } = onItemRead(before, reading(seen))
      if (verdict?.outcome !== 'won' && verdict?.outcome !== 'lost') return
      expect(before.bid).toBe('stands')
      expect(seen.closed).toBe(true)
      expect(seen.at).toBeGreaterThanOrEqual(endsAt + MAX_PAGE_LAG_MS)
      const shown = !seen.anonymous && seen.leads
      expect(verdict.outcome).toBe(shown ? 'won' : 'lost')
      if (!shown) expect(seen.priceCents).toBeGreaterThanOrEqual(snipe.maximum)
    }),
    { numRuns: 2_000 },
  )
})

test('beaten below the maximum is believed only when the site keeps saying so', () => {
  const odd = reading({ at: END + 10_000, priceCents: 1_500, ownBidAt: SENT })
  let now = standing
  for (const believed of [false, false, true]) {
    now = onItemRead(now, odd)
    expect(now.verdict?.outcome === 'lost').toBe(believed)
  }
})

test.each<[SiteErrorKind, Partial<SnipeState>]>([
  ['timeout', { failures: 1, loggedIn: true }],
  ['unavailable', { failures: 1, loggedIn: true }],
  ['unauthorized', { failures: 1, loggedIn: false, needsFreshLogin: true, nextTryAt: 5_000 }],
  ['login_refused', { loginRefusals: 1, loginRefusalMessage: 'so', failures: 0 }],
  ['not_found', { missing: { times: 1, from: 5_000, to: 5_000 }, verdict: null }],
])('a failure of kind %s', (kind, expected) => {
  const error = new SiteError(kind, 'It failed', { siteMessage: 'so' })
  expect(onFailure({ ...state, loggedIn: true }, { doing: 'read', error }, timeline, 5_000)).toMatchObject(expected)
})

const lightRead = (endsAt: number, endsAtAmbiguous = false): WarmReading => {
  const prices = { currentPriceCents: 1_000, minimumBidCents: 1_100 }
  return { ...prices, endsAt, endsAtAmbiguous, sellerId: '1', roundTripMs: 40 }
}

/** The item, and a light read that gives the same end in whole seconds. */
const seen = onLightRead({ ...state, readAt: SENT }, lightRead(END - 700), SENT)

test('the rounding of a light read moves no end', () => {
  expect(seen).toMatchObject({ shownEndsAt: END, readAt: SENT })
  expect(onLightRead(seen, lightRead(END - 700), SENT)).toMatchObject({ shownEndsAt: END, readAt: SENT })
})

test('an end that light reads show to move back and forth is where they last had it, until the item is asked', () => {
  const later = onLightRead(seen, lightRead(END + 4_300), SENT)
  expect(later).toMatchObject({ endsAt: END, shownEndsAt: END + 5_000, readAt: null })
  const back = onLightRead(later, lightRead(END - 700), SENT)
  expect(back.shownEndsAt).toBe(END)
  expect(onItemRead(later, reading({ at: SENT })).shownEndsAt).toBe(END)
})

test('a move that the item has told of is none to the light read that shows it afterwards', () => {
  const told = onItemRead(seen, { ...reading({ at: SENT }), endsAt: END - 3_000 })
  const again = onLightRead(told, lightRead(END - 3_700), SENT)
  expect(again).toMatchObject({ shownEndsAt: END - 3_000, readAt: SENT })
})

test('of an hour that comes twice, a light read that cannot tell means the one that is known', () => {
  const first = onLightRead({ ...state, readAt: SENT }, lightRead(END - 3_600_000, true), SENT)
  expect(first).toMatchObject({ shownEndsAt: END, readAt: SENT })
})

test('every page that is missing is counted, until one is seen', () => {
  const error = new SiteError('not_found', 'No such item')
  const once = onFailure(state, { doing: 'read', error }, timeline, 0)
  const twice = onFailure(once, { doing: 'read', error }, timeline, 1_000)
  expect(twice).toMatchObject({ missing: { times: 2, from: 0, to: 1_000 }, verdict: null })
  expect(onItemRead(twice, reading({ at: 2_000 })).missing).toBeNull()
})

test('while nobody knows whether the end has moved, the pauses after it grow with the time since', () => {
  const error = new SiteError('timeout', 'It took too long')
  const tired = { ...doubted, failures: 20 }
  const pauseAt = (now: number) => onFailure(tired, { doing: 'read', error }, timeline, now).nextTryAt - now
  expect([END + 1_000, END + 60_000, END + 10 * 60_000].map(pauseAt)).toEqual([2_000, 6_000, 60_000])
})

const onClaim = (siteTime: number, change: Partial<Snipe>) =>
  initialState({ ...snipe, ...change }, siteTime, { offsetMs: 0, uncertaintyMs: 20 })
const bidOnClaim = (siteTime: number, change: Partial<Snipe>) => onClaim(siteTime, change).bid

test('a snipe that was locked in may have been fired', () => {
  expect(bidOnClaim(SENT - 60_000, { takenOver: true })).toBe('none')
  expect(bidOnClaim(SENT - 60_000, { lockedInAt: SENT - 61_000 })).toBe('outcome_unknown')
  expect(bidOnClaim(SENT + 5_000, {})).toBe('none')
  expect(bidOnClaim(SENT + 5_000, { status: 'executed' })).toBe('stands')
})

test('a doubt that comes with a snipe is as old as it was, and no younger than the claim', () => {
  const inDoubt = { lockedInAt: SENT, uncertainSince: SENT + 1_000 }
  expect(onClaim(SENT + 3_000, inDoubt).uncertainSince).toBe(SENT + 1_020)
  expect(onClaim(SENT + 1_000, inDoubt).uncertainSince).toBe(SENT + 1_000)
  expect(onClaim(SENT + 3_000, { lockedInAt: SENT }).uncertainSince).toBe(SENT + 3_000)
})
