import { expect, test } from 'vitest'
import { createAuction, createBid, createDelivered, createGroupOfBid } from '../../../test/auctions.ts'
import { readImport } from './read-import.ts'
import { writeExport, writeUndone } from './write-export.ts'

const SEIKO = 'https://shopgoodwill.com/item/279250101'
const LAMP = 'https://shopgoodwill.com/item/279250102'
const CLOCK = 'https://shopgoodwill.com/item/279250103'

test('What was exported is read again as it was, with the columns for people named as not read', () => {
  const note = 'Ask, "nicely";\nabout the dial'
  const inGroup = createBid({ maxBid: 40.5, secondsBeforeEnd: 7, group: createGroupOfBid({ name: 'Lamps' }) })
  const file = writeExport([
    { auction: createAuction({ itemUrl: SEIKO, title: '=1+1', note }), bid: null },
    { auction: createAuction({ itemUrl: LAMP, title: 'Lamp', maxBid: 9 }), bid: inGroup },
    {
      auction: createAuction({ itemUrl: CLOCK }),
      bid: createBid({ maxBid: 41.38, delivered: createDelivered({ all_in: 60 }) }),
    },
  ])
  expect(file).toContain(",'=1+1\r\n")
  expect(file).toContain(',,7,,Lamps,40.50,,Lamp\r\n')
  expect(file).toContain(',60.00,')
  expect(readImport(file)).toMatchObject({
    columns: { read: ['link', 'max', 'seconds', 'note'], unread: ['group', 'max in group', 'delivered', 'title'] },
    lines: [
      { reference: SEIKO, max: '', seconds: '', note, fault: null },
      // Imported, the bid would win beside the others of its group.
      { reference: LAMP, max: '', seconds: '7', note: '', fault: null },
      // Imported, the bid that follows from a delivered price would be one without it.
      { reference: CLOCK, max: '', fault: null },
    ],
  })
})

test('No note, group or title is a formula, whatever separates the cells, and notes are read as they were', () => {
  const formula = '=HYPERLINK("https://example.com";A1)'
  const [title, note, name] = [`Lamp;${formula}`, `- small; ${formula}`, ` \u200b${formula}`.trim()]
  const auction = createAuction({ itemUrl: SEIKO, title, note })
  const file = writeExport([{ auction, bid: createBid({ maxBid: 9, group: createGroupOfBid({ name }) }) }])
  const cells = file.replaceAll('""', '"').split(/[,;\r\n]/)
  expect(cells.filter((cell) => /^[\s\p{Cf}"']*HYPERLINK|^[\s\p{Cf}"]*[=+@-]/u.test(cell))).toEqual([])
  expect(cells.filter((cell) => cell.includes('HYPERLINK'))).toHaveLength(3)
  expect(readImport(file).lines).toMatchObject([{ note, fault: null }])
})

test('The lines that were not done are read again as they were imported, with reasons that are no formulas', () => {
  const line = { result: 'failed' as const, fault: null }
  const file = writeUndone(
    [
      { ...line, line: 3, auction_id: '1', item_url: SEIKO, max: 40.5, seconds: 7, note: 'Ask, "nicely"' },
      { ...line, line: 9, auction_id: '2', item_url: LAMP, max: null, seconds: 5, note: '' },
    ],
    () => '=1+1',
  )
  expect(file).toContain(",'=1+1\r\n")
  expect(readImport(file).lines).toMatchObject([
    { reference: SEIKO, max: '40.50', seconds: '7', note: 'Ask, "nicely"', fault: null },
    { reference: LAMP, max: '', seconds: '5', note: '', fault: null },
  ])
})
