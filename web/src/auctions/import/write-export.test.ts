import { expect, test } from 'vitest'
import { createAuction, createBid, createDelivered, createGroupOfBid, createWireGroup } from '../../../test/auctions.ts'
import { readImport } from './read-import.ts'
import { writeExport, writeUndone } from './write-export.ts'

const SEIKO = 'https://shopgoodwill.com/item/279250101'
const LAMP = 'https://shopgoodwill.com/item/279250102'
const CLOCK = 'https://shopgoodwill.com/item/279250103'

test('What was exported is read again as it was, and no title is a formula for a spreadsheet', () => {
  const note = 'Ask, "nicely";\nabout the dial'
  const auctions = [
    { auction: createAuction({ itemUrl: 'https://shopgoodwill.com/item/279250101', title: '=1+1', note }), bid: null },
    {
      auction: createAuction({ itemUrl: 'https://shopgoodwill.com/item/279250102', title: 'Lamp', maxBid: 9 }),
      bid: createBid({ maxBid: 40.5, secondsBeforeEnd: 7, group: createGroupOfBid({ name: 'Lamps' }) }),
    },
  ]
  const file = writeExport(auctions, [])
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

test('No note, group or title is a formula, whatever separates the cells, and notes and groups are read as they were', () => {
  const formula = '=HYPERLINK("https://example.com";A1)'
  const [title, note, name] = [`Lamp;${formula}`, `- small; ${formula}`, ` \u200b${formula}`.trim()]
  const auction = createAuction({ itemUrl: SEIKO, title, note })
  const file = writeExport([{ auction, bid: createBid({ maxBid: 9, group: createGroupOfBid({ name }) }) }], [])
  const cells = file.replaceAll('""', '"').split(/[,;\r\n]/)
  expect(cells.filter((cell) => /^[\s\p{Cf}"']*HYPERLINK|^[\s\p{Cf}"]*[=+@-]/u.test(cell))).toEqual([])
  expect(cells.filter((cell) => cell.includes('HYPERLINK'))).toHaveLength(3)
  expect(readImport(file).lines).toMatchObject([{ note, group: name, fault: null }])
})

test('The lines that were not done are read again as they were imported, with reasons that are no formulas', () => {
  const line = { result: 'failed' as const, fault: null }
  const byMax = { all_in: null, allowance: null, pickup: false, no_handling: false }
  const delivered = { all_in: 60, allowance: 7.5, pickup: true, no_handling: true }
  const file = writeUndone(
    [
      {
        ...line,
        line: 3,
        auction_id: '279250101',
        item_url: SEIKO,
        max: 40.5,
        ...byMax,
        seconds: 7,
        note: 'Ask, "nicely"',
      },
      { ...line, line: 9, auction_id: '279250102', item_url: LAMP, max: null, ...byMax, seconds: 5, note: '' },
      { ...line, line: 10, auction_id: '279250103', item_url: CLOCK, max: null, ...delivered, seconds: 5, note: '' },
    ],
    () => '=1+1',
  )
  expect(file).toContain(",'=1+1\r\n")
  expect(readImport(file).lines).toMatchObject([
    { reference: SEIKO, max: '40.50', seconds: '7', note: 'Ask, "nicely"', fault: null },
    { reference: LAMP, max: '', delivered: '', seconds: '5', note: '', fault: null },
    { reference: CLOCK, max: '', delivered: '60.00', allowance: '7.50', pickup: 'no handling', fault: null },
  ])
})

test('A delivered price is exported in place of the maximum that follows from it, and a group with its wins and its budget', () => {
  const set = createDelivered({ all_in: 60, allowance: 7.5, pickup: true, no_handling: false })
  const group = createGroupOfBid({ id: 7, name: 'Lamps' })
  const auctions = [
    { auction: createAuction({ itemUrl: SEIKO }), bid: createBid({ maxBid: 41.38, delivered: set }) },
    { auction: createAuction({ itemUrl: LAMP }), bid: createBid({ maxBid: 9, group }) },
  ]
  const lines = readImport(writeExport(auctions, [createWireGroup({ id: 7, most_wins: 2, budget: 35 })])).lines
  expect(lines).toMatchObject([
    { reference: SEIKO, max: '', delivered: '60.00', allowance: '7.50', pickup: 'yes', wins: '', fault: null },
    { reference: LAMP, max: '9.00', delivered: '', group: 'Lamps', wins: '2', budget: '35.00', fault: null },
  ])
})
