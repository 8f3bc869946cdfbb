import { messages } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { readImport } from './read-import.ts'

const SEIKO = 'https://shopgoodwill.com/item/279250101'

const fileOf = (text: string) => {
  const file = readImport(text)
  if (!file.lines) throw new Error(file.fault)
  return file
}
const read = (text: string) => fileOf(text).lines
const faults = (text: string) => read(text).map(({ line, fault }) => [line, fault])

test('A file with named columns in any order is read, and the columns that are not read are named', () => {
  const file = `Title;Max Bid;Link;Seconds before end;Notes\nSeiko;$40.50;${SEIKO};7;"two\nlines, and ""more"""\n`
  expect(readImport(file)).toEqual({
    lines: [{ line: 3, reference: SEIKO, max: '40.50', seconds: '7', note: 'two\nlines, and "more"', fault: null }],
    columns: { read: ['link', 'max', 'seconds', 'note'], unread: ['Title'] },
    fault: null,
  })
})

test('A file without names has link, max, seconds and note, and may leave the last ones out', () => {
  expect(read(`\u{feff}${SEIKO},40,5,watch\n279250102\n\n279250103,,9`)).toEqual([
    { line: 1, reference: SEIKO, max: '40', seconds: '5', note: 'watch', fault: null },
    { line: 2, reference: '279250102', max: '', seconds: '', note: '', fault: null },
    { line: 4, reference: '279250103', max: '', seconds: '9', note: '', fault: null },
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
  const line = read(text).find(({ reference }) => reference === SEIKO)
  expect(line).toMatchObject({ max, seconds: '5', note, fault: null })
})

test('A cell that is empty keeps its place between tabs', () => {
  expect(read(`link\tmax\tseconds\tnote\n${SEIKO}\t\t5\t watch `)).toMatchObject([
    { reference: SEIKO, max: '', seconds: '5', note: 'watch', fault: null },
  ])
})

test('A comma for the decimals is refused, and the line keeps its number below a line that names the separator', () => {
  expect(faults(`sep=;\nlink;max;seconds\n${SEIKO};40,50;5`)).toEqual([[3, messages.importing.noAmount]])
})

test.each([
  [JSON.stringify([{ link: SEIKO, max: 40, seconds: 5, note: 'watch' }])],
  [JSON.stringify({ auctions: [{ url: SEIKO, max_bid: '40', seconds_before_end: '5', notes: 'watch', other: {} }] })],
])('A JSON file is read: %s', (text) => {
  expect(read(text)).toEqual([{ line: 1, reference: SEIKO, max: '40', seconds: '5', note: 'watch', fault: null }])
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
  ])
})

test.each([
  ['with names', `link,max,group,delivered,,wins\n${SEIKO},40,Lamps,,,2`, ['group', 'delivered', 'wins']],
  ['without names', `${SEIKO},40,5,watch,Lamps`, ['column 5']],
  ['of JSON', JSON.stringify([{ link: SEIKO, max: 40, all_in: 60, pickup: true }]), ['all_in', 'pickup']],
])('The columns of a file %s that are not read are named, and the others are taken', (_, text, unread) => {
  expect(readImport(text)).toMatchObject({ columns: { unread }, lines: [{ reference: SEIKO, max: '40', fault: null }] })
})

test.each([
  ['', messages.importing.empty],
  ['link,max\n', messages.importing.empty],
  ['[]', messages.importing.empty],
  ['[{"link":', messages.importing.unreadable],
  ['{"auctions": 7}', messages.importing.unreadable],
  ['279250101,"40', messages.importing.unreadable],
  [Array.from({ length: 501 }, (_, index) => 279_250_000 + index).join('\n'), messages.importing.tooMany(501, 500)],
])('A file of which nothing can be read says why: %j', (text, fault) => {
  expect(readImport(text)).toEqual({ lines: null, fault })
})

test.each([['[null, 7, [], {"link": {"a": 1}}]'], ['[[[[[[[['], ['\u0000\u0001,\u0002']])(
  'No file makes the page fail: %j',
  (text) => {
    expect(() => readImport(text)).not.toThrow()
  },
)
