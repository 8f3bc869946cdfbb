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
const uncertain: SnipeState = { ...state, bid: 'outcome_unknown', attempts: 1, uncertainSince: SENT }
const standing: SnipeState = { ...state, bid: 'stands', attempts: 1 }

type Seen = {
  at: number
  closed?: boolean
  priceCents?: number
  leads?: boolean
  ownBidAt?: number | null
  anonymous?: boolean
}

/** A reading at an instant. The site's clock and the monotonic clock agree. */
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
test.each(answers)('the answer %s changes the state as specified', (kind, expected) => {
  const answer = { kind, siteMessage: 'so', receivedAt: END - 900, priceCents: 1_234, retryAfterMs: 500 } as BidResponse
  expect(onBidResponse(state, answer, END)).toMatchObject(expected)
})

const tooLow = (minimumBidCents: number | null): BidResponse => ({
  kind: 'too_low',
  siteMessage: '',
  receivedAt: SENT,
  minimumBidCents,
})

test('the answer too_low ends the snipe unless the site names a minimum within the maximum', () => {
  expect(onBidResponse(state, tooLow(2_600), END).verdict).toMatchObject({ outcome: 'below_next_bid' })
  expect(onBidResponse(state, tooLow(null), END).verdict).toMatchObject({ outcome: 'below_next_bid' })
  expect(onBidResponse(state, tooLow(2_500), END)).toMatchObject({ verdict: null, rejections: 1 })
})

test('the answer closed long before the end means an early end', () => {
  const answer: BidResponse = { kind: 'closed', siteMessage: '', receivedAt: END - 9_000 }
  expect(onBidResponse(state, answer, END).verdict).toMatchObject({ outcome: 'ended_early' })
})

test('four refused tokens count as a refused login', () => {
  const answer: BidResponse = { kind: 'unauthorized', siteMessage: 'No.', receivedAt: SENT }
  const refused = (before: SnipeState) => onBidResponse(before, answer, END)
  const thrice = refused(refused(refused(state)))
  expect(thrice).toMatchObject({ loggedIn: false, needsFreshLogin: true, verdict: null })
  expect(refused(thrice).verdict).toMatchObject({ outcome: 'login_refused', siteMessage: 'No.' })
})

test('a bid whose outcome is unknown stands as soon as a page shows the bid', () => {
  expect(onItemRead(uncertain, reading({ at: SENT + 10, ownBidAt: SENT })).bid).toBe('stands')
  expect(onItemRead(uncertain, reading({ at: SENT + 10, leads: true })).bid).toBe('stands')
})

test('an older bid of the same user does not settle a bid whose outcome is unknown', () => {
  const old = reading({ at: SENT + ABSENCE_PROVEN_AFTER_MS, ownBidAt: SENT - 3_600_000 })
  expect(onItemRead({ ...uncertain, ownBidsSince: SENT - 2_000 }, old).bid).toBe('none')
})

test('only a late page with a login proves that the site did not receive a bid', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.boolean(), (afterMs, anonymous) => {
      const { bid, verdict } = onItemRead(uncertain, reading({ at: SENT + afterMs, anonymous }))
      const known = afterMs >= ABSENCE_PROVEN_AFTER_MS && !anonymous
      expect(bid === 'none' || verdict !== null).toBe(known)
    }),
  )
})

test('a bid is won or lost only if it stands, the auction is closed, and the page is not outdated', () => {
  const seen = fc.record({
    at: fc.integer({ min: END - 20_000, max: END + 20_000 }),
    closed: fc.boolean(),
    priceCents: fc.integer({ min: 500, max: 4_000 }),
    leads: fc.boolean(),
    anonymous: fc.boolean(),
    ownBidAt: fc.constantFrom(null, SENT),
  })
  fc.assert(
    fc.property(fc.constantFrom(state, uncertain, standing), seen, (before, seen) => {
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

test('a loss at a price below the maximum needs three readings', () => {
  const odd = reading({ at: END + 10_000, priceCents: 1_500, ownBidAt: SENT })
  let now = standing
  for (const isAccepted of [false, false, true]) {
    now = onItemRead(now, odd)
    expect(now.verdict?.outcome === 'lost').toBe(isAccepted)
  }
})

test.each<[SiteErrorKind, Partial<SnipeState>]>([
  ['timeout', { failures: 1, loggedIn: true }],
  ['unavailable', { failures: 1, loggedIn: true }],
  ['unauthorized', { failures: 1, loggedIn: false, needsFreshLogin: true, nextTryAt: 5_000 }],
  ['login_refused', { loginRefusals: 1, loginRefusalMessage: 'so', failures: 0 }],
  ['not_found', { missing: { times: 1, from: 5_000, to: 5_000 }, verdict: null }],
])('a failure of kind %s changes the state as specified', (kind, expected) => {
  const error = new SiteError(kind, 'It failed', { siteMessage: 'so' })
  expect(onFailure({ ...state, loggedIn: true }, { doing: 'read', error }, timeline, 5_000)).toMatchObject(expected)
})

const lightRead = (endsAt: number, endsAtAmbiguous = false): WarmReading => {
  const prices = { currentPriceCents: 1_000, minimumBidCents: 1_100 }
  return { ...prices, endsAt, endsAtAmbiguous, sellerId: '1', roundTripMs: 40 }
}

/** A state after a light read that shows the item's end in its own rounding. */
const seen = onLightRead({ ...state, readAt: SENT }, lightRead(END - 700), SENT)

test('the rounding of a light read does not move the end', () => {
  expect(seen).toMatchObject({ shownEndsAt: END, readAt: SENT })
  expect(onLightRead(seen, lightRead(END - 700), SENT)).toMatchObject({ shownEndsAt: END, readAt: SENT })
})

test('the end follows the last light read until the item is read', () => {
  const later = onLightRead(seen, lightRead(END + 4_300), SENT)
  expect(later).toMatchObject({ endsAt: END, shownEndsAt: END + 5_000, readAt: null })
  const back = onLightRead(later, lightRead(END - 700), SENT)
  expect(back.shownEndsAt).toBe(END)
  expect(onItemRead(later, reading({ at: SENT })).shownEndsAt).toBe(END)
})

test('a light read that repeats a move of the item page does not move the end again', () => {
  const reread = onItemRead(seen, { ...reading({ at: SENT }), endsAt: END - 3_000 })
  const again = onLightRead(reread, lightRead(END - 3_700), SENT)
  expect(again).toMatchObject({ shownEndsAt: END - 3_000, readAt: SENT })
})

test('a light read in the hour that occurs twice means the known end', () => {
  const first = onLightRead({ ...state, readAt: SENT }, lightRead(END - 3_600_000, true), SENT)
  expect(first).toMatchObject({ shownEndsAt: END, readAt: SENT })
})

test('missing pages are counted until a page is shown', () => {
  const error = new SiteError('not_found', 'No such item')
  const once = onFailure(state, { doing: 'read', error }, timeline, 0)
  const twice = onFailure(once, { doing: 'read', error }, timeline, 1_000)
  expect(twice).toMatchObject({ missing: { times: 2, from: 0, to: 1_000 }, verdict: null })
  expect(onItemRead(twice, reading({ at: 2_000 })).missing).toBeNull()
})

test('retry pauses after the end grow with the time since the end', () => {
  const error = new SiteError('timeout', 'It took too long')
  const failing = { ...uncertain, failures: 20 }
  const pauseAt = (now: number) => onFailure(failing, { doing: 'read', error }, timeline, now).nextTryAt - now
  expect([END + 1_000, END + 60_000, END + 10 * 60_000].map(pauseAt)).toEqual([2_000, 6_000, 60_000])
})

const onClaim = (siteTime: number, change: Partial<Snipe>) =>
  initialState({ ...snipe, ...change }, siteTime, { offsetMs: 0, uncertaintyMs: 20 })
const bidOnClaim = (siteTime: number, change: Partial<Snipe>) => onClaim(siteTime, change).bid

test('the outcome of a claimed snipe is unknown if it was locked in', () => {
  expect(bidOnClaim(SENT - 60_000, { takenOver: true })).toBe('none')
  expect(bidOnClaim(SENT - 60_000, { lockedInAt: SENT - 61_000 })).toBe('outcome_unknown')
  expect(bidOnClaim(SENT + 5_000, {})).toBe('none')
  expect(bidOnClaim(SENT + 5_000, { status: 'executed' })).toBe('stands')
})

test('a claimed snipe inherits `uncertainSince`, at most the time of the claim', () => {
  const lockedInBid = { lockedInAt: SENT, uncertainSince: SENT + 1_000 }
  expect(onClaim(SENT + 3_000, lockedInBid).uncertainSince).toBe(SENT + 1_020)
  expect(onClaim(SENT + 1_000, lockedInBid).uncertainSince).toBe(SENT + 1_000)
  expect(onClaim(SENT + 3_000, { lockedInAt: SENT }).uncertainSince).toBe(SENT + 3_000)
})
