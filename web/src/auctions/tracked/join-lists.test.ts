import { expect, test } from 'vitest'
import { createAuction } from '../../../test/auctions.ts'
import { joinLists } from './tracked-auction.ts'

test('The open auctions come before the ended ones, and either list may be missing', () => {
  const [open, ended] = [createAuction({ id: 1 }), createAuction({ id: 2, status: 'lost' })]
  expect(joinLists([open], [ended])).toEqual([open, ended])
  expect(joinLists([open], undefined)).toEqual([open])
  expect(joinLists(undefined, undefined)).toEqual([])
})

test('An auction that is in both lists stands once, in its newer state', () => {
  const open = createAuction({ id: 1, updatedAt: 1_000 })
  const won = createAuction({ id: 1, status: 'won', updatedAt: 2_000 })
  const other = createAuction({ id: 2 })
  expect(joinLists([open, other], [won])).toEqual([won, other])
  expect(joinLists([won, other], [open])).toEqual([won, other])
})
