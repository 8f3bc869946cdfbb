import { messages } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { readImport } from './read-import.ts'

const SEIKO = 'https://shopgoodwill.com/item/279250101'

const read = (text: string) => readImport(text).lines
const faults = (text: string) => read(text)?.map(({ line, fault }) => [line, fault])

test('A file with named columns in any order is read, and columns that it does not know are left out', () => {
  const file = `Title;Max Bid;Link;Seconds before end;Notes\nSeiko;$40.50;${SEIKO};7;"two\nlines, and ""more"""\n`
  expect(read(file)).toEqual([
    { line: 3, reference: SEIKO, max: '40.50', seconds: '7', note: 'two\nlines, and "more"', group: '', fault: null },
  ])
})

test('A file without names has link, max, seconds and note, and may leave the last ones out', () => {
  expect(read(`\u{feff}${SEIKO},40,5,watch\n279250102\n\n279250103,,9`)).toEqual([
    { line: 1, reference: SEIKO, max: '40', seconds: '5', note: 'watch', group: '', fault: null },
    { line: 2, reference: '279250102', max: '', seconds: '', note: '', group: '', fault: null },
    { line: 4, reference: '279250103', max: '', seconds: '9', note: '', group: '', fault: null },
  ])
})

test.each([
  [JSON.stringify([{ link: SEIKO, max: 40, seconds: 5, note: 'watch' }])],
  [JSON.stringify({ auctions: [{ url: SEIKO, max_bid: '40', seconds_before_end: '5', notes: 'watch', other: {} }] })],
])('A JSON file is read: %s', (text) => {
  expect(read(text)).toEqual([
    { line: 1, reference: SEIKO, max: '40', seconds: '5', note: 'watch', group: '', fault: null },
  ])
})

test('Each line that breaks a rule is named with the field and the rule, and the others stay', () => {
  const file = [
    `${SEIKO},40`,
    ',40',
    'a lamp,40',
    '279250102,forty',
    '279250103,0',
    '279250104,1.999',
    '279250105,10,181',
    '279250106,10,5 s',
    `${SEIKO},50`,
    `279250107,,,${'x'.repeat(2_001)}`,
    `279250108,,,,${'x'.repeat(61)}`,
  ].join('\n')
  const lead = messages.importing.noLead(messages.bidRefusal.leadOutOfRange)
  expect(faults(file)).toEqual([
    [1, null],
    [2, messages.importing.noLink],
    [3, messages.importing.noItem],
    [4, messages.importing.noAmount],
    [5, messages.importing.noAmount],
    [6, messages.importing.noAmount],
    [7, lead],
    [8, lead],
    [9, messages.importing.repeated(1)],
    [10, messages.importing.badNote(messages.note.noteTooLong)],
    [11, messages.importing.badGroup(60)],
  ])
})

test.each([
  ['', messages.importing.empty],
  ['link,max\n', messages.importing.empty],
  ['[]', messages.importing.empty],
  ['[{"link":', messages.importing.unreadable],
  ['{"auctions": 7}', messages.importing.unreadable],
  ['279250101,"40', messages.importing.unreadable],
  [Array.from({ length: 201 }, (_, index) => 279_250_000 + index).join('\n'), messages.importing.tooMany(201, 200)],
])('A file of which nothing can be read says why: %j', (text, fault) => {
  expect(readImport(text)).toEqual({ lines: null, fault })
})

test.each([['[null, 7, [], {"link": {"a": 1}}]'], ['[[[[[[[['], ['\u0000\u0001,\u0002']])(
  'No file makes the page fail: %j',
  (text) => {
    expect(() => readImport(text)).not.toThrow()
  },
)
