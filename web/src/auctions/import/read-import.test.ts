import { messages } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { readImport } from './read-import.ts'

const SEIKO = 'https://shopgoodwill.com/item/279250101'

/** The columns that these files leave out. */
const NO_MORE = { delivered: '', allowance: '', pickup: '', wins: '', budget: '', fault: null }

const read = (text: string) => readImport(text).lines
const faults = (text: string) => read(text)?.map(({ line, fault }) => [line, fault])

test('A file with named columns in any order is read, and columns that it does not know are left out', () => {
  const file = `Title;Max Bid;Link;Seconds before end;Notes\nSeiko;$40.50;${SEIKO};7;"two\nlines, and ""more"""\n`
  expect(read(file)).toEqual([
    { line: 3, reference: SEIKO, max: '40.50', seconds: '7', note: 'two\nlines, and "more"', group: '', ...NO_MORE },
  ])
})

test('A file without names has link, max, seconds and note, and may leave the last ones out', () => {
  expect(read(`\u{feff}${SEIKO},40,5,watch\n279250102\n\n279250103,,9`)).toEqual([
    { line: 1, reference: SEIKO, max: '40', seconds: '5', note: 'watch', group: '', ...NO_MORE },
    { line: 2, reference: '279250102', max: '', seconds: '', note: '', group: '', ...NO_MORE },
    { line: 4, reference: '279250103', max: '', seconds: '9', note: '', group: '', ...NO_MORE },
  ])
})

test.each([
  ['commas, by their names', `link,max,seconds,note,group\n${SEIKO},40,5,nice; chipped,Lamps`, '40', 'nice; chipped'],
  ['commas, without names', `${SEIKO},40,5,nice; chipped,Lamps`, '40', 'nice; chipped'],
  [
    'commas, after lines of one column',
    `279250102\n279250103\n${SEIKO},40,5,nice; chipped,Lamps`,
    '40',
    'nice; chipped',
  ],
  [
    'tabs, by their names',
    `Price, USD\tlink\tmax\tlead\tnote\tgroup\n\t${SEIKO}\t1,240\t5\ta, b; c\tLamps`,
    '1,240',
    'a, b; c',
  ],
  ['tabs, without names', `${SEIKO}\t1,240\t5\ta, b; c\tLamps`, '1,240', 'a, b; c'],
  [
    'semicolons, by quoted names',
    `"Price, USD";"link";"max";lead;note;group\n1;${SEIKO};1,240;5;a, b;Lamps`,
    '1,240',
    'a, b',
  ],
  ['semicolons, without names', `"${SEIKO}";1,240;5;a, b;Lamps`, '1,240', 'a, b'],
  [
    'semicolons, as its first line says',
    `\u{feff}sep=;\r\nlink;max;lead;note;group\r\n${SEIKO};1,240;5;a, b;Lamps\r\n`,
    '1,240',
    'a, b',
  ],
])('A file separates its columns by one character alone: %s', (_, text, max, note) => {
  const line = read(text)!.find(({ reference }) => reference === SEIKO)
  expect(line).toMatchObject({ max, seconds: '5', note, group: 'Lamps', fault: null })
})

test('A cell that is empty keeps its place between tabs', () => {
  expect(read(`link\tmax\tseconds\tnote\n${SEIKO}\t\t5\t watch `)).toMatchObject([
    { reference: SEIKO, max: '', seconds: '5', note: 'watch', fault: null },
  ])
})

test('A comma for the decimals is refused, and the line keeps its number below a line that names the separator', () => {
  expect(faults(`sep=;\nlink;max;seconds\n${SEIKO};40,50;5`)).toEqual([[3, messages.importing.noAmount('max')]])
})

test.each([
  [JSON.stringify([{ link: SEIKO, max: 40, seconds: 5, note: 'watch' }])],
  [JSON.stringify({ auctions: [{ url: SEIKO, max_bid: '40', seconds_before_end: '5', notes: 'watch', other: {} }] })],
])('A JSON file is read: %s', (text) => {
  expect(read(text)).toEqual([
    { line: 1, reference: SEIKO, max: '40', seconds: '5', note: 'watch', group: '', ...NO_MORE },
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
    [4, messages.importing.noAmount('max')],
    [5, messages.importing.noAmount('max')],
    [6, messages.importing.noAmount('max')],
    [7, lead],
    [8, lead],
    [9, messages.importing.repeated(1)],
    [10, messages.importing.badNote(messages.note.noteTooLong)],
    [11, messages.importing.badGroup(60)],
  ])
})

test('Delivered prices and the terms of groups are read, and each rule that they break is named', () => {
  const file = [
    'link;delivered;allowance;pickup;max;group;wins;budget',
    `${SEIKO};$60.50;8;No handling;;Lamps;2;35`,
    '279250102;60;;;40',
    '279250103;1.999',
    '279250104;60;1.999',
    '279250105;;8;;40',
    '279250106;;;yes;40',
    '279250107;60;;perhaps',
    '279250108;;;;40;;2',
    '279250109;;;;40;;;30',
    '279250110;;;;40;Lamps;0',
    '279250111;;;;40;Lamps;;-1',
    '279250112;;;;40;Lamps;3',
    '279250113;;;;40;Lamps;2;36',
    '279250114;60;;;;Lamps',
  ].join('\n')
  const { importing } = messages
  expect(read(file)?.[0]).toMatchObject({ delivered: '60.50', allowance: '8', pickup: 'No handling', fault: null })
  expect(faults(file)).toEqual([
    [2, null],
    [3, importing.maxOrDelivered],
    [4, importing.noAmount('delivered')],
    [5, importing.noAmount('allowance')],
    [6, importing.onlyWithDelivered('allowance')],
    [7, importing.onlyWithDelivered('pickup')],
    [8, importing.badPickup],
    [9, importing.onlyWithGroup('wins')],
    [10, importing.onlyWithGroup('budget')],
    [11, importing.badWins(100)],
    [12, importing.noAmount('budget')],
    [13, importing.otherTerms('wins', 2)],
    [14, importing.otherTerms('budget', 2)],
    [15, null],
  ])
  const json = JSON.stringify([{ link: SEIKO, all_in: 60.5, pickup: true, constructor: 'no column' }])
  expect(read(json)).toMatchObject([{ delivered: '60.5', pickup: 'true', max: '', fault: null }])
})

test.each([
  ['', messages.importing.empty],
  ['link,max\n', messages.importing.empty],
  ['[]', messages.importing.empty],
  ['[{"link":', messages.importing.unreadable],
  ['{"auctions": 7}', messages.importing.unreadable],
  ['279250101,"40', messages.importing.unreadable],
  [
    Array.from({ length: 10_001 }, (_, index) => 279_250_000 + index).join('\n'),
    messages.importing.tooMany(10_001, 10_000),
  ],
])('A file of which nothing can be read says why: %j', (text, fault) => {
  expect(readImport(text)).toEqual({ lines: null, fault })
})

test('A file that is longer than the table can have no groups', () => {
  const lines = Array.from({ length: 201 }, (_, index) => `${279_250_000 + index},40,5,,${index === 7 ? 'Lamps' : ''}`)
  expect(faults(lines.join('\n'))?.filter(([, fault]) => fault !== null)).toEqual([[8, messages.importing.noGroup]])
  expect(faults(lines.slice(0, 200).join('\n'))?.filter(([, fault]) => fault !== null)).toEqual([])
})

test.each([['[null, 7, [], {"link": {"a": 1}}]'], ['[[[[[[[['], ['\u0000\u0001,\u0002']])(
  'No file makes the page fail: %j',
  (text) => {
    expect(() => readImport(text)).not.toThrow()
  },
)
