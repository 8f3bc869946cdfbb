import { api } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../../test/api.ts'
import { type Bidding, startBidding } from '../../../test/bidding.ts'
import { hostileTitles } from '../../../test/hostile-titles.ts'
import { systemClock } from '../../platform/clock.ts'
import { writeCalendar } from './write-calendar.ts'

let bidding: Bidding

beforeAll(async () => {
  bidding = await startBidding()
})
afterAll(() => bidding[Symbol.asyncDispose]())

async function anAddress({ token }: Person, shows_maxima = false): Promise<string> {
  const { body } = await bidding.api.call(api.startCalendar, { token, body: { shows_maxima } })
  return body.data.address
}

/** Reads an address as a calendar program does, with lines unfolded. */
async function read(address: string) {
  const response = await fetch(bidding.api.url + new URL(address).pathname)
  const text = (await response.text()).replaceAll('\r\n ', '')
  return { status: response.status, type: response.headers.get('content-type'), text, entries: entriesOf(text) }
}

const entriesOf = (text: string) =>
  text
    .split('BEGIN:VEVENT\r\n')
    .slice(1)
    .map((entry) =>
      Object.fromEntries(
        entry
          .slice(0, entry.indexOf('END:VEVENT'))
          .split('\r\n')
          .filter(Boolean)
          .map((line) => [line.slice(0, line.search(/[:;]/)), line.slice(line.indexOf(':') + 1)] as const)
          // Those of an alarm follow, and have other names or come second.
          .toReversed(),
      ),
    )

const stamp = (at: string) => at.replaceAll(/[-:]|\.\d{3}/g, '')

test('A calendar has one entry for each tracked auction at its close, and keeps its number while the end moves', async () => {
  const { person, auction, itemId } = await bidding.scheduledBid({ maxBid: 40, secondsBeforeEnd: 7 })
  await bidding.scheduledBid() // a bystander's
  const address = await anAddress(person)
  expect(address).toMatch(/^https:\/\/bids\.example\/api\/calendar\/[\w-]{43}\.ics$/)

  const { type, text, entries } = await read(address)
  expect(type).toBe('text/calendar; charset=utf-8')
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/)
  expect(entries).toEqual([
    expect.objectContaining({
      UID: `auction-${auction.id}@bids.example`,
      SEQUENCE: '0',
      DTSTART: stamp(auction.end_time ?? ''),
      SUMMARY: 'Closes\\, bid scheduled: Brass lamp',
      DESCRIPTION: expect.stringMatching(
        /^Closes .* P[SD]T\.\\nA bid is planned 7 s before\.\\nIn Bidwell: https:\/\/bids\.example\/dashboard\?item=/,
      ),
      TRIGGER: '-PT15M',
    }),
  ])

  bidding.house.control.moveEnd({ itemId, endsInSeconds: 7_200 })
  await bidding.db
    .updateTable('listings')
    .set({ last_checked_at: new Date(0) })
    .execute()
  await bidding.api.call(api.refreshAuction, { token: person.token, params: { id: auction.id } })
  const moved = await read(address)
  expect(moved.entries).toEqual([expect.objectContaining({ UID: `auction-${auction.id}@bids.example`, SEQUENCE: '1' })])
  expect(moved.entries[0]?.['DTSTART']).not.toBe(entries[0]?.['DTSTART'])
})

test('A calendar names the maximum of a bid only if its owner has chosen it', async () => {
  const { person } = await bidding.scheduledBid({ maxBid: 43.21 })
  expect((await read(await anAddress(person))).text).not.toContain('43.21')
  expect((await read(await anAddress(person, true))).text).toContain('A bid of up to $43.21 is planned 5 s before.')
})

test('An address ends when its owner makes a new one, ends it, or is suspended, and then answers as one that never was', async () => {
  const { person } = await bidding.scheduledBid()
  const other = await anAddress(await bidding.bidder())
  const first = await anAddress(person)
  const second = await anAddress(person)
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])

  const feedOf = async () => (await bidding.api.call(api.readCalendar, { token: person.token })).body.data.feed
  expect(await feedOf()).toMatchObject({ shows_maxima: false, last_read_at: expect.any(String) })
  const suspend = (suspended_at: Date | null) =>
    bidding.db
      .updateTable('accounts')
      .set({ suspended_at, suspended_because: suspended_at && 'Chargebacks' })
      .where('id', '=', person.accountId)
      .execute()
  await suspend(new Date(systemClock.now()))
  expect((await read(second)).status).toBe(404)
  await suspend(null)
  expect((await read(second)).status).toBe(200)

  await bidding.api.call(api.endCalendar, { token: person.token })
  const unknown = await read('https://bids.example/api/calendar/' + 'A'.repeat(43) + '.ics')
  expect(await read(second)).toEqual({ ...unknown, text: expect.any(String) })
  expect(unknown).toMatchObject({ status: 404, type: 'application/json; charset=utf-8' })
  expect(await feedOf()).toBeNull()
  expect((await read(other)).status).toBe(200)
})

const namesOf = (text: string) =>
  text
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .map((line) => line.slice(0, line.search(/[:;]|$/)))

test('No title of an auction adds a line to a calendar', () => {
  const at = new Date(Date.UTC(2026, 10, 20, 20))
  const auctions = hostileTitles.map((title, index) => ({
    id: index,
    title,
    endsAt: at,
    isAmbiguous: false,
    closedAt: null,
    closedBecause: null,
    endMoves: 0,
    createdAt: at,
    updatedAt: at,
    priceCents: null,
    bid: null,
    itemUrl: 'https://shopgoodwill.com/item/1',
  }))
  const options = { now: at.getTime() - 1, publicUrl: 'https://bids.example', showsMaxima: false, zone: null }
  const text = writeCalendar(auctions, options)
  const lamp = writeCalendar([{ ...auctions[0]!, title: 'Lamp' }], options)
  const known = new Set(namesOf(lamp))
  expect(namesOf(text).filter((name) => !known.has(name))).toEqual([])
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(auctions.length)
})

test.each([
  ['won', 14_850, 'Won for $148.50: Lamp'],
  ['won', null, 'Won: Lamp'],
  ['lost', 2_100, 'Lost, sold for $21.00: Lamp'],
  ['outbid', null, 'Outbid: Lamp'],
  ['failed', null, 'Bid not placed: Lamp'],
  ['cancelled', null, 'Ended: Lamp'],
  ['executed', null, 'Ended, result to come: Lamp'],
] as const)(
  'After the close, the entry of an auction with a bid that is %s, at a price of %s, is %j',
  (status, priceCents, title) => {
    const at = new Date(Date.UTC(2026, 10, 20, 20))
    const text = writeCalendar(
      [
        {
          id: 1,
          title: 'Lamp',
          endsAt: at,
          isAmbiguous: false,
          closedAt: at,
          closedBecause: 'ended',
          endMoves: 0,
          createdAt: at,
          updatedAt: at,
          priceCents,
          bid: { status, outcome: null, maxCents: 5_000, seconds: 5 },
          itemUrl: 'https://shopgoodwill.com/item/1',
        },
      ],
      { now: at.getTime() + 1, publicUrl: 'https://bids.example', showsMaxima: false, zone: null },
    )
    expect(entriesOf(text)[0]).toMatchObject({ SUMMARY: title.replaceAll(',', '\\,') })
    expect(text).not.toContain('VALARM')
  },
)
