import { centsFromDollars, messages, type OrdersFile, type PastOrder, readOrdersFile } from '@bidwell/contract'
import { parse } from 'csv-parse/browser/esm/sync'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

const HEADINGS =
  'Order #,Order Date,Item Id,Item,Category,Quantity,Item Price,Item End Time,Payment Date,Payment Amount,Tracking #,Tax,Additional Fee,Shipping Price,Handling Price,Donation,Shipped Date,Seller'

const PLAIN = {
  'Order #': '61234567',
  'Order Date': '11/21/2025',
  'Item Id': '279250057',
  Item: 'Lionel 2343 Santa Fe',
  Category: 'Trains',
  Quantity: '1',
  'Item Price': '$1,182.50',
  'Item End Time': '11/20/2025 6:42:17 PM',
  'Payment Date': '11/22/2025 9:05:00 AM',
  'Payment Amount': '$1,300.00',
  'Tracking #': '794600000012_x0009_',
  Tax: '$91.65',
  'Additional Fee': '$1.00',
  'Shipping Price': '$19.85',
  'Handling Price': '$4.00',
  Donation: '$1.00',
  'Shipped Date': '11/24/2025',
  Seller: 'Goodwill of Orange County',
}
type Cells = { [heading in keyof typeof PLAIN]?: string }

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const lineOf = (cells: Cells) =>
  Object.values({ ...PLAIN, ...cells })
    .map(quoted)
    .join()
const fileOf = (rows: readonly Cells[]) => `\u{feff}${[HEADINGS, ...rows.map(lineOf)].join('\r\n')}\r\n`

function read(text: string): OrdersFile {
  const file = readOrdersFile(text, parse)
  if ('fault' in file) throw new Error(file.fault)
  return file
}
const readRows = (rows: readonly Cells[]) => read(fileOf(rows))
const faults = (rows: readonly Cells[]) => readRows(rows).faults

test('A row of the site’s 18 columns is read, without the mark at the start of the file and the tab after a tracking number', () => {
  expect(readRows([{}])).toEqual({
    orders: [
      {
        auction_id: '279250057',
        order_id: '61234567',
        items_in_order: 1,
        title: 'Lionel 2343 Santa Fe',
        seller: 'Goodwill of Orange County',
        ended_at: '2025-11-20T18:42:17',
        ordered_on: '2025-11-21',
        paid_on: '2025-11-22',
        shipped_on: '2025-11-24',
        price: 1182.5,
        shipping: 19.85,
        handling: 4,
        tax: 91.65,
        additional_fee: 1,
        donation: 1,
        tracking_number: '794600000012',
      } satisfies PastOrder,
    ],
    faults: [],
    unequal: 0,
  })
})

test.each([
  ['Order #', ['Order #']],
  ['Item Id', ['Item Id']],
  ['Item Price', ['Item Price']],
])('A file without the heading %s names it', (heading, missing) => {
  const text = fileOf([{}]).replace(heading, 'Another')
  expect(readOrdersFile(text, parse)).toEqual({ fault: messages.books.headingsMissing(missing) })
})

test('The columns may stand in any order, between semicolons, with further ones and in other capitals', () => {
  const text =
    'more;SELLER;item price;item;order date;ITEM ID;Order #\nx;Reno;5;Lamp, brass;2/3/24;279250057;61234567\n'
  expect(read(text).orders).toMatchObject([
    { title: 'Lamp, brass', seller: 'Reno', price: 5, ordered_on: '2024-02-03', ended_at: '2024-02-03T00:00:00' },
  ])
})

test('Each line that cannot be read is named with the column and the rule, and the others are taken', () => {
  const rows: readonly Cells[] = [
    {},
    { 'Item Id': 'lamp' },
    { 'Item Id': '279250058', 'Order #': '' },
    { 'Item Id': '279250059', 'Item Price': '' },
    { 'Item Id': '279250060', 'Item Price': 'ten' },
    { 'Item Id': '279250061', Tax: '-$1.00' },
    { 'Item Id': '279250062', 'Item Price': '$1.999' },
    { 'Item Id': '279250063', 'Item End Time': '2/30/2025 1:00:00 PM' },
    { 'Item Id': '279250064', 'Item End Time': '', 'Order Date': '', 'Payment Date': '' },
    {},
    { 'Item Id': '279250065', 'Item Price': '$9,999,999.00' },
    { 'Item Id': '279250066', Item: '' },
  ]
  const { orders, faults: found } = readRows(rows)
  expect(orders.map(({ auction_id }) => auction_id)).toEqual(['279250057', '279250066'])
  expect(orders[1]).toMatchObject({ title: '279250066' })
  expect(found.map(({ line, fault }) => `${line} ${fault}`)).toEqual([
    `3 ${messages.books.noItemNumber}`,
    `4 ${messages.books.noOrderNumber}`,
    `5 ${messages.books.noPrice}`,
    `6 ${messages.books.badAmount('Item Price', 'ten')}`,
    `7 ${messages.books.badAmount('Tax', '-$1.00')}`,
    `8 ${messages.books.badAmount('Item Price', '$1.999')}`,
    `9 ${messages.books.badDate('Item End Time', '2/30/2025 1:00:00 PM')}`,
    `10 ${messages.books.noDate}`,
    `11 ${messages.books.sameItem(2)}`,
    `12 ${messages.books.badAmount('Item Price', '$9,999,999.00')}`,
  ])
})

test.each([
  ['11/20/2025', '2025-11-20T00:00:00'],
  ['11/20/2025 12:05 AM', '2025-11-20T00:05:00'],
  ['11/20/2025 12:05:09 PM PST', '2025-11-20T12:05:09'],
  ['1/2/2025 18:42', '2025-01-02T18:42:00'],
  ['2025-11-20T18:42:17.123', '2025-11-20T18:42:17'],
  ['2025-11-20 18:42:17', '2025-11-20T18:42:17'],
])('A date is read: %s', (typed, ended_at) => {
  expect(readRows([{ 'Item End Time': typed }]).orders).toMatchObject([{ ended_at }])
})

test.each(['11/20', '20/11/2025', '11/20/1025', 'soon', '11/20/2025 25:00', '11/20/2025 6:42 later', '1e9'])(
  'What is no date is named: %s',
  (typed) => {
    expect(faults([{ 'Item End Time': typed }])).toEqual([
      { line: 2, fault: messages.books.badDate('Item End Time', typed) },
    ])
  },
)

const cents = fc.integer({ min: 1, max: 2_000_000 })
const item = fc.record({ price: cents, shipping: cents, handling: cents, tax: cents })
const dollars = (amount: number) => `$${(amount / 100).toFixed(2)}`
const added = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + each, 0)
const partsOf = ({ orders }: OrdersFile, name: 'shipping' | 'tax' | 'handling' | 'additional_fee' | 'donation') =>
  added(orders.map((order) => centsFromDollars(order[name] ?? Number.NaN) ?? Number.NaN))

type Form = 'repeated' | 'split' | 'first'

/** The rows of an order, each sum of it in a form: repeated on each row, split by row, or on the first row alone. */
function rowsOf(items: readonly { price: number; shipping: number; handling: number; tax: number }[], form: Form) {
  const sums = {
    shipping: added(items.map((each) => each.shipping)),
    handling: added(items.map((each) => each.handling)),
    tax: added(items.map((each) => each.tax)),
  }
  const paid = added(items.map(({ price }) => price)) + sums.shipping + sums.handling + sums.tax
  const rows = items.map((each, index): Cells => {
    const shown = form === 'repeated' || (form === 'first' && index === 0) ? sums : { shipping: 0, handling: 0, tax: 0 }
    const { shipping, handling, tax } = form === 'split' ? each : shown
    const payment = form === 'split' ? added([each.price, shipping, handling, tax]) : paid
    return {
      'Item Id': String(279_250_000 + index),
      'Item Price': dollars(each.price),
      'Shipping Price': dollars(shipping),
      'Handling Price': dollars(handling),
      Tax: dollars(tax),
      'Payment Amount': dollars(payment),
      'Additional Fee': '',
      Donation: '',
    }
  })
  return { rows, sums, paid }
}

test.each(['repeated', 'split', 'first'] as const)(
  'The parts of an order of several items add up to what was paid, to the cent, where its costs are %s',
  (form) => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 2, maxLength: 8 }), (items) => {
        const { rows, sums, paid } = rowsOf(items, form)
        const file = readRows(rows)
        expect(file).toMatchObject({ faults: [], unequal: 0 })
        expect(file.orders.every(({ items_in_order }) => items_in_order === items.length)).toBe(true)
        expect({
          shipping: partsOf(file, 'shipping'),
          handling: partsOf(file, 'handling'),
          tax: partsOf(file, 'tax'),
        }).toEqual(sums)
        const prices = file.orders.map(({ price }) => centsFromDollars(price) ?? Number.NaN)
        expect(added(prices) + sums.shipping + sums.handling + sums.tax).toBe(paid)
      }),
    )
  },
)

test('What was paid tells whether items of one price, with the same costs on each row, share them or have them each', () => {
  const order = (payment: string) =>
    [1, 2].map((each): Cells => ({
      'Item Id': `27925000${each}`,
      'Item Price': '$10.00',
      'Shipping Price': '$5.00',
      'Handling Price': '$2.00',
      Tax: '$0.78',
      'Additional Fee': '$1.00',
      Donation: '$1.00',
      'Payment Amount': payment,
    }))
  const parts = (payment: string) => {
    const { orders, unequal } = readRows(order(payment))
    const names = ['shipping', 'handling', 'tax', 'additional_fee', 'donation'] as const
    return [unequal, ...names.map((name) => added(orders.map((each) => centsFromDollars(each[name] ?? 0) ?? 0)))]
  }
  expect(parts('$19.78')).toEqual([0, 1000, 400, 156, 200, 200])
  expect(parts('$31.78')).toEqual([0, 500, 400, 78, 100, 100])
  expect(parts('$29.78')).toEqual([0, 500, 200, 78, 100, 100])
  // Neither reading adds up: the rule for the site's lists holds, and the order is counted as unequal.
  expect(parts('$99.99')).toEqual([1, 500, 400, 78, 100, 100])
  expect(parts('')).toEqual([0, 500, 400, 78, 100, 100])
})

test('Of several pieces of one item, the price is for each where what was paid says so', () => {
  const row = { 'Item Price': '$10.00', Quantity: '3', Tax: '', 'Shipping Price': '', 'Handling Price': '' }
  const costs = { 'Additional Fee': '', Donation: '' }
  const priceAt = (payment: string) => readRows([{ ...row, ...costs, 'Payment Amount': payment }]).orders
  expect(priceAt('$30.00')).toMatchObject([{ price: 30, shipping: 0, tax: 0, handling: 0 }])
  expect(priceAt('$10.00')).toMatchObject([{ price: 10, shipping: 0 }])
  // Without what was paid, a cost that is not there is not known.
  expect(priceAt('')).toMatchObject([{ price: 10, shipping: null, tax: null, handling: null, donation: 0 }])
})

test('A title stays text: neither a formula nor HTML nor a control character changes anything else', () => {
  const titles = [
    '=HYPERLINK("http://evil.example")',
    '<img src=x onerror=alert(1)>',
    '7" records, "rare"',
    'a\u0007b\nc',
  ]
  const { orders } = readRows(titles.map((Item, index) => ({ Item, 'Item Id': `27925000${index}` })))
  expect(orders.map(({ title }) => title)).toEqual([...titles.slice(0, 3), 'a b c'])
  expect(readRows([{ Item: 'x'.repeat(500) }]).orders[0]?.title).toHaveLength(200)
  const loose = `${HEADINGS}\n${lineOf({}).replace('Lionel 2343 Santa Fe', 'A 7" record')}\n`
  expect(read(loose).orders).toMatchObject([{ title: 'A 7" record' }])
})

test('A file of 10,000 rows is read, also where all are one order, and one of more is refused', () => {
  const rows = Array.from({ length: 10_001 }, (_, index) => ({ 'Item Id': String(279_000_000 + index) }))
  expect(readRows(rows.slice(1)).orders).toHaveLength(10_000)
  expect(readOrdersFile(fileOf(rows), parse)).toEqual({ fault: messages.books.tooManyRows(10_001) })
})

test.each([
  ['', messages.books.headingsMissing(['Order #', 'Item Id', 'Item', 'Item Price'])],
  [HEADINGS, messages.books.noRows],
  [`${HEADINGS}\n"1,2`, messages.books.noCsv],
  ['PK\u0003\u0004\u0000', messages.books.headingsMissing(['Order #', 'Item Id', 'Item', 'Item Price'])],
])('A file of another kind says why nothing is read: %j', (text, fault) => {
  expect(readOrdersFile(text, parse)).toEqual({ fault })
})
