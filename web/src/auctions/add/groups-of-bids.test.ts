import { expect, test } from 'vitest'
import { createWireGroup } from '../../../test/auctions.ts'
import { freeName, groupNameOf, groupsOf, whyNotGroups } from './groups-of-bids.ts'
import type { ReadyRow, Wish } from './several-auctions.ts'

const row = (reference: string, maxBid: number, hasBid = true) =>
  ({ reference, hasBid, draft: { plan: { maxBid, secondsBeforeEnd: 5 } } }) as ReadyRow
const wish = (group: string, wins = '', budget = ''): Wish => ({ max: '', seconds: '', note: '', group, wins, budget })
const ROWS = [row('1', 30), row('2', 20), row('3', 10), row('4', 99, false)]
const NOTHING = { wishes: new Map<string, Wish>(), onlyOne: null, typedTerms: new Map(), open: [] }

test('Bids of one name are one group with the terms of its file, in the order of the rows', () => {
  const wishes = new Map([
    ['1', wish('Lamps')],
    ['2', wish('Clocks')],
    ['3', wish('Lamps', '2', '35')],
    ['4', wish('Lamps')],
  ])
  const groups = groupsOf(ROWS, { ...NOTHING, wishes })
  expect(groups.map(({ name, bids, typed }) => [name, bids, typed])).toEqual([
    ['Lamps', 2, { mostWins: '2', budget: '35' }],
    ['Clocks', 1, { mostWins: '1', budget: '' }],
  ])
  expect(groups[0]?.evaluated).toMatchObject({ mostCents: 3_500, terms: { mostWins: 2, budget: 35 } })
  expect(whyNotGroups(groups)).toBeNull()
})

test('What is typed counts before the file, and a wrong number holds the button up', () => {
  const wishes = new Map([['1', wish('Lamps', '2')]])
  const typedTerms = new Map([['Lamps', { mostWins: '0', budget: '' }]])
  const groups = groupsOf(ROWS, { ...NOTHING, wishes, typedTerms })
  expect(whyNotGroups(groups)).toMatch(/^Lamps: A whole number/)
})

test('A group that stands keeps its terms, and it is said where the file asks for others', () => {
  const open = [createWireGroup({ name: 'Lamps', most_wins: 1, budget: 40 })]
  const standing = (wins: string, budget: string) =>
    groupsOf(ROWS, { ...NOTHING, wishes: new Map([['1', wish('Lamps', wins, budget)]]), open })[0]
  expect(standing('', '')).toMatchObject({ standing: open[0], asksOther: false })
  expect(standing('1', '40.00')).toMatchObject({ asksOther: false })
  expect(standing('2', '')).toMatchObject({ asksOther: true })
  expect(standing('', '41')).toMatchObject({ asksOther: true })
  const typedTerms = new Map([['Lamps', { mostWins: 'x', budget: '' }]])
  const wishes = new Map([['1', wish('Lamps')]])
  expect(whyNotGroups(groupsOf(ROWS, { ...NOTHING, wishes, typedTerms, open }))).toBeNull()
})

test('A bid joins the group that its file asks for, and the one of which one may win where that is ticked', () => {
  const wishes = new Map([['1', wish(' Lamps ')]])
  expect(groupNameOf({ wishes, onlyOne: null }, '1')).toBe('Lamps')
  expect(groupNameOf({ wishes, onlyOne: null }, '2')).toBe('')
  expect(groupNameOf({ wishes: new Map(), onlyOne: 'Spoons' }, '2')).toBe('Spoons')
  const [only] = groupsOf(ROWS, { ...NOTHING, onlyOne: 'Spoons' })
  expect(only).toMatchObject({ name: 'Spoons', bids: 3, evaluated: { terms: { mostWins: 1, budget: null } } })
})

test('A new group has a name from the titles that no open group has', () => {
  const open = [createWireGroup({ name: 'Seiko' }), createWireGroup({ name: 'Seiko 2' })]
  expect(freeName(['Seiko 6139', 'Seiko 6138'], [])).toBe('Seiko')
  expect(freeName(['Seiko 6139', 'Seiko 6138'], open)).toBe('Seiko 3')
  expect(freeName([], [])).toBe('One of several')
})
