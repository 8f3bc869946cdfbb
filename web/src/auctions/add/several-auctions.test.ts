import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import {
  type AddResult,
  buttonText,
  groupNameOf,
  rowsOf,
  stateText,
  summaryText,
  toDo,
  whyNotAdd,
} from './several-auctions.ts'

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
const typedMax = (max: string) => ({ max, again: '' })
const typedGroup = (group: string) => new Map([['100001', { ...typedMax('20'), group }]])
const NOTHING = {
  typed: new Map(),
  results: new Map<string, AddResult>(),
  lead: '7',
  wishes: new Map(),
  isTracked: () => false,
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
  const rows = rowsOf(answers, { ...NOTHING, isTracked: (id) => id === '100005', slots: 1 })
  expect(rows.map(stateText)).toEqual([
    '',
    'Not found',
    'Ended',
    'No 100004',
    'The same auction as above',
    'Already tracked',
    'Over the limit of your plan',
    'Reading…',
  ])
})

test('The button counts what is left to do, and a wrong maximum names its auction', () => {
  const typed = new Map([['100002', typedMax('20')]])
  const rows = rowsOf([answer('100001'), answer('100002')], { ...NOTHING, typed })
  expect(buttonText(toDo(rows, typed), typed)).toBe('Track 2, schedule 1')
  expect(whyNotAdd(rows, toDo(rows, typed), typed)).toBeNull()

  const tooLow = new Map([['100002', typedMax('5')]])
  const faulty = rowsOf([answer('100001'), answer('100002')], { ...NOTHING, typed: tooLow })
  expect(whyNotAdd(faulty, toDo(faulty, tooLow), tooLow)).toMatch(/^Auction 100002: .*at least/)
})

test('The first bids take what the plan allows, and a further one is refused before it is sent', () => {
  const typed = new Map(['100001', '100003', '100004'].map((id) => [id, typedMax('20')]))
  const results = new Map<string, AddResult>([['100001', { tracked: true, scheduled: true, failure: null }]])
  const answers = ['100001', '100002', '100003', '100004'].map(answer)
  const rows = rowsOf(answers, { ...NOTHING, typed, results, bids: 1 })
  const faults = rows.map((row) => row.kind === 'ready' && row.draft.maxFault)
  expect(faults).toEqual([undefined, undefined, undefined, 'Over the limit of your plan'])
  expect(whyNotAdd(rows, toDo(rows, typed), typed)).toBe('Auction 100004: Over the limit of your plan')

  const cleared = new Map(typed).set('100004', typedMax(''))
  const allowed = rowsOf(answers, { ...NOTHING, typed: cleared, results, bids: 1 })
  expect(whyNotAdd(allowed, toDo(allowed, cleared), cleared)).toBeNull()
})

test('A bid that was refused leaves its auction tracked, and only the bid to do', () => {
  const typed = new Map([
    ['100001', typedMax('20')],
    ['100002', typedMax('20')],
  ])
  const results = new Map<string, AddResult>([
    ['100001', { tracked: true, scheduled: false, failure: 'Too late.' }],
    ['100002', { tracked: true, scheduled: true, failure: null }],
  ])
  const rows = rowsOf([answer('100001'), answer('100002')], { ...NOTHING, typed, results, slots: 0 })
  expect(rows.map(stateText)).toEqual(['Tracked. Too late.', 'Tracked, bid scheduled'])
  expect(buttonText(toDo(rows, typed), typed)).toBe('Schedule 1')
  expect(summaryText([...results.values()])).toBe('2 tracked, 1 bid scheduled, 1 not done.')
})

test('A bid joins the group that is typed, or that its file asks for until another is typed or the field is emptied', () => {
  const wishes = new Map([['100001', { max: '20', seconds: '', note: '', group: 'Lamps' }]])
  expect(groupNameOf({ typed: new Map(), wishes }, '100001')).toBe('Lamps')
  expect(groupNameOf({ typed: typedGroup(' Clocks '), wishes }, '100001')).toBe('Clocks')
  expect(groupNameOf({ typed: typedGroup(''), wishes }, '100001')).toBe('')
  expect(groupNameOf({ typed: new Map(), wishes: new Map() }, '100001')).toBe('')
})
