import { expect, test } from 'vitest'
import { createAuction, createBid, createGroupOfBid } from '../../../test/auctions.ts'
import { readImport } from './read-import.ts'
import { writeExport } from './write-export.ts'

test('What was exported is read again as it was, and no title is a formula for a spreadsheet', () => {
  const note = 'Ask, "nicely";\nabout the dial'
  const auctions = [
    { auction: createAuction({ itemUrl: 'https://shopgoodwill.com/item/279250101', title: '=1+1', note }), bid: null },
    {
      auction: createAuction({ itemUrl: 'https://shopgoodwill.com/item/279250102', title: 'Lamp', maxBid: 9 }),
      bid: createBid({ maxBid: 40.5, secondsBeforeEnd: 7, group: createGroupOfBid({ name: 'Lamps' }) }),
    },
  ]
  const file = writeExport(auctions)
  expect(file).toContain(",'=1+1\r\n")
  expect(readImport(file).lines).toMatchObject([
    { reference: 'https://shopgoodwill.com/item/279250101', max: '', seconds: '', note, fault: null },
    {
      reference: 'https://shopgoodwill.com/item/279250102',
      max: '40.50',
      seconds: '7',
      note: '',
      group: 'Lamps',
      fault: null,
    },
  ])
})
