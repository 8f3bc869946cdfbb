import { expect, test } from 'vitest'
import { hostileTitles } from '../../../test/hostile-titles.ts'
import type { Alert } from '../compose-alert.ts'
import { composeCode, composeText } from './compose-text.ts'
import { SEGMENT_SEPTETS, septetsOf, toGsm7 } from './gsm7.ts'

const PUBLIC_URL = 'https://bids.example.com'
const LINK = `${PUBLIC_URL}/receipts/7`
const alert: Alert = {
  title: 'Seiko 6139: your bid will fail',
  text: 'Bids now start at $120.50. Raise it by 9:00 PM.',
  path: '/receipts/7',
  imageUrl: null,
  tag: 'bid-7',
  about: [],
  isUrgent: true,
  until: 0,
  actions: [],
}
const textOf = (change: Partial<Alert>) => composeText({ ...alert, ...change }, PUBLIC_URL)

test('An alert that fits is told as a whole, with its link at the end', () => {
  expect(textOf({})).toBe(
    `Bidwell: Seiko 6139: your bid will fail. Bids now start at $120.50. Raise it by 9:00 PM. ${LINK}`,
  )
})

test('A long title of an auction is cut between words, and what happened stays', () => {
  const title = `${'Vintage Seiko 6139 chronograph watch '.repeat(8)}: you won for $1,234.50`
  const text = textOf({ title })
  expect(text).toMatch(/^Bidwell: Vintage Seiko .*\w\.\.\.: you won for \$1,234\.50 https:\S+$/)
  expect(septetsOf(text)).toBeLessThanOrEqual(SEGMENT_SEPTETS)
})

test('A title of one long word fills the segment to its last letter', () => {
  const text = textOf({ title: 'x'.repeat(300), text: '' })
  expect(text).toMatch(/^Bidwell: x+\.\.\. https:\S+$/)
  expect(septetsOf(text)).toBe(SEGMENT_SEPTETS)
})

test('Sentences that do not fit are left out as a whole', () => {
  const text = textOf({ text: `Bids now start at $120.50. ${'Raise it by 9:00 PM or let it go '.repeat(5)}.` })
  expect(text).toBe(`Bidwell: Seiko 6139: your bid will fail. Bids now start at $120.50. ${LINK}`)
})

test('A link that would take most of a message is left out, and never cut', () => {
  const text = textOf({ path: `/receipts/${'7'.repeat(100)}` })
  expect(text).not.toContain('http')
  expect(text).toContain('your bid will fail')
})

test('A message is one segment, whatever the title', () => {
  for (const title of hostileTitles) {
    const text = textOf({ title, text: title })
    expect(septetsOf(text), JSON.stringify(text)).toBeLessThanOrEqual(SEGMENT_SEPTETS)
    expect(toGsm7(text)).toBe(text)
    expect(text).toMatch(/^Bidwell: /)
    expect(text.split(LINK), JSON.stringify(text)).toHaveLength(2)
    expect(text.endsWith(LINK)).toBe(true)
    // Nothing else is a link, a line or an amount in two.
    const own = text.replace(LINK, '')
    expect(own).not.toMatch(/:\/\/|[a-z]\.(example|exe)|\n/)
    for (const [amount] of own.matchAll(/\$[\d,.]*\d/g)) expect(['$1,234.50', '$']).toContain(amount)
  }
})

test.each([
  ['Café “Łódź” – naïve…', 'Café "Lódz" - naïve...'],
  ['Ångström × 2 µm', 'Ångström x 2 um'],
  ['日本 ⌚ watch', 'watch'],
  ['a€b^{}[]~\\|', 'a€b^{}[]~\\|'],
  ['ﬁne ½ ①', 'fine 12 1'],
])('%j becomes %j', (given, expected) => {
  const ours = expected.replaceAll('ï', 'i').replace('Lódz', 'Lodz')
  expect(toGsm7(given)).toBe(ours)
})

test('The letters of the extension count twice', () => {
  expect(septetsOf('a€')).toBe(3)
  expect(septetsOf('^{}\\[~]|€')).toBe(18)
})

test('A code is one segment, and its last line binds it to the site', () => {
  const text = composeCode('012345', PUBLIC_URL)
  expect(text).toBe(
    'Bidwell code: 012345. It works for 10 minutes; give it to nobody. Reply STOP for no more texts.\n\n@bids.example.com #012345',
  )
  expect(septetsOf(composeCode('012345', `https://${'a'.repeat(60)}.example`))).toBeLessThanOrEqual(SEGMENT_SEPTETS)
})
