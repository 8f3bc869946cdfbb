import type { BidOutcome } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { EXAMPLE_END as END, exampleBid as aBid } from '../../../test/example-bid.ts'
import type { BidRecord } from '../../bidding/bid-queries.ts'
import type { BidEventDetail } from '../../bids/log/bid-event.ts'
import { buildReceipt } from './build-receipt.ts'
import type { LoggedEvent } from './last-shot.ts'

const SITE = 'ShopGoodwill'
/** Before the close, on the clock of the site. */
const NOW = END - 1_000

const at = (beforeEndMs: number, detail: BidEventDetail): LoggedEvent => ({
  at: END - beforeEndMs,
  uncertaintyMs: 12,
  detail,
})

const shot = { plannedAt: END - 5_000, clockOffsetMs: 3_700, roundTripMs: 41 }
const armed = at(90_000, { kind: 'armed', endsAt: END, priceCents: 2_000, minimumBidCents: 2_100, ...shot })
const lockedIn = at(6_000, { kind: 'locked_in', plannedAt: END - 5_000, durable: true })
const sent = at(5_020, { kind: 'sent', attempt: 1, maxBidCents: 5_000, endsAt: END, ...shot })
const answered = at(4_979, {
  kind: 'answered',
  attempt: 1,
  answer: 'leading',
  siteMessage: 'Bid Received! You are currently the high bidder.',
  priceCents: 2_100,
  tookMs: 41,
})

test('The receipt of a won bid shows when it was sent, the answer of the site, and the margin', () => {
  const bid = aBid({ status: 'won', outcome: 'won', closing_price_cents: 4_250, settled_at: new Date(END + 3_000) })
  const settled = at(-3_000, { kind: 'settled', outcome: 'won', finalPriceCents: 4_250 })
  const receipt = buildReceipt(bid, [armed, lockedIn, sent, answered, settled], SITE, NOW)
  expect(receipt).toMatchObject({
    summary: 'Won for $42.50, $7.50 under your max.',
    planned_at: new Date(END - 5_000).toISOString(),
    sent_at: new Date(END - 5_020).toISOString(),
    sent_before_end_ms: 5_020,
    answered_at: new Date(END - 4_979).toISOString(),
    settled_at: new Date(END + 3_000).toISOString(),
    clock_offset_ms: 3_700,
    clock_uncertainty_ms: 12,
    round_trip_ms: 41,
    site_words: 'Bid Received! You are currently the high bidder.',
    margin: 7.5,
    verified_at: null,
  })
  expect(receipt.events.map(({ message }) => message)).toEqual([
    'Armed: the price was $20.00, the next acceptable bid $21.00.',
    'Locked in: from here on it could not be changed.',
    'Sent: a maximum of $50.00.',
    'ShopGoodwill took the bid: you led. It took 41 ms.',
    'Won, at $42.50.',
  ])
})

test('The answer stands as long after the sending as it took, although the clock of the site was measured anew in between', () => {
  const late = { ...answered, at: answered.at + 7, detail: { ...answered.detail, tookMs: 41.4 } as BidEventDetail }
  const receipt = buildReceipt(aBid({ status: 'executed' }), [armed, lockedIn, sent, late], SITE, NOW)
  expect(receipt).toMatchObject({ sent_at: iso(5_020), answered_at: iso(4_979) })
  expect(receipt.events.at(-1)).toMatchObject({ at: iso(4_979), message: expect.stringContaining('It took 41 ms.') })
})

test('A receipt begins with the scheduling, also when the clock of the process that arms is some ms behind', () => {
  const scheduled = at(89_970, { kind: 'scheduled', maxBidCents: 5_000, secondsBeforeEnd: 5 })
  const { events } = buildReceipt(aBid(), [armed, scheduled, lockedIn], SITE, NOW)
  expect(events.map(({ kind }) => kind)).toEqual(['scheduled', 'armed', 'locked_in'])
})

test('The receipt of a bid that was armed again shows the last arming, lock-in, sending and check', () => {
  const shotBefore = { plannedAt: END - 30_000, clockOffsetMs: -900, roundTripMs: 250 }
  const prices = { priceCents: 1_500, minimumBidCents: 1_600 }
  const earlier: LoggedEvent[] = [
    { ...at(600_000, { kind: 'armed', endsAt: END, ...prices, ...shotBefore }), uncertaintyMs: 80 },
    at(590_000, { kind: 'released', because: 'changed' }),
    at(580_000, { kind: 'changed', maxBidCents: 5_000, secondsBeforeEnd: 5 }),
  ]
  const lockedInBefore = at(31_000, { kind: 'locked_in', plannedAt: END - 30_000, durable: true })
  const sentBefore = at(30_000, { kind: 'sent', attempt: 1, maxBidCents: 5_000, endsAt: END, ...shotBefore })
  const verified = (beforeEndMs: number, ownBidSeen: boolean) =>
    at(beforeEndMs, { kind: 'verified', ownBidSeen, leads: ownBidSeen, priceCents: 2_100 })
  const bid = aBid({ status: 'executed', fire_at: new Date(END - 5_000) })
  const log = [...earlier, lockedInBefore, sentBefore, verified(29_000, false), armed, lockedIn, sent]
  expect(buildReceipt(bid, [...log, answered, verified(4_000, true)], SITE, NOW)).toMatchObject({
    armed_at: iso(90_000),
    locked_in_at: iso(6_000),
    planned_at: iso(5_000),
    sent_at: iso(5_020),
    verified_at: iso(4_000),
    clock_offset_ms: 3_700,
    clock_uncertainty_ms: 12,
    round_trip_ms: 41,
  })

  const unsent = buildReceipt(aBid(), [...earlier, armed], SITE, NOW)
  expect(unsent).toMatchObject({ armed_at: iso(90_000), clock_offset_ms: 3_700, clock_uncertainty_ms: 12 })
})

test('The receipt of a bid that was not sent leaves the later steps empty', () => {
  const receipt = buildReceipt(aBid(), [], SITE, NOW)
  expect(receipt).toMatchObject({
    planned_at: new Date(END - 5_000).toISOString(),
    armed_at: null,
    sent_at: null,
    sent_before_end_ms: null,
    site_words: null,
    margin: null,
  })
})

const outbid = at(4_979, {
  kind: 'answered',
  attempt: 1,
  answer: 'outbid',
  siteMessage: 'You have already been outbid.',
  priceCents: 5_100,
  tookMs: 41,
})
const unclear = (beforeEndMs: number, answer: 'unknown' | 'not_sent', siteMessage: string) =>
  at(beforeEndMs, { kind: 'answered', attempt: 1, answer, siteMessage, priceCents: null, tookMs: 41 })
const sentAndAnswered = [armed, lockedIn, sent, answered]

const ENDINGS: [outcome: BidOutcome, values: Partial<BidRecord>, events: LoggedEvent[], summary: string][] = [
  ['won', { closing_price_cents: 5_000 }, sentAndAnswered, 'Won for $50.00, exactly your max.'],
  [
    'won',
    { closing_price_cents: 5_100 },
    sentAndAnswered,
    'Won for $51.00 by a higher bid of yours, made at the site.',
  ],
  [
    'won',
    { closing_price_cents: 4_000 },
    [...sentAndAnswered, at(-90_000, { kind: 'corrected', from: 'lost', to: 'won', finalPriceCents: 4_000 })],
    'Corrected: Won for $40.00, $10.00 under your max. We first told you: “Lost”.',
  ],
  [
    'retracted',
    { closing_price_cents: 2_000 },
    sentAndAnswered,
    'The bid does not count: the seller cancelled your bid.',
  ],
  [
    'lost',
    { closing_price_cents: 5_100 },
    sentAndAnswered,
    "Lost: sold for $51.00, one step above your max. The winner's own max is not known, and may be far higher.",
  ],
  [
    'lost',
    { closing_price_cents: 5_150 },
    sentAndAnswered,
    "Lost: sold for $51.50, $1.50 above your max. The winner's own max is not known, and may be far higher.",
  ],
  ['lost', { closing_price_cents: 5_000 }, sentAndAnswered, 'Lost: sold for $50.00, to an equal bid that came first.'],
  ['lost', {}, sentAndAnswered, 'Lost.'],
  [
    'outbid_on_arrival',
    { closing_price_cents: 6_000 },
    sentAndAnswered,
    'Outbid on arrival: somebody had already bid at least your maximum of $50.00. It went for $60.00, $10.00 above it.',
  ],
  [
    'outbid_on_arrival',
    {},
    [sent, outbid],
    'Outbid on arrival: somebody had already bid at least your maximum of $50.00. The price went to $51.00, $1.00 above it.',
  ],
  [
    'price_past_maximum',
    { closing_price_cents: 7_000 },
    [armed, at(15_000, { kind: 'skipped', outcome: 'price_past_maximum', priceCents: 6_200 })],
    'Not sent: the price had passed your maximum of $50.00, at $62.00. It went for $70.00.',
  ],
  [
    'own_maximum',
    {},
    [armed, at(15_000, { kind: 'skipped', outcome: 'own_maximum', priceCents: 2_000, ownMaximumCents: 6_000 })],
    "Not sent: your own maximum of $60.00 already stood at ShopGoodwill, and this bid's maximum of $50.00 is not higher.",
  ],
  ['login_missing', {}, [armed], 'Not sent: no ShopGoodwill login was stored.'],
  [
    'unresolved',
    { status: 'executed' },
    sentAndAnswered,
    'The bid was sent, but ShopGoodwill has not shown how it ended, and we have stopped asking. Please look at your orders there.',
  ],
  ['price_past_maximum', {}, [armed], 'Not sent: the price had passed your maximum of $50.00.'],
  [
    'below_next_bid',
    {},
    [armed, at(15_000, { kind: 'reread', priceCents: 4_950, minimumBidCents: 5_050, endsAt: END })],
    'Not sent: your maximum of $50.00 was below the next acceptable bid of $50.50.',
  ],
  ['below_next_bid', {}, [armed], 'Not sent: your maximum of $50.00 was below the next acceptable bid.'],
  ['below_next_bid', {}, [sent], 'Sent, but your maximum of $50.00 was below the next acceptable bid.'],
  ['too_late', {}, [sent], 'Not placed: the auction had already closed.'],
  [
    'login_refused',
    { site_message: 'The username or password are incorrect' },
    [],
    'Not sent: ShopGoodwill refused your login. It said: “The username or password are incorrect”',
  ],
  ['site_down', {}, [armed], 'Not sent: ShopGoodwill was failing or could not be reached.'],
  ['site_down', {}, [sent], 'Not placed: ShopGoodwill was failing or could not be reached.'],
  [
    'site_down',
    {},
    [armed, sent, unclear(5_000, 'not_sent', 'There was no open connection to the site')],
    'Not sent: ShopGoodwill was failing or could not be reached.',
  ],
  ['ended_early', {}, [sent], 'The bid does not count: the auction was ended early.'],
  ['withdrawn', {}, [], 'Not sent: the item was withdrawn.'],
  ['cancelled', {}, [], 'Cancelled by you. Nothing was sent.'],
]

test.each(ENDINGS.map(([outcome, values, events, summary]) => ({ outcome, values, events, summary })))(
  'A bid that ended as $outcome is summarised as: $summary',
  ({ outcome, values, events, summary }) => {
    const bid = aBid({ status: 'failed', settled_at: new Date(END), outcome, ...values })
    expect(buildReceipt(bid, events, SITE, NOW).summary).toBe(summary)
  },
)

test.each<[string, Partial<BidRecord>, string, string]>([
  ['waiting', {}, 'waiting', 'Waiting: a bid of at most $50.00 leaves 5 s before the end.'],
  ['held by an engine', { engine_id: 1 }, 'armed', 'Armed: a bid of at most $50.00 leaves 5 s before the end.'],
  ['locked in', { engine_id: 1, locked_in_at: new Date(0) }, 'locked_in', 'Locked in: the bid is about to leave.'],
  [
    'sent with an unclear answer',
    { engine_id: 1, locked_in_at: new Date(0), last_step: 'checking' },
    'checking',
    'Sent, but no clear answer has come. ShopGoodwill is being asked whether the bid counts.',
  ],
  [
    'accepted by the site, with a result that the site does not show',
    { status: 'executed', last_step: 'checking' },
    'checking',
    'The bid was placed and the auction has closed, but ShopGoodwill does not show yet who has won. We keep asking.',
  ],
  [
    'accepted by the site',
    { status: 'executed', last_step: 'sent' },
    'sent',
    'Sent, and ShopGoodwill took it. Whether it wins is known once the auction has closed.',
  ],
  [
    'sent and not answered',
    { engine_id: 1, locked_in_at: new Date(0), last_step: 'sent' },
    'sent',
    'Sent. ShopGoodwill has not answered yet.',
  ],
])('A bid that is %s has its own phase and summary', (_, change, phase, summary) => {
  const receipt = buildReceipt(aBid(change), [], SITE, NOW)
  expect([receipt.bid.phase, receipt.summary]).toEqual([phase, summary])
})

test.each<[string, Partial<BidRecord>, string]>([
  [
    'that the site has taken',
    { status: 'executed', last_step: 'sent' },
    'The auction has closed; the result has not been seen yet.',
  ],
  ['that no engine holds', {}, 'The auction should be over, and nothing has been sent. We are asking ShopGoodwill.'],
  [
    'that an engine holds and has not locked in',
    { engine_id: 1 },
    'The auction should be over, and nothing has been sent. We are asking ShopGoodwill.',
  ],
])('After the close, the receipt of a bid %s promises no sending and no result that is past', (_, change, summary) => {
  expect(buildReceipt(aBid(change), [], SITE, END).summary).toBe(summary)
})

test.each<[BidEventDetail, string]>([
  [
    { kind: 'scheduled', maxBidCents: 123_450, secondsBeforeEnd: 9 },
    'Scheduled: at most $1,234.50, 9 s before the end.',
  ],
  [{ kind: 'changed', maxBidCents: 100, secondsBeforeEnd: 1 }, 'Changed: at most $1.00, 1 s before the end.'],
  [{ kind: 'cancelled' }, 'Cancelled by you.'],
  [{ kind: 'released', because: 'stopping' }, 'Handed on: this bidding engine was stopping.'],
  [{ kind: 'reread', priceCents: 2_000, minimumBidCents: 2_100, endsAt: END }, 'Looked again: the price was $20.00.'],
  [
    { kind: 'end_moved', from: END, to: END + 120_000 },
    'ShopGoodwill moved the end 120 s later; the bid moved with it.',
  ],
  [
    { kind: 'locked_in', plannedAt: END, durable: false },
    'Locked in while our database was away: the bid goes out all the same.',
  ],
  [
    { kind: 'checking', because: 'The connection was cut' },
    'Not known yet whether the bid counts, so ShopGoodwill is being asked. The connection was cut.',
  ],
  [
    { kind: 'checking', because: '', about: 'result' },
    'The auction has closed, but ShopGoodwill does not show yet how the bid ended. It is asked again.',
  ],
  [{ kind: 'verified', ownBidSeen: true, leads: false, priceCents: null }, 'ShopGoodwill lists the bid.'],
  [
    { kind: 'skipped', outcome: 'own_maximum', priceCents: 2_000, ownMaximumCents: 6_000 },
    "Not sent: your own maximum of $60.00 already stood at ShopGoodwill, and this bid's maximum is not higher.",
  ],
  [
    { kind: 'verified', ownBidSeen: true, leads: true, priceCents: 2_100 },
    'ShopGoodwill shows the bid: you led at $21.00.',
  ],
  [
    { kind: 'verified', ownBidSeen: false, leads: false, priceCents: 2_000 },
    'ShopGoodwill does not show the bid; the price was $20.00.',
  ],
  [{ kind: 'skipped', outcome: 'withdrawn', priceCents: null }, 'Not sent: the item was withdrawn.'],
  [
    { kind: 'skipped', outcome: 'price_past_maximum', priceCents: 6_200 },
    'Not sent: the price had passed your maximum, at $62.00.',
  ],
  [
    { kind: 'failed', outcome: 'site_down', siteMessage: 'No answer came.' },
    'The bid failed: ShopGoodwill was failing or could not be reached. No answer came.',
  ],
  [{ kind: 'failed', outcome: 'too_late', siteMessage: '' }, 'The bid failed: the auction had already closed.'],
  [
    { kind: 'answered', attempt: 1, answer: 'unknown', siteMessage: '', priceCents: null, tookMs: 20_001 },
    'No clear answer came from ShopGoodwill. It took 20.0 s.',
  ],
  [
    { kind: 'answered', attempt: 1, answer: 'not_sent', siteMessage: '', priceCents: null, tookMs: 3 },
    'The connection failed before the bid left.',
  ],
  [{ kind: 'settled', outcome: 'lost', finalPriceCents: null }, 'Lost.'],
])('The receipt describes the event %j as: %s', (detail, message) => {
  expect(buildReceipt(aBid(), [at(0, detail)], SITE, NOW).events).toMatchObject([{ kind: detail.kind, message }])
})

test('A bid that is being checked says since when, and no other bid does', () => {
  const since = { checking_since: new Date(END + 10_000) }
  const checking = buildReceipt(aBid({ status: 'executed', last_step: 'checking', ...since }), [], SITE, NOW)
  expect(checking.bid.checking_since).toBe(new Date(END + 10_000).toISOString())
  expect(
    buildReceipt(aBid({ status: 'executed', last_step: 'sent', ...since }), [], SITE, NOW).bid.checking_since,
  ).toBeNull()
})

test('A note of the engine about an unclear answer is not shown as a message of the site', () => {
  const unanswered = buildReceipt(
    aBid(),
    [sent, unclear(2_000, 'unknown', 'The site did not answer in time')],
    SITE,
    NOW,
  )
  expect(unanswered).toMatchObject({ sent_at: iso(5_020), answered_at: null, site_words: null })
})

test('Writing a bid to a dead connection does not count as sending it', () => {
  const dead = [at(3_000, { ...sent.detail }), unclear(2_990, 'not_sent', 'There was no open connection to the site')]
  expect(buildReceipt(aBid(), [sent, unclear(4_900, 'unknown', ''), ...dead], SITE, NOW).sent_at).toBe(iso(5_020))
  expect(buildReceipt(aBid(), [armed, ...dead], SITE, NOW)).toMatchObject({ sent_at: null, sent_before_end_ms: null })
})

test.each<[BidOutcome | null, number, number | null]>([
  [null, 4_200, null],
  ['won', 4_200, 8],
  ['lost', 5_300, -3],
  ['lost', 5_000, 0],
  ['lost', 1_200, null],
  ['outbid_on_arrival', 5_100, -1],
  ['price_past_maximum', 6_000, -10],
  ['site_down', 1_000, null],
  ['site_down', 9_000, null],
])('A bid that ended as %s at a final price of %i cents has the margin %j', (outcome, closing_price_cents, margin) => {
  expect(buildReceipt(aBid({ outcome, closing_price_cents }), [], SITE, NOW).margin).toBe(margin)
})

const iso = (beforeEndMs: number) => new Date(END - beforeEndMs).toISOString()
