import { expect, test } from 'vitest'
import { createBid, createAuction } from '../../../test/auctions.ts'
import { menuEntries } from './menu-entries.ts'

const NOON = Date.parse('2026-11-20T20:00:00Z')
const trains = { auction: createAuction(), bid: createBid() }
const bowls = { auction: createAuction({ id: 2, title: 'Pyrex bowls' }), bid: null }
const query = {
  text: '',
  auctions: [trains, bowls],
  open: undefined,
  pages: [{ to: '/bid-history', label: 'History' }],
  now: NOON,
  online: true,
  paused: false,
}
const offered = (more: Partial<Parameters<typeof menuEntries>[0]>) =>
  menuEntries({ ...query, ...more }).flatMap(({ items }) => items.map(({ label }) => label))

test('Without typed text the menu offers the pages and the actions on the current auction', () => {
  expect(offered({})).toEqual(['Pause all bidding', 'Go to History'])
  expect(offered({ open: trains })).toEqual([
    'Edit bid',
    'Cancel bid',
    'Labels and note',
    'Pause all bidding',
    'Go to History',
  ])
  expect(offered({ open: bowls })).toEqual(['Schedule bid', 'Labels and note', 'Pause all bidding', 'Go to History'])
})

test('Typed text finds tracked auctions by title and commands by name', () => {
  expect(offered({ text: 'santa lionel' })).toEqual(['Lionel 2343 Santa Fe diesel set'])
  expect(offered({ text: 'cancel', open: trains })).toEqual(['Cancel bid'])
  expect(offered({ text: 'teapot', open: trains })).toEqual([])
})

test('Typed text finds auctions by label and by note, and the labels themselves', () => {
  const noted = {
    auction: createAuction({ id: 3, title: 'Tin robot', labels: ['Resale'], note: 'Ask Dad' }),
    bid: null,
  }
  const auctions = [trains, bowls, noted]
  expect(offered({ auctions, text: 'resale' })).toEqual(['Show the label Resale', 'Tin robot'])
  expect(offered({ auctions, text: 'dad robot' })).toEqual(['Tin robot'])
  expect(menuEntries({ ...query, auctions, text: 'resale' })[0]?.items[0]?.action).toEqual({
    go: '/dashboard?label=Resale',
  })
})

test('A typed item number offers only to add the item', () => {
  const [group] = menuEntries({ ...query, text: ' 279250099 ', open: trains })
  expect(group?.items).toEqual([{ label: 'Add 279250099', action: { go: '/dashboard?add=279250099' }, whyNot: null }])
})

test('A locked-in bid is listed with the reason why it cannot be changed or cancelled', () => {
  const open = { ...trains, bid: createBid({ phase: 'locked_in' }) }
  const [group] = menuEntries({ ...query, open })
  expect(group?.items.map(({ whyNot }) => whyNot === null)).toEqual([false, false, true])
})

test('The menu offers only a note on an auction that is over', () => {
  expect(offered({ open: bowls, now: NOON + 100_000_000 })).toEqual([
    'Labels and note',
    'Pause all bidding',
    'Go to History',
  ])
})

test('The menu offers to pause bidding, or to resume it while it is paused', () => {
  expect(offered({ text: 'bidding' })).toEqual(['Pause all bidding'])
  expect(offered({ text: 'bidding', paused: true })).toEqual(['Resume bidding'])
})
