import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CLOCK, END, fresh as state, snipe, timeline } from '../../../test/example-snipe.ts'
import type { BidResponse, ItemReading, OpenAuction } from '../../marketplace/marketplace.ts'
import { SiteError, type SiteErrorKind } from '../../marketplace/site-error.ts'
import { AGREEMENT_MS, isAbsent, LEAD_CURRENT_AFTER_MS, onAccountLists, PAGE_CURRENT_AFTER_MS } from './evidence.ts'
import { onItemRead } from './on-reading.ts'
import { onBidResponse, onFailure } from './on-response.ts'
import { InternalFault, type Snipe } from './ports.ts'
import { resendAt } from './resend-at.ts'
import { type SnipeState, heldBy, initialState } from './snipe-state.ts'

const SENT = END - 10_000
const sent: SnipeState = state
const UNCLEAR: BidResponse = { kind: 'unknown', siteMessage: '', receivedAt: SENT }
const uncertain: SnipeState = {
  ...sent,
  answers: [UNCLEAR],
  bid: 'outcome_unknown',
  uncertainSince: SENT + 40,
}
const standing: SnipeState = { ...sent, bid: 'stands' }

type Seen = {
  at: number
  closed?: boolean
  priceCents?: number
  leads?: boolean
  otherLeads?: boolean
  ownBids?: { amountCents: number; at: number }[]
  retractedBids?: { amountCents: number; at: number }[]
  isReserveMet?: boolean
  bidCount?: number
  anonymous?: boolean
}

/** A reading at an instant. The site's clock and the monotonic clock agree. */
function reading({
  at,
  closed = at >= END,
  priceCents = 1_000,
  leads = false,
  otherLeads = false,
  ownBids = [],
  retractedBids = [],
  isReserveMet = true,
  bidCount = 1,
  anonymous = false,
}: Seen): ItemReading {
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
    bidCount,
    shippingCents: null,
    handlingCents: 0,
    pickupOnly: false,
    combinesShipping: null,
    fixedPrice: false,
    isReserveMet,
    endsAt: END,
    endsAtAmbiguous: false,
    closed,
    clock: { siteTime: at, sentAt: at, receivedAt: at + 40, resolutionMs: 1 },
    bidders: null,
    standing: anonymous ? null : { leads, otherLeads, ownBids, retractedBids },
  }
}

const listed = (maximumCents: number | null): OpenAuction => ({
  auctionId: '1',
  endsAt: END,
  leads: null,
  maximumCents,
})
/** The state after the account's list of open auctions has shown the owner's maximum. */
const withList = (before: SnipeState, maximumCents: number | null) =>
  onAccountLists(before, { open: [listed(maximumCents)], orders: null }, true)
const emptyList = (before: SnipeState) => onAccountLists(before, { open: [], orders: null }, true)
/** Late enough after the close for a page to be current. */
const LATER = END + PAGE_CURRENT_AFTER_MS
/** The state after two readings that show the same, so far apart that they agree. The first is of the instant `at`. */
const afterTwo = (before: SnipeState, { at, ...seen }: Seen, apartMs = AGREEMENT_MS) =>
  onItemRead(onItemRead(before, reading({ at, ...seen })), reading({ at: at + apartMs, ...seen }))

const answers: [BidResponse['kind'], Partial<SnipeState>][] = [
  ['leading', { bid: 'stands', verdict: null }],
  ['outbid', { verdict: { outcome: 'outbid_on_arrival', accepted: true, priceCents: 1_234, siteMessage: '' } }],
  ['closed', { bid: 'none', readAt: null, verdict: null }],
  ['account_limit', { verdict: { outcome: 'account_limit', accepted: false, priceCents: null, siteMessage: 'so' } }],
  ['unknown', { bid: 'outcome_unknown', uncertainSince: END - 900, verdict: null }],
  ['refused', { bid: 'outcome_unknown', uncertainSince: END - 900, verdict: null }],
  ['blocked', { bid: 'none', verdict: null }],
  ['rate_limited', { bid: 'none', verdict: null }],
  ['not_sent', { bid: 'none', verdict: null }],
  ['unauthorized', { bid: 'none', verdict: null, loggedIn: false, needsFreshLogin: true }],
]
test.each(answers)('The answer %s changes the state as specified', (kind, expected) => {
  const answer = { kind, siteMessage: 'so', receivedAt: END - 900, priceCents: 1_234, retryAfterMs: 500 } as BidResponse
  expect(onBidResponse(state, answer)).toMatchObject(expected)
})

const tooLow = (minimumBidCents: number | null): BidResponse => ({
  kind: 'too_low',
  siteMessage: '',
  receivedAt: SENT,
  minimumBidCents,
})

test('A bid that is too low is held back until the page shows a lower price, and is final only at the close', () => {
  const armed = { ...sent, readAt: SENT - 5_000, price: { currentCents: 2_000, minimumCents: 2_100, leads: false } }
  for (const minimumCents of [2_600, null]) {
    const refused = onBidResponse(armed, tooLow(minimumCents))
    expect(refused).toMatchObject({ verdict: null, bid: 'none', readAt: null })
    expect(heldBy(refused)).toBe('below_next_bid')
    const past = onItemRead(refused, reading({ at: SENT + 60, priceCents: 2_450, otherLeads: true }))
    expect([heldBy(past), past.verdict]).toEqual(['below_next_bid', null])
    expect(heldBy(onItemRead(past, reading({ at: SENT + 900, priceCents: 1_200, otherLeads: true })))).toBeNull()
    const over = { at: LATER, priceCents: 2_450, otherLeads: true }
    expect(afterTwo(past, over).verdict).toMatchObject({ outcome: 'below_next_bid', accepted: false })
  }
  expect(heldBy(onBidResponse(armed, tooLow(2_500)))).toBeNull()
})

test('A bid that is too low because of a bid that its owner made by hand is refused for good', () => {
  const byHand = reading({ at: SENT + 60, priceCents: 2_450, leads: true })
  const shown = onItemRead(onBidResponse(sent, tooLow(2_600)), byHand)
  expect(heldBy(shown)).toBeNull()
  expect(onBidResponse(shown, tooLow(2_600))).toMatchObject({ verdict: null, refusal: 'below_next_bid' })
})

const LED_BY_HAND = { currentCents: 1_000, minimumCents: 1_100, leads: true }

const negativeAnswers: BidResponse[] = [
  { kind: 'account_limit', siteMessage: 'no', receivedAt: SENT },
  { kind: 'too_low', siteMessage: 'no', receivedAt: SENT, minimumBidCents: 2_600 },
  { kind: 'outbid', siteMessage: 'no', receivedAt: SENT, priceCents: 2_500 },
]
test.each(negativeAnswers)('The answer $kind to a second sending is no verdict', (answer) => {
  for (const before of [uncertain, { ...state, bid: 'suspected' as const }, { ...sent, price: LED_BY_HAND }]) {
    const refused = onBidResponse(before, answer)
    expect(refused.verdict).toBeNull()
    expect(refused.bid).not.toBe('none')
  }
})

test.each(['blocked', 'rate_limited', 'unauthorized'] as const)(
  'However often the site has not taken a bid because it was %s, the bid is not given up',
  (kind) => {
    const answer = { kind, siteMessage: 'no', receivedAt: SENT, retryAfterMs: null } as BidResponse
    for (const before of [sent, uncertain]) {
      let after = before
      for (let times = 0; times < 20; times++) after = onBidResponse(after, answer)
      expect(after).toMatchObject({ verdict: null, bid: before.bid, refusal: null })
    }
  },
)

test('Four refusals in unknown words end the sendings of a bid, and are no verdict', () => {
  const refused: BidResponse = { kind: 'refused', siteMessage: 'no', receivedAt: SENT }
  const blocked: BidResponse = { kind: 'blocked', siteMessage: '', receivedAt: SENT }
  let after = sent
  for (let times = 0; times < 3; times++) after = onBidResponse(onBidResponse(after, refused), blocked)
  expect(after).toMatchObject({ verdict: null, refusal: null })
  const last = onBidResponse(after, refused)
  expect(last).toMatchObject({ verdict: null, bid: 'outcome_unknown', refusal: 'refused' })
})

test('A refused second sending whose first sending stands is won', () => {
  const refused = onBidResponse(uncertain, tooLow(2_600))
  const shown = reading({ at: SENT + 6_000, leads: true, ownBids: [{ amountCents: 1_000, at: SENT + 20 }] })
  const found = onItemRead(withList(refused, 2_500), shown)
  expect(found).toMatchObject({ bid: 'stands', verdict: null })
  expect(afterTwo(found, { at: LATER, leads: true }).verdict).toMatchObject({ outcome: 'won' })
})

test('After a sending without a clear answer the page is asked for at once, although it failed before', () => {
  const failing = { ...sent, failures: 4, nextTryAt: SENT + 4_000 }
  const unclear: BidResponse = { kind: 'unknown', siteMessage: '', receivedAt: SENT }
  expect(onBidResponse(failing, unclear).nextTryAt).toBeLessThan(SENT)
  expect(onBidResponse(failing, tooLow(2_600)).nextTryAt).toBeLessThan(SENT)
})

const LAST_TRY = END - 750

const pausesAfter = (answer: BidResponse, times: number) =>
  Array.from({ length: times }, (_, before) => resendAt(Array(before + 1).fill(answer), LAST_TRY) - answer.receivedAt)

test.each<[BidResponse['kind'], number[]]>([
  ['unknown', [0, 250, 750, 2_250, 6_750, 20_000, 20_000]],
  ['blocked', [250, 750, 2_250, 6_750, 9_250, 9_250]],
  ['refused', [250, 750, 2_250]],
  ['unauthorized', [0, 0, 2_250]],
  ['not_sent', [0, 250, 500]],
])('After the answer %s, the first sending again is soon, and later ones are further apart', (kind, pauses) => {
  const answer = { kind, siteMessage: '', receivedAt: SENT } as BidResponse
  expect(pausesAfter(answer, pauses.length)).toEqual(pauses)
})

const slowDown = (retryAfterMs: number | null, receivedAt: number): BidResponse => ({
  kind: 'rate_limited',
  siteMessage: '',
  receivedAt,
  retryAfterMs,
})

test('A bid that the site asks to slow down beyond the close is sent once more, shortly before the close', () => {
  expect(resendAt([slowDown(2_000, SENT)], LAST_TRY)).toBe(SENT + 2_000)
  expect(resendAt([slowDown(null, SENT)], LAST_TRY)).toBe(SENT + 250)
  expect(resendAt([slowDown(60_000, SENT)], LAST_TRY)).toBe(LAST_TRY)
  const again = [slowDown(60_000, SENT), slowDown(60_000, LAST_TRY + 40)]
  expect(resendAt(again, LAST_TRY)).toBeGreaterThan(END)
})

const verdictAfter = (kind: BidResponse['kind'], known: Partial<SnipeState> = {}) => {
  const answer = {
    kind,
    siteMessage: 'Please accept our terms.',
    receivedAt: SENT,
    retryAfterMs: 60_000,
  } as BidResponse
  return afterTwo(onBidResponse({ ...sent, ...known }, answer), { at: LATER, priceCents: 1_500, otherLeads: true })
    .verdict
}

test('A bid whose last answer asked to slow down, or was a refusal in unknown words, does not count as an outage', () => {
  const siteMessage = 'Please accept our terms.'
  expect(verdictAfter('rate_limited')).toMatchObject({ outcome: 'rate_limited', siteMessage })
  expect(verdictAfter('refused')).toMatchObject({ outcome: 'refused', siteMessage })
  expect(verdictAfter('unknown')).toMatchObject({ outcome: 'site_down', siteMessage })
})

test('A bid without a good token counts as a refused login only if the site has refused the login', () => {
  expect(verdictAfter('unauthorized')).toMatchObject({ outcome: 'site_down' })
  const refused = { refusedLogins: { times: 1, outcome: 'login_refused', message: 'Wrong password.' } } as const
  expect(verdictAfter('unauthorized', refused)).toMatchObject({
    outcome: 'login_refused',
    siteMessage: 'Wrong password.',
  })
})

const closed = (at: number) => reading({ at, closed: true })

test('One page that says that the auction closed ahead of time ends no bid, and three in a row do', () => {
  for (const before of [state, uncertain]) {
    const once = onItemRead(before, closed(SENT - 9_000))
    expect(once).toMatchObject({ verdict: null, bid: before.bid, endsAt: END, endedEarly: false })
    const open = onItemRead(once, reading({ at: SENT - 6_000 }))
    expect(onItemRead(onItemRead(open, closed(SENT - 3_000)), closed(SENT))).toMatchObject({
      verdict: null,
      endsAt: END,
    })
  }
  const twice = onItemRead(onItemRead(state, closed(SENT - 6_000)), closed(SENT - 3_000))
  expect(onItemRead(twice, closed(SENT)).verdict).toMatchObject({ outcome: 'ended_early', accepted: false })
})

test('One page that says closed, after the known end and before the later one that it shows, ends no bid', () => {
  const moved = { ...closed(END + 5_000), endsAt: END + 25_000 }
  expect(onItemRead(state, moved)).toMatchObject({ verdict: null, endsAt: END + 25_000, endedEarly: false })
})

test('An end that moves by more than a minute counts from the second page in a row, and until then the page is asked for again', () => {
  for (const byMs of [3_600_000, -300_000]) {
    const wrong = (at: number): ItemReading => ({ ...reading({ at }), endsAt: END + byMs })
    const armed = { ...state, readAt: SENT - 40_000 }
    const once = onItemRead(armed, wrong(SENT - 20_000))
    expect(once).toMatchObject({ endsAt: END, readAt: armed.readAt, verdict: null })
    expect(onItemRead(once, reading({ at: SENT - 19_900 }))).toMatchObject({ endsAt: END, readAt: SENT - 19_900 })
    const right = onItemRead(once, reading({ at: SENT - 19_900 }))
    expect(onItemRead(right, wrong(SENT - 10_000)).endsAt).toBe(END)
    expect(onItemRead(once, wrong(SENT - 19_900))).toMatchObject({ endsAt: END + byMs, readAt: SENT - 19_900 })
  }
  const extended = { ...reading({ at: SENT }), endsAt: END + 60_000 }
  expect(onItemRead(state, extended)).toMatchObject({ endsAt: END + 60_000, readAt: SENT })
})

test('The answer closed has the page looked at, and ends no bid before a page does', () => {
  const answer: BidResponse = { kind: 'closed', siteMessage: '', receivedAt: END - 9_000 }
  for (const before of [state, uncertain])
    expect(onBidResponse({ ...before, readAt: SENT }, answer)).toMatchObject({
      bid: before.bid,
      readAt: null,
      refusal: null,
      verdict: null,
    })
  const early = onBidResponse(state, answer)
  expect(onItemRead(early, reading({ at: END })).verdict).toMatchObject({ outcome: 'too_late', siteMessage: '' })
  const ended = [END - 8_900, END - 8_600, END - 7_800].reduce((before, at) => onItemRead(before, closed(at)), early)
  expect(ended.verdict).toMatchObject({ outcome: 'ended_early', accepted: false })
})

test("The account's list shows a bid by the owner's maximum", () => {
  expect(withList(uncertain, 2_500).bid).toBe('stands')
  expect(withList(uncertain, 2_499).bid).toBe('outcome_unknown')
  expect(withList(uncertain, null).bid).toBe('outcome_unknown')
  expect(emptyList(uncertain).bid).toBe('outcome_unknown')
  expect(onAccountLists(uncertain, { open: null, orders: null }, true).bid).toBe('outcome_unknown')
})

test('That the owner leads does not show that a bid was placed', () => {
  const byHand = [{ amountCents: 1_000, at: SENT - 60_000 }]
  const page = reading({ at: SENT + 100, leads: true, ownBids: byHand })
  expect(onItemRead(uncertain, page).bid).toBe('outcome_unknown')
  expect(onItemRead(withList(uncertain, 2_000), page).bid).toBe('outcome_unknown')
})

test('A page shows a bid by its amount alone, because a bid made by hand may be of the same second', () => {
  const leading = reading({ at: SENT + 100, leads: true, ownBids: [{ amountCents: 1_000, at: SENT + 20 }] })
  expect(onItemRead(uncertain, leading).bid).toBe('outcome_unknown')
  const outbid = (amountCents: number) =>
    reading({ at: SENT + 100, otherLeads: true, priceCents: 2_600, ownBids: [{ amountCents, at: SENT + 20 }] })
  expect(onItemRead(uncertain, outbid(2_500)).bid).toBe('stands')
  expect(onItemRead(uncertain, outbid(2_000)).bid).not.toBe('stands')
})

test('A bid made by hand at the moment of the shot is told apart by the maximum in the list', () => {
  const page = reading({ at: SENT + 100, leads: true, ownBids: [{ amountCents: 1_000, at: SENT + 20 }] })
  expect(onItemRead(withList(uncertain, 2_000), page).bid).toBe('outcome_unknown')
  expect(onItemRead(withList(uncertain, 2_500), page).bid).toBe('stands')
})

test('A bid that the page showed before the first sending is not the bid of the snipe', () => {
  const byHand = [{ amountCents: 1_000, at: SENT - 10 }]
  const before = onItemRead(state, reading({ at: SENT - 5, leads: true, ownBids: byHand }))
  const page = reading({ at: SENT + 100, leads: true, ownBids: byHand })
  const fields = { bid: 'outcome_unknown', uncertainSince: SENT + 40 } as const
  expect(onItemRead({ ...before, ...fields }, page).bid).toBe('outcome_unknown')
})

test('Before the close, a missing bid is no verdict while the price is within the maximum', () => {
  const later = fc.integer({ min: 0, max: 9_900 })
  fc.assert(
    fc.property(later, fc.boolean(), fc.integer({ min: 500, max: 2_400 }), (afterMs, anonymous, priceCents) => {
      const page = reading({ at: SENT + afterMs, anonymous, priceCents, otherLeads: true })
      expect(onItemRead(uncertain, page)).toMatchObject({ verdict: null, bid: 'outcome_unknown' })
    }),
  )
})

test('A snipe whose moment had passed at its claim is placed if the list or the page shows its maximum', () => {
  const late = initialState(snipe, SENT + 1_000, CLOCK)
  expect(late.bid).toBe('suspected')
  expect(withList(late, 2_500).bid).toBe('stands')
  expect(withList(late, 2_499).bid).toBe('suspected')
  const page = (amountCents: number) => reading({ at: SENT + 2_000, leads: true, ownBids: [{ amountCents, at: SENT }] })
  expect(onItemRead(late, page(2_500)).bid).toBe('stands')
  expect(onItemRead(late, page(1_000)).bid).toBe('suspected')
  const closed = reading({ at: END + 4_000, closed: true, leads: true, ownBids: [{ amountCents: 1_000, at: SENT }] })
  expect(onItemRead(late, closed)).toMatchObject({ bid: 'outcome_unknown', verdict: null })
})

const isLateAt = (siteTime: number, change: Partial<Snipe> = {}) =>
  initialState({ ...snipe, ...change }, siteTime, CLOCK).bid === 'suspected'

test('A snipe is late only when it may have been sent before its claim', () => {
  expect([isLateAt(SENT - 241), isLateAt(SENT - 240)]).toEqual([false, true])
  expect(isLateAt(SENT + 1_000, { lockedInAt: SENT - 1_000 })).toBe(false)
})

const seenPages = fc.record({
  at: fc.integer({ min: END - 20_000, max: END + 60_000 }),
  closed: fc.boolean(),
  priceCents: fc.integer({ min: 500, max: 4_000 }),
  leads: fc.boolean(),
  otherLeads: fc.boolean(),
  anonymous: fc.boolean(),
  bidCount: fc.integer({ min: 0, max: 3 }),
  ownBids: fc.constantFrom<NonNullable<Seen['ownBids']>>(
    [],
    [{ amountCents: 1_000, at: SENT + 20 }],
    [{ amountCents: 900, at: SENT - 60_000 }],
  ),
})

test('A bid that was or may have been sent is won, lost or not placed only if the second of two readings proves it', () => {
  fc.assert(
    fc.property(fc.constantFrom(uncertain, standing), seenPages, (before, page) => {
      fc.pre(!(page.leads && page.otherLeads))
      const first = { ...before, agreed: onItemRead(before, reading(page)).agreed }
      const { verdict } = onItemRead(first, reading({ ...page, at: page.at + AGREEMENT_MS }))
      if (verdict === null) return
      const leads = page.leads && !page.anonymous
      const otherLeads = page.otherLeads && !page.anonymous
      const isPast = page.priceCents > snipe.maximum
      const isLate = page.at + AGREEMENT_MS >= END + LEAD_CURRENT_AFTER_MS
      if (verdict.outcome === 'won') expect(leads && page.closed && (isLate || page.at < END)).toBe(true)
      else expect(isPast || otherLeads || page.bidCount === 0).toBe(true)
      if (verdict.outcome === 'lost') expect(page.closed && (isPast || otherLeads)).toBe(true)
      if (verdict.outcome !== 'won') expect(leads).toBe(false)
    }),
    { numRuns: 5_000 },
  )
})

test('One reading of the closed auction is no verdict, whatever it shows', () => {
  fc.assert(
    fc.property(fc.constantFrom(uncertain, standing), seenPages, (before, page) => {
      fc.pre(page.closed)
      expect(onItemRead(before, reading(page)).verdict).toBeNull()
    }),
  )
})

const outcomeOfLead = (at: number, apartMs: number) => afterTwo(standing, { at, leads: true }, apartMs).verdict?.outcome

test('Pages of an open auction prove that a bid has not arrived when two agree that were made long enough after it', () => {
  const moved: SnipeState = { ...sent, bid: 'outcome_unknown', endsAt: END + 86_400_000 }
  const from = moved.uncertainSince + PAGE_CURRENT_AFTER_MS
  const page = (at: number, madeBeforeMs = 1): ItemReading => {
    const made = reading({ at, closed: false, otherLeads: true })
    return { ...made, endsAt: moved.endsAt, clock: { ...made.clock, resolutionMs: madeBeforeMs } }
  }
  const afterPages = (...pages: ItemReading[]) => isAbsent(pages.reduce(onItemRead, moved))
  expect(afterPages(page(from))).toBe(false)
  expect(afterPages(page(from), page(from + 3_000))).toBe(false)
  expect(afterPages(page(from - 1_000), page(from + 3_040))).toBe(false)
  expect(afterPages(page(from, 20_000), page(from + 4_040, 20_000))).toBe(false)
  const unclear = reading({ at: from + 4_000, closed: false })
  expect(afterPages(page(from), { ...unclear, endsAt: moved.endsAt }, page(from + 4_040))).toBe(false)
  expect(afterPages(page(from), page(from + 4_040))).toBe(true)
})

test('A lead is won by two readings that are four seconds apart, of which the second comes ten seconds after the close', () => {
  expect(outcomeOfLead(END + 6_000, 4_000)).toBe('won')
  expect(outcomeOfLead(END + 5_999, 4_000)).toBeUndefined()
  expect(outcomeOfLead(END + 60_000, 3_999)).toBeUndefined()
})

test('Readings are four seconds apart by the monotonic clock, however uncertain the clock of the site is', () => {
  const first = reading({ at: LATER, leads: true })
  const unsure = { ...first, clock: { ...first.clock, siteTime: LATER - 700, resolutionMs: 1_400 } }
  const second = (afterMs: number) =>
    onItemRead(onItemRead(standing, unsure), reading({ at: LATER + afterMs, leads: true }))
  expect(second(3_999).verdict).toBeNull()
  expect(second(4_000).verdict).toMatchObject({ outcome: 'won' })
})

test('A lead is asked for again at the moment from which it counts', () => {
  const first = onItemRead(standing, reading({ at: END + 3_000, leads: true }))
  expect(first.nextTryAt).toBe(END + 3_040 + 1_500)
  const third = onItemRead(
    onItemRead(first, reading({ at: END + 4_600, leads: true })),
    reading({ at: END + 8_500, leads: true }),
  )
  expect(third.nextTryAt).toBe(END + 10_040)
})

test('Readings that contradict each other prove nothing until two of them agree', () => {
  const ownBids = [{ amountCents: 2_500, at: SENT + 20 }]
  const led = onItemRead(standing, reading({ at: LATER, leads: true }))
  const lost = onItemRead(led, reading({ at: LATER + 5_000, otherLeads: true, ownBids }))
  expect(lost.verdict).toBeNull()
  const again = onItemRead(lost, reading({ at: LATER + 6_000, leads: true }))
  expect(again.verdict).toBeNull()
  expect(onItemRead(again, reading({ at: LATER + 10_000, leads: true })).verdict).toMatchObject({ outcome: 'won' })
})

test("A lead on the page proves nothing while the account's own list says that the bid is beaten", () => {
  const led = onItemRead(standing, reading({ at: LATER, leads: true }))
  const beaten = onAccountLists(led, { open: [{ ...listed(2_500), leads: false }], orders: null }, false)
  expect(onItemRead(beaten, reading({ at: LATER + 5_000, leads: true })).verdict).toBeNull()
  expect(onItemRead(led, reading({ at: LATER + 5_000, leads: true })).verdict).toMatchObject({ outcome: 'won' })
})

test("A beaten bid is lost while the account's own list still has the closed item", () => {
  const ownBids = [{ amountCents: 2_500, at: SENT + 20 }]
  const beaten = { open: [{ ...listed(2_500), leads: false }], orders: null }
  const page = (at: number) => reading({ at, otherLeads: true, priceCents: 3_100, ownBids })
  const once = onItemRead(onAccountLists(standing, beaten, false), page(END + 3_000))
  const twice = onItemRead(onAccountLists(once, beaten, false), page(END + 7_000))
  expect(twice.verdict).toMatchObject({ outcome: 'lost', accepted: true })
})

test('A lead below the reserve price is not won', () => {
  for (const before of [standing, uncertain]) {
    const after = afterTwo(before, { at: LATER, leads: true, isReserveMet: false })
    expect(after.verdict).toMatchObject({ outcome: 'reserve_not_met' })
  }
})

test('A bid that the page shows as retracted was cancelled by the seller, if another bidder has won', () => {
  const retractedBids = [{ amountCents: 2_500, at: SENT + 20 }]
  const page = { at: END + 3_000, otherLeads: true, retractedBids }
  expect(afterTwo(standing, page).verdict).toMatchObject({ outcome: 'retracted', accepted: true })
  expect(afterTwo(standing, { ...page, otherLeads: false }).verdict).toBeNull()
  const earlier = { ...standing, ownBidsBefore: retractedBids }
  expect(afterTwo(earlier, page).verdict).toBeNull()
  const shown = afterTwo(standing, { ...page, ownBids: [{ amountCents: 2_500, at: SENT + 30 }] })
  expect(shown.verdict).toMatchObject({ outcome: 'lost' })
})

test('A page that names no leader after the close proves nothing at a price within the maximum', () => {
  for (const before of [uncertain, standing]) {
    for (const priceCents of [1_000, 2_500]) {
      let after = before
      for (const at of [LATER, LATER + 60_000, LATER + 3_600_000, LATER + 86_400_000]) {
        after = onItemRead(after, reading({ at, priceCents }))
        expect(after.verdict).toBeNull()
      }
      expect(after.resultNote).toBe('not_shown')
    }
  }
})

test('At exactly the maximum, a bid is lost when the page names another bidder as the winner', () => {
  const ownBids = [{ amountCents: 2_500, at: SENT + 20 }]
  const page = { at: END + 3_000, priceCents: 2_500, ownBids }
  expect(afterTwo(standing, { ...page, otherLeads: true }).verdict).toMatchObject({ outcome: 'lost' })
  expect(afterTwo(standing, page).verdict).toBeNull()
})

test('A price above the maximum is a loss on every two pages, unless the owner has bid more by hand', () => {
  const past = { at: END + 3_000, priceCents: 2_600 }
  expect(afterTwo(standing, { ...past, anonymous: true }).verdict).toMatchObject({ outcome: 'lost' })
  expect(afterTwo(standing, past).verdict).toMatchObject({ outcome: 'lost' })
  expect(afterTwo({ ...standing, ownMaximumCents: 6_000 }, past).verdict).toBeNull()
})

test('An owner who was shown to lead by hand has not lost, also once no login works', () => {
  const ownBids = [{ amountCents: 3_100, at: SENT - 60_000 }]
  const led = onItemRead(standing, reading({ at: END + 4_000, priceCents: 3_100, leads: true, ownBids }))
  const anonymous = { at: END + 12_000, anonymous: true }
  expect(afterTwo(led, { ...anonymous, priceCents: 3_100 }).verdict).toBeNull()
  expect(afterTwo(led, { ...anonymous, priceCents: 3_200 }).verdict).toMatchObject({ outcome: 'lost' })
})

test('A bid that no page has shown was not placed when two current pages name another winner', () => {
  const page = { priceCents: 2_000, otherLeads: true }
  expect(afterTwo(uncertain, { ...page, at: LATER - 1 }).verdict).toBeNull()
  expect(afterTwo(uncertain, { ...page, at: LATER }).verdict).toMatchObject({
    outcome: 'site_down',
    accepted: false,
  })
})

test('A page of the closed auction that shows a lead is told at once, and remembered', () => {
  const led = onItemRead(standing, reading({ at: END + 3_000, leads: true }))
  expect(led.resultNote).toBe('led')
  expect(onItemRead(led, reading({ at: END + 5_000 })).resultNote).toBe('led')
  expect(onItemRead(standing, reading({ at: END - 1_000, leads: true })).resultNote).toBeNull()
})

test('A result that is not known is asked for with pauses that grow to two hours', () => {
  const afterCloseMs = [3_000, 600_000, 3 * 86_400_000]
  const pauses = afterCloseMs.map((ms) => onItemRead(standing, reading({ at: END + ms })).nextTryAt - END - ms - 40)
  expect(pauses).toEqual([1_500, 120_000, 7_200_000])
})

test.each<[SiteErrorKind, Partial<SnipeState>]>([
  ['timeout', { failures: 1, loggedIn: true }],
  ['unavailable', { failures: 1, loggedIn: true }],
  ['unauthorized', { failures: 1, loggedIn: false, needsFreshLogin: true, nextTryAt: 5_000 }],
  ['login_refused', { refusedLogins: { times: 1, outcome: 'login_refused', message: 'so' }, failures: 0 }],
  ['not_found', { missing: { from: 5_000, to: 5_000 }, verdict: null }],
])('A failure of kind %s changes the state as specified', (kind, expected) => {
  const error = new SiteError(kind, 'It failed', { siteMessage: 'so' })
  expect(onFailure({ ...state, loggedIn: true }, { doing: 'read', error }, timeline, 5_000)).toMatchObject(expected)
})

test('Failures after the close age the words, once the site has told nothing for ten seconds', () => {
  const error = new SiteError('unavailable', 'Down')
  const noteAt = (before: SnipeState, now: number) =>
    onFailure(before, { doing: 'read', error }, timeline, now).resultNote
  expect(noteAt(standing, END + 9_999)).toBeNull()
  for (const before of [standing, uncertain]) expect(noteAt(before, END + 10_000)).toBe('not_shown')
  expect(noteAt({ ...standing, resultNote: 'led' }, END + 20_000)).toBe('led')
  expect(noteAt(state, END + 20_000)).toBeNull()
})

test('A fault on our side is not blamed on the site', () => {
  const fault = new InternalFault('vault_locked', 'A sealed secret did not open')
  const failed = onFailure(state, { doing: 'log_in', error: fault }, timeline, 5_000)
  expect(failed).toMatchObject({ failures: 1, obstacle: 'vault_locked' })
  const missing = new InternalFault('login_missing', 'No login is stored')
  expect(onFailure(state, { doing: 'log_in', error: missing }, timeline, 5_000)).toMatchObject({
    refusedLogins: { times: 1, outcome: 'login_missing' },
  })
  expect(onItemRead(failed, reading({ at: 6_000 }))).toMatchObject({ failures: 0, obstacle: null })
})

test('A page that the site did not show after the close, or while the bid could be sent, kept no bid from being sent', () => {
  const error = new SiteError('unavailable', 'Down')
  const unreadAt = (before: SnipeState, now: number) => onFailure(before, { doing: 'read', error }, timeline, now)
  const closed = reading({ at: END + 5_000 })
  const endOf = (before: SnipeState) => onItemRead(before, closed).verdict?.outcome
  const priced: SnipeState = {
    ...state,
    readAt: END - 1_000,
    price: { currentCents: 9_000, minimumCents: 9_100, leads: false },
  }
  for (const now of [END - 4_000, END + 1_000]) expect(endOf(unreadAt(state, now))).toBe('too_late')
  expect(endOf(unreadAt(priced, END + 1_000))).toBe('price_past_maximum')
  const unconnected = onFailure(state, { doing: 'connect', error }, timeline, END + 1_000)
  expect(endOf(unreadAt(unconnected, END + 2_000))).toBe('site_down')
})

test('A price that was last shown long before the close kept no bid from being sent', () => {
  const priced: SnipeState = { ...state, price: { currentCents: 9_000, minimumCents: 9_100, leads: false } }
  const endOf = (readAt: number) => onItemRead({ ...priced, readAt }, reading({ at: END + 1_000 })).verdict?.outcome
  expect(endOf(END - 2_000)).toBe('price_past_maximum')
  expect(endOf(END - 20_000)).toBe('too_late')
})

test('An item counts as missing until a page is shown', () => {
  const error = new SiteError('not_found', 'No such item')
  const once = onFailure(state, { doing: 'read', error }, timeline, 0)
  const twice = onFailure(once, { doing: 'read', error }, timeline, 1_000)
  expect(twice).toMatchObject({ missing: { from: 0, to: 1_000 }, verdict: null })
  expect(onItemRead(twice, reading({ at: 2_000 })).missing).toBeNull()
})

test('Retry pauses after the end grow with the time since the end', () => {
  const error = new SiteError('timeout', 'It took too long')
  for (const before of [uncertain, standing]) {
    const failing = { ...before, failures: 20 }
    const pauseAt = (now: number) => onFailure(failing, { doing: 'read', error }, timeline, now).nextTryAt - now
    expect([END + 1_000, END + 60_000, END + 10 * 60_000].map(pauseAt)).toEqual([2_000, 6_000, 60_000])
  }
})

const onClaim = (siteTime: number, change: Partial<Snipe>) => initialState({ ...snipe, ...change }, siteTime, CLOCK)
const bidOnClaim = (siteTime: number, change: Partial<Snipe>) => onClaim(siteTime, change).bid

test('The outcome of a claimed snipe is unknown if it was locked in', () => {
  expect(bidOnClaim(SENT - 60_000, { takenOver: true })).toBe('none')
  expect(bidOnClaim(SENT - 60_000, { lockedInAt: SENT - 61_000 })).toBe('outcome_unknown')
  expect(bidOnClaim(SENT + 5_000, {})).toBe('suspected')
  expect(bidOnClaim(SENT + 5_000, { status: 'executed' })).toBe('stands')
})

test('A bid that no engine held before its close, and that the site does not show, was not sent because none was running', () => {
  const absent = { at: LATER + 40_000, priceCents: 1_500, otherLeads: true }
  const late = onClaim(END + 40_000, {})
  expect(afterTwo(late, absent).verdict).toMatchObject({ outcome: 'not_running', accepted: false })
  expect(afterTwo(onClaim(END - 1_000, {}), absent).verdict).toMatchObject({ outcome: 'too_late' })
  const held = onClaim(END + 40_000, { group: { isGranted: false, hold: 'won' } })
  expect(afterTwo(held, absent).verdict).toMatchObject({ outcome: 'group_won' })
})

test('A claimed snipe inherits `uncertainSince`, at most the time of the claim', () => {
  const lockedInBid = { lockedInAt: SENT, uncertainSince: SENT + 1_000 }
  expect(onClaim(SENT + 3_000, lockedInBid).uncertainSince).toBe(SENT + 1_020)
  expect(onClaim(SENT + 1_000, lockedInBid).uncertainSince).toBe(SENT + 1_000)
  expect(onClaim(SENT + 3_000, { lockedInAt: SENT }).uncertainSince).toBe(SENT + 3_000)
})
