import { expect, test } from 'vitest'
import { menuEntries } from './menu-entries.ts'
import { createBid, createAuction } from '../../../test/lots.ts'

const NOON = Date.parse('2026-11-20T20:00:00Z')
const trains = { auction: createAuction(), bid: createBid() }
const bowls = { auction: createAuction({ id: 2, title: 'Pyrex bowls' }), bid: null }
const asked = {
  words: '',
  lots: [trains, bowls],
  open: undefined,
  pages: [{ to: '/bid-history', label: 'History' }],
  now: NOON,
  online: true,
  paused: false,
}
const offered = (more: Partial<Parameters<typeof menuEntries>[0]>) =>
  menuEntries({ ...asked, ...more }).flatMap(({ items }) => items.map(({ says }) => says))

test('with nothing typed it offers the pages, and what can be done where the user is', () => {
  expect(offered({})).toEqual(['Pause all bidding', 'Go to history'])
  expect(offered({ open: trains })).toEqual(['Edit max and lead', 'Cancel bid', 'Pause all bidding', 'Go to history'])
  expect(offered({ open: bowls })).toEqual(['Schedule bid', 'Pause all bidding', 'Go to history'])
})

test('words find tracked auctions by title, and commands by name', () => {
  expect(offered({ words: 'santa lionel' })).toEqual(['Lionel 2343 Santa Fe diesel set'])
  expect(offered({ words: 'cancel', open: trains })).toEqual(['Cancel bid'])
  expect(offered({ words: 'teapot', open: trains })).toEqual([])
})

test('an item of the site can be added from it', () => {
  const [group] = menuEntries({ ...asked, words: ' 279250099 ', open: trains })
  expect(group?.items).toEqual([{ says: 'Add 279250099', act: { go: '/dashboard?add=279250099' }, whyNot: null }])
})

test('a bid that is on its way is offered with the reason why it stays', () => {
  const open = { ...trains, bid: createBid({ stage: 'locked_in' }) }
  const [group] = menuEntries({ ...asked, open })
  expect(group?.items.map(({ whyNot }) => whyNot === null)).toEqual([false, false])
})

test('nothing can be done about an auction that is over', () => {
  expect(offered({ open: bowls, now: NOON + 100_000_000 })).toEqual(['Pause all bidding', 'Go to history'])
})

test('bidding is paused or resumed, whichever it is not', () => {
  expect(offered({ words: 'bidding' })).toEqual(['Pause all bidding'])
  expect(offered({ words: 'bidding', paused: true })).toEqual(['Resume bidding'])
})
