import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { type AddResult, rowsOf, toDo } from './several-auctions.ts'
import { buttonText, outcomeOf, stateText, summaryText, whyNotAdd } from './texts-of-rows.ts'

const item = (auction_id: string) => ({
  auction_id,
  title: `Auction ${auction_id}`,
  current_bid: 10,
  minimum_bid: 11,
  bid_increment: 1,
  end_time: '2026-11-21T03:00:00Z',
  status: 'active' as const,
  bid_count: 1,
  seller: null,
  shipping_cost: null,
  item_condition: null,
  category: null,
  description: null,
  image_urls: [],
  bid_timing_preference: '7',
})
const answer = (id: string) => ({ reference: id, item: item(id), error: null })
const refused = (id: string, code: string) => ({
  reference: id,
  item: undefined,
  error: new ApiError({ status: 404, code, message: `No ${id}` }),
})
const NOTHING = {
  typed: new Map(),
  results: new Map<string, AddResult>(),
  adding: null as string | null,
  lead: '7',
  isTracked: () => false,
  hasStandingBid: () => false,
  slots: 9,
  bids: 9,
}

test('Each link has a state of its own, and the plan allows the first ones', () => {
  const answers = [
    answer('100001'),
    refused('100002', 'not_found'),
    refused('100003', 'auction_over'),
    refused('100004', 'rate_limited'),
    { ...answer('100001'), reference: 'https://shopgoodwill.com/item/100001' },
    answer('100005'),
    answer('100006'),
    { reference: '100007', item: undefined, error: null },
  ]
  const rows = rowsOf(answers, {
    ...NOTHING,
    isTracked: (id) => id === '100005',
    hasStandingBid: (id) => id === '100005',
    slots: 1,
  })
  expect(rows.map(stateText)).toEqual([
    '',
    'Not found',
    'Ended',
    'No 100004',
    'The same auction as above',
    'Already tracked, with a bid',
    'Over the limit of your plan',
    'Reading…',
  ])
})

test('The button counts what is left to do, and a wrong maximum names its auction', () => {
  const typed = new Map([['100002', '20']])
  const rows = rowsOf([answer('100001'), answer('100002')], { ...NOTHING, typed })
  expect(buttonText(toDo(rows))).toBe('Track 2, schedule 1')
  expect(whyNotAdd(rows, toDo(rows))).toBeNull()

  const tooLow = new Map([['100002', '5']])
  const faulty = rowsOf([answer('100001'), answer('100002')], { ...NOTHING, typed: tooLow })
  expect(whyNotAdd(faulty, toDo(faulty))).toMatch(/^Auction 100002: .*at least/)
})

test('The first bids take what the plan allows, and a further one is refused before it is sent', () => {
  const typed = new Map(['100001', '100003', '100004'].map((id) => [id, '20']))
  const results = new Map<string, AddResult>([['100001', { tracked: true, scheduled: true, failure: null }]])
  const answers = ['100001', '100002', '100003', '100004'].map(answer)
  const rows = rowsOf(answers, { ...NOTHING, typed, results, bids: 1 })
  const faults = rows.map((row) => row.kind === 'ready' && row.draft.maxFault)
  expect(faults).toEqual([undefined, undefined, undefined, 'Over the limit of your plan'])
  expect(whyNotAdd(rows, toDo(rows))).toBe('Auction 100004: Over the limit of your plan')

  const cleared = new Map(typed).set('100004', '')
  const allowed = rowsOf(answers, { ...NOTHING, typed: cleared, results, bids: 1 })
  expect(whyNotAdd(allowed, toDo(allowed))).toBeNull()
})

test('A bid that was refused leaves its auction tracked, and only the bid to do', () => {
  const typed = new Map([
    ['100001', '20'],
    ['100002', '20'],
  ])
  const results = new Map<string, AddResult>([
    ['100001', { tracked: true, scheduled: false, failure: 'Too late.' }],
    ['100002', { tracked: true, scheduled: true, failure: null }],
  ])
  const rows = rowsOf([answer('100001'), answer('100002')], { ...NOTHING, typed, results, slots: 0 })
  expect(rows.map(stateText)).toEqual(['Tracked. Too late.', 'Tracked, bid scheduled'])
  expect(buttonText(toDo(rows))).toBe('Schedule 1')
  expect(summaryText([...results.values()])).toBe('2 tracked, 1 bid scheduled, 1 not done.')
})

test('The auction that is being added says what is done with it, and no other one does', () => {
  const answers = ['100001', '100002'].map(answer)
  const statesOf = (adding: string, isTracked: (id: string) => boolean, typed = new Map()) =>
    rowsOf(answers, { ...NOTHING, typed, adding, isTracked, hasStandingBid: () => true, slots: 1 }).map(stateText)
  expect(statesOf('100001', () => false)).toEqual(['Tracking…', 'Over the limit of your plan'])
  expect(statesOf('100001', (id) => id === '100001', new Map([['100001', '20']]))).toEqual(['Scheduling the bid…', ''])
  expect(statesOf('100002', () => true)).toEqual(['Already tracked, with a bid', 'Tracked'])
})

test('An auction that is tracked without a bid can be bid on, and takes no place of the plan', () => {
  const context = { ...NOTHING, isTracked: (id: string) => id === '100001', slots: 1 }
  const answers = [answer('100001'), answer('100002')]
  const untyped = rowsOf(answers, context)
  expect(untyped.map(stateText)).toEqual(['Already tracked', ''])
  expect(buttonText(toDo(untyped))).toBe('Track 1')
  const alone = untyped.slice(0, 1)
  expect(whyNotAdd(alone, toDo(alone))).toBe('Nothing here is left to track. Enter a maximum to bid.')
  const typed = new Map([['100001', '20']])
  const rows = rowsOf(answers, { ...context, typed })
  expect(buttonText(toDo(rows))).toBe('Track 1, schedule 1')
  const done = { tracked: true, scheduled: true, failure: null }
  const after = rowsOf(answers, { ...context, typed, results: new Map([['100001', done]]), hasStandingBid: () => true })
  expect(after.map(stateText)).toEqual(['Tracked, bid scheduled', ''])
})

test('Of a closed table, a toast says what was done, what failed, and how many auctions were not begun', () => {
  const rows = toDo(rowsOf(['100001', '100002', '100003', '100004', '100005'].map(answer), NOTHING))
  const failed = { tracked: false, scheduled: false, failure: 'No answer.' }
  const done = { tracked: true, scheduled: true, failure: null }
  expect(outcomeOf(rows, [done, failed])).toEqual({
    summary: ['Stopped before the last 3 auctions.', '1 tracked, 1 bid scheduled, 1 not done.'],
    failures: ['Auction 100002: No answer.'],
  })
  expect(outcomeOf(rows, [done, done, done, done, done])).toEqual({
    summary: ['5 tracked, 5 bids scheduled.'],
    failures: [],
  })
})

test('A bid of an auction that is tracked although its answer was lost is still to be made, with what was typed for it', () => {
  const typed = new Map([['100001', '20']])
  const results = new Map<string, AddResult>([['100001', { tracked: false, scheduled: false, failure: 'No answer.' }]])
  const rows = rowsOf([answer('100001'), answer('100002')], { ...NOTHING, typed, results, isTracked: () => true })
  expect(rows.map(stateText)).toEqual(['Tracked. No answer.', 'Already tracked'])
  expect(buttonText(toDo(rows))).toBe('Schedule 1')
})
