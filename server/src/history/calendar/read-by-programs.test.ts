import { sync } from 'node-ical'
import { expect, test } from 'vitest'
import { type CalendarAuction, writeCalendar } from './write-calendar.ts'

/* `node-ical` reads what calendar programs read. */

const NOON = Date.UTC(2026, 9, 1, 12)

const auctionOf = (change: Partial<CalendarAuction>): CalendarAuction => ({
  id: 1,
  title: 'Brass lamp',
  endsAt: new Date(NOON),
  isAmbiguous: false,
  closedAt: null,
  closedBecause: null,
  endMoves: 0,
  createdAt: new Date(NOON - 1_000),
  updatedAt: new Date(NOON - 1_000),
  priceCents: null,
  bid: null,
  itemUrl: 'https://shopgoodwill.com/item/1',
  ...change,
})

const write = (changes: readonly Partial<CalendarAuction>[]) =>
  writeCalendar(changes.map(auctionOf), {
    now: NOON - 86_400_000,
    publicUrl: 'https://bidwell.example',
    showsMaxima: false,
    zone: null,
  })

const read = (text: string) => Object.values(sync.parseICS(text)).filter((component) => component?.type === 'VEVENT')

const TITLES = [
  `${'🕰️'.repeat(40)} clock`,
  `${'a'.repeat(55)}👨‍👩‍👧‍👦 ${'👍🏽'.repeat(30)}`,
  'é'.repeat(150),
  'Lamp; brass, 12" \\ "signed"',
]

test.each(TITLES)('The title %j is folded between characters, within 75 octets, and read back equal', (title) => {
  const text = write([{ title }])
  const lines = Buffer.from(text).toString('latin1').split('\r\n')
  expect(lines.length).toBeGreaterThan(10)
  for (const line of lines) {
    const octets = Buffer.from(line, 'latin1')
    expect(octets.length).toBeLessThanOrEqual(75)
    expect(octets.toString()).not.toContain('\uFFFD')
  }
  const [entry] = read(text)
  expect(entry?.summary).toBe(`Closes: ${title}`)
})

test.each([
  ['before the clocks go forward', '2026-03-08T09:59:59Z'],
  ['after the clocks go forward', '2026-03-08T10:00:00Z'],
  ['in the first of two equal hours', '2026-11-01T08:30:00Z'],
  ['in the second of two equal hours', '2026-11-01T09:30:00Z'],
  ['after the clocks go back', '2026-11-01T10:00:00Z'],
])('A close %s is read back at its instant', (_, instant) => {
  const [entry] = read(write([{ endsAt: new Date(instant) }]))
  expect(entry?.start.toISOString()).toBe(new Date(instant).toISOString())
})

test('A moved end is read back as the same entry with a higher number', () => {
  const later = new Date(NOON + 3_600_000)
  const [before, after] = [read(write([{}])), read(write([{ endsAt: later, endMoves: 1 }]))].map(([entry]) => entry)
  expect(after?.uid).toBe(before?.uid)
  expect([Number(before?.sequence), Number(after?.sequence)]).toEqual([0, 1])
  expect(after?.start.getTime()).toBe(later.getTime())
})
