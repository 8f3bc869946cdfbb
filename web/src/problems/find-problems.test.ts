import type { ConnectionStatus, PauseState, PreflightFinding } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { createAuction, createBid } from '../../test/auctions.ts'
import { findProblems, nextChange, type ProblemSources } from './find-problems.ts'

const NOW = Date.parse('2026-11-20T20:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const refused: ConnectionStatus = {
  hasCredentials: true,
  username: 'd••o',
  hasValidToken: false,
  tokenExpired: false,
  lastVerified: null,
  refused: true,
  problem: 'The username or password are incorrect',
  shared: false,
}
const working: ConnectionStatus = { ...refused, hasValidToken: true, refused: false, problem: null }
const running: PauseState = { own: null, operator: null }
const finding = (fields: Partial<PreflightFinding> = {}): PreflightFinding => ({
  code: 'unpaid_items',
  severity: 'red',
  message: 'You have 15 unpaid items.',
  remedy: 'pay_at_site',
  url: null,
  ...fields,
})
const found = (...findings: PreflightFinding[]) => ({ preflight: { checkedAt: NOW, findings } })

const lionel = createBid({ id: 1, trackedAuctionId: 1, fireAt: NOW + HOUR })
const lamp = createBid({ id: 2, trackedAuctionId: 2, title: 'Lamp', fireAt: NOW + 5 * MINUTE })
const sent = createBid({ id: 3, trackedAuctionId: 3, phase: 'sent', fireAt: NOW + MINUTE })
const past = createBid({ id: 4, trackedAuctionId: 4, fireAt: NOW - 1 })
const auctions = [createAuction({ id: 1, endsOn: NOW + 2 * HOUR }), createAuction({ id: 2, endsOn: NOW + HOUR })]

const findAll = (sources: Partial<ProblemSources>) =>
  findProblems(
    {
      bids: [lionel, lamp, sent, past],
      auctions: auctions,
      login: working,
      pause: running,
      isSiteSilent: false,
      siteFailure: null,
      waiting: [],
      ...sources,
    },
    NOW,
  )
const inspect = (sources: Partial<ProblemSources>) =>
  findAll(sources).map(({ key, effect, bids }) => [key, effect, bids.map(({ id }) => id)])

test('Without a reason there is no problem, nor before anything is known', () => {
  expect(inspect({})).toEqual([])
  const unknown = { bids: undefined, auctions: undefined, login: undefined, pause: undefined }
  expect(inspect(unknown)).toEqual([])
})

test('A refused login stops every bid that is still to be sent, the earliest first, and no bid is no problem', () => {
  expect(inspect({ login: refused })).toEqual([['login', 'stops', [2, 1]]])
  expect(inspect({ login: refused, bids: [sent, past] })).toEqual([])
})

test("A pause stops all bids, is stated without any, and the operator's milder one lets armed bids go out", () => {
  const own = { since: '2026-11-20T19:00:00.000Z' }
  expect(inspect({ pause: { ...running, own } })).toEqual([['pause', 'stops', [2, 1]]])
  expect(inspect({ pause: { ...running, own }, bids: [] })).toEqual([['pause', 'stops', []]])
  const operator = { ...own, state: 'no_new', reason: null } as const
  const armed = { ...lamp, phase: 'armed' } as const
  expect(inspect({ pause: { ...running, operator }, bids: [lionel, armed] })).toEqual([['pause', 'stops', [1]]])
  expect(inspect({ pause: { own, operator }, bids: [lionel, armed] })).toEqual([['pause', 'stops', [2, 1]]])
})

test('A site that does not answer endangers only the bids of the next ten minutes', () => {
  expect(inspect({ isSiteSilent: true })).toEqual([['site_silent', 'endangers', [2]]])
})

test('A site that refuses this installation is no silent one', () => {
  expect(findAll({ isSiteSilent: true, siteFailure: 'blocked' })).toMatchObject([
    { kind: 'site_silent', refuses: true },
  ])
  expect(findAll({ isSiteSilent: true, siteFailure: 'timeout' })).toMatchObject([
    { kind: 'site_silent', refuses: false },
  ])
})

test('A price above the maximum stops the bid on that auction, whatever an older check has found', () => {
  const dear = createAuction({ id: 2, endsOn: NOW + HOUR, currentBid: 250, minimumBid: 252.5 })
  expect(inspect({ auctions: [dear] })).toEqual([['over_max', 'stops', [2]]])
  const raise = found(finding({ code: 'price_past_maximum', remedy: 'raise_bid' }))
  expect(inspect({ bids: [{ ...lamp, ...raise }] })).toEqual([])
  // An auction whose price is not loaded.
  expect(inspect({ bids: [{ ...lamp, ...raise }], auctions: [] })).toEqual([['over_max', 'stops', [2]]])
})

test('An auction whose bid was outbid is a problem until its close, or until its bidder has bid again', () => {
  const close = auctions[1]!.endsOn
  const outbid = createBid({ ...lamp, fireAt: close - 5_000, status: 'outbid', phase: 'settled' })
  expect(inspect({ bids: [outbid] })).toEqual([['outbid 2', 'stops', [2]]])
  expect(nextChange([outbid], close - 1)).toBe(close)
  const over = createAuction({ id: 2, endsOn: NOW })
  expect(inspect({ bids: [outbid], auctions: [over] })).toEqual([])
  const again = createBid({ ...lamp, id: 5, createdAt: outbid.createdAt + 1 })
  expect(inspect({ bids: [again, outbid] })).toEqual([])
})

test('A bid that the price holds back after its time is a problem until the close', () => {
  const close = auctions[1]!.endsOn
  const held = createBid({
    ...lamp,
    phase: 'armed',
    maxBid: 20,
    fireAt: NOW - 1_000,
    secondsBeforeEnd: (close - NOW) / 1_000 + 1,
  })
  const dear = createAuction({ id: 2, endsOn: close, currentBid: 25, minimumBid: 26 })
  expect(inspect({ bids: [held], auctions: [dear] })).toEqual([['outbid 2', 'stops', [2]]])
  expect(nextChange([held], close - 1)).toBe(close)
  expect(inspect({ bids: [held], auctions: [{ ...dear, minimumBid: 20 }] })).toEqual([])
})

test('Several bids with one finding are one problem, and a warning about one auction is none', () => {
  const unpaid = found(finding())
  expect(
    inspect({
      bids: [
        { ...lionel, ...unpaid },
        { ...lamp, ...unpaid },
      ],
    }),
  ).toEqual([['unpaid_items', 'stops', [2, 1]]])
  const gone = found(finding({ code: 'item_withdrawn', remedy: 'none' }))
  expect(inspect({ bids: [{ ...lionel, ...gone }, lamp] })).toEqual([['item_withdrawn', 'stops', [1]]])
  expect(inspect({ bids: [{ ...lamp, ...found(finding({ code: 'end_moved', severity: 'amber' })) }] })).toEqual([])
})

test('A warning about the account endangers its bids', () => {
  const warned = found(finding({ code: 'account_limit', severity: 'amber' }))
  expect(inspect({ bids: [{ ...lamp, ...warned }] })).toEqual([['account_limit', 'endangers', [2]]])
})

test('A finding counts during a pause, and no longer once an engine holds the bid', () => {
  const unpaid = found(finding())
  expect(inspect({ bids: [{ ...lamp, ...unpaid, phase: 'paused' }] })).toHaveLength(1)
  expect(inspect({ bids: [{ ...lamp, ...unpaid, phase: 'armed' }] })).toEqual([])
})

test("A finding about the login is left to the login's status", () => {
  const stale = found(finding({ code: 'login_refused', remedy: 'reconnect' }))
  expect(inspect({ bids: [{ ...lamp, ...stale }] })).toEqual([])
})

test('The problem with the earliest bid comes first, and one without bids last', () => {
  const gone = found(finding({ code: 'item_withdrawn', remedy: 'none' }))
  const bids = [
    { ...lionel, ...found(finding()) },
    { ...lamp, ...gone },
  ]
  expect(inspect({ bids, isSiteSilent: true }).map(([key]) => key)).toEqual([
    'site_silent',
    'item_withdrawn',
    'unpaid_items',
  ])
  expect(inspect({ bids: [{ ...lionel, ...gone }], isSiteSilent: true }).map(([key]) => key)).toEqual([
    'item_withdrawn',
    'site_silent',
  ])
})

test('The problems change next when a deadline comes into a nearer horizon, or passes', () => {
  expect(nextChange([lamp, lionel], NOW)).toBe(NOW + 4 * MINUTE)
  expect(nextChange([lamp], NOW + 4 * MINUTE)).toBe(NOW + 5 * MINUTE)
  // A bid that was not sent in time may be raised until the close.
  expect(nextChange([past, sent], NOW)).toBe(past.fireAt + 5_000)
  expect(nextChange([sent], NOW)).toBeNull()
  expect(nextChange(undefined, NOW)).toBeNull()
})

test('Alerts that do not go out are a problem of no bid', () => {
  const waiting = [{ channel: 'email', since: new Date(NOW).toISOString() }] as const
  expect(inspect({ waiting })).toEqual([['alerts_wait email', 'endangers', []]])
})

test('Restored bids wait for one answer together, as long as each can be kept', () => {
  const restored = { takenAt: NOW - 5 * HOUR, isNotAtSite: false }
  const asked = { phase: 'restored', restored } as const
  const first = createBid({ ...asked, id: 1, fireAt: NOW + HOUR })
  const second = createBid({ ...asked, id: 2, fireAt: NOW + MINUTE })
  const passed = createBid({ ...asked, id: 3, fireAt: NOW - MINUTE, secondsBeforeEnd: 120 })
  const read = { ...passed, id: 4, restored: { ...restored, isNotAtSite: true } }
  const closing = { ...read, id: 5, fireAt: NOW - 117_500 }
  expect(inspect({ bids: [first, second, passed, closing] })).toEqual([['restored', 'stops', [2, 1]]])
  expect(inspect({ bids: [first, read] })).toEqual([['restored', 'stops', [4, 1]]])
  // What stops the others does not stop them: they are not going to be sent.
  expect(inspect({ bids: [first], pause: { ...running, own: { since: '' } } })).toEqual([
    ['restored', 'stops', [1]],
    ['pause', 'stops', []],
  ])
  expect(nextChange([passed], NOW)).toBe(NOW + MINUTE - 3_000)
})
