import { api, API_BASE, type ServerEvent } from '@bidwell/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '../../test/api.ts'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { followEvents } from '../../test/follow-events.ts'

let bidding: Bidding
let ann: Person
beforeAll(async () => {
  bidding = await startBidding()
})
beforeEach(async () => {
  ann = await bidding.bidder()
})
afterAll(() => bidding[Symbol.asyncDispose]())

async function tracked(person: Person, title: string) {
  const { auctionId } = bidding.listItem({ title, endsInSeconds: 3_000 })
  const { id } = await bidding.track(person, auctionId)
  return { id, auctionId }
}

const write = ({ token }: Person, id: number, note: string, replaces = '') =>
  bidding.api.call(api.noteAuction, { token, params: { id }, body: { note, replaces } })
const label = ({ token }: Person, ids: number[], change: { add?: string[]; remove?: string[] }) =>
  bidding.api.call(api.labelAuctions, { token, body: { ids, ...change } })

async function listed({ token }: Person) {
  const { body } = await bidding.api.call(api.listAuctions, { token })
  return Object.fromEntries(body.data.auctions.map(({ title, note, labels }) => [title, { note, labels }]))
}

const named = (from: number, count: number) => Array.from({ length: count }, (_, n) => `Label ${from + n}`)

const searched = async ({ token }: Person, search: string) =>
  (await bidding.api.call(api.listHistory, { token, query: { search } })).body.data.entries

async function file({ token }: Person, { path }: { path: string }) {
  return (await fetch(bidding.api.url + API_BASE + path, { headers: { Authorization: `Bearer ${token}` } })).text()
}

test('A note and labels belong to one account, and reading the item again changes neither', async () => {
  const bea = await bidding.bidder()
  const { id, auctionId } = await tracked(ann, 'Own radio')
  await bidding.track(bea, auctionId)
  await tracked(ann, 'Own lamp')
  const { status, body } = await write(ann, id, 'Ask about the dial\nDad’s birthday')
  expect([status, body.data.auction.note]).toEqual([200, 'Ask about the dial\nDad’s birthday'])
  await label(ann, [id], { add: ['Gift'] })

  bidding.house.control.placeRivalBid({ itemId: Number(auctionId), amount: 30 })
  await bidding.api.call(api.refreshAuction, { token: ann.token, params: { id } })
  const own = { note: 'Ask about the dial\nDad’s birthday', labels: ['Gift'] }
  expect(await listed(ann)).toEqual({ 'Own radio': own, 'Own lamp': { note: '', labels: [] } })
  expect(await listed(bea)).toEqual({ 'Own radio': { note: '', labels: [] } })

  await bidding.api.call(api.removeAuction, { token: ann.token, params: { id } })
  expect((await write(ann, id, 'Too late', own.note)).status).toBe(404)
  expect((await label(ann, [id], { add: ['Late'] })).status).toBe(404)
  await bidding.track(ann, auctionId)
  expect((await listed(ann))['Own radio']).toEqual(own)
})

test('A note that was changed in another window is not overwritten by a writer who has not seen the change', async () => {
  const { id } = await tracked(ann, 'Clock of two windows')
  await using events = await followEvents(bidding.api.url, ann.token)
  await write(ann, id, 'Typed first')
  const isNews = (event: ServerEvent) => event.type === 'auction-updated' && event.auction.id === id
  expect(await events.next(isNews)).toMatchObject({ auction: { note: 'Typed first' } })

  const late = await write(ann, id, 'Typed before the first one was seen')
  expect([late.status, late.body]).toMatchObject([409, { code: 'conflict' }])
  expect((await listed(ann))['Clock of two windows']?.note).toBe('Typed first')
  // An answer that was lost is asked for again.
  expect((await write(ann, id, 'Typed first')).status).toBe(200)
  expect((await write(ann, id, '', 'Typed first')).status).toBe(200)
  expect((await listed(ann))['Clock of two windows']?.note).toBe('')
})

test.each([
  [{ note: 'x'.repeat(2_001), replaces: '' }, 'note', 'A note has at most 2,000 characters.'],
  [{ note: 'a\u0007b', replaces: '' }, 'note', 'A note is plain text, without control characters.'],
])('A note that is too long, or no plain text, is refused by field and rule', async (body, path, message) => {
  const { id } = await tracked(ann, 'Refused note')
  const refused = await bidding.api.call(api.noteAuction, { token: ann.token, params: { id }, body })
  expect([refused.status, refused.body]).toMatchObject([400, { details: [{ path, message }] }])
  expect((await write(ann, id, '😀'.repeat(1_000))).status).toBe(200)
})

test('Labels are added to several auctions at once and removed again, and other auctions keep theirs', async () => {
  const [one, two, other] = [await tracked(ann, 'One'), await tracked(ann, 'Two'), await tracked(ann, 'Other')]
  await label(ann, [other.id], { add: ['For Dad', 'Gift'] })
  const { body } = await label(ann, [one.id, two.id], { add: ['  for dad ', 'Resale', 'RESALE'] })
  expect(body.data.auctions.map(({ labels }) => labels)).toEqual([
    ['For Dad', 'Resale'],
    ['For Dad', 'Resale'],
  ])
  await label(ann, [one.id], { remove: ['resale'], add: ['Gift'] })
  expect(await listed(ann)).toMatchObject({
    One: { labels: ['For Dad', 'Gift'] },
    Two: { labels: ['For Dad', 'Resale'] },
    Other: { labels: ['For Dad', 'Gift'] },
  })
})

test("One auction of somebody else's keeps a call from labelling any", async () => {
  const bea = await bidding.bidder()
  const [own, foreign] = [await tracked(ann, 'Own'), await tracked(bea, 'Foreign')]
  expect((await label(ann, [own.id, foreign.id], { add: ['Gift'] })).status).toBe(404)
  expect(await listed(ann)).toMatchObject({ Own: { labels: [] } })
  expect(await listed(bea)).toMatchObject({ Foreign: { labels: [] } })
})

test.each(['', '   ', 'x'.repeat(31), 'a, b', 'a\nb', '\u200b'])('%j is no label', async (text) => {
  const { id } = await tracked(ann, 'Unlabelled')
  const { status, body } = await label(ann, [id], { add: ['Fine', text] })
  expect([status, body]).toMatchObject([
    400,
    { details: [{ path: 'add.1', message: 'A label has 1 to 30 characters, and no comma.' }] },
  ])
  expect(await listed(ann)).toMatchObject({ Unlabelled: { labels: [] } })
})

test('An auction has ten labels at most, and an account fifty, also when two calls come at once', async () => {
  const ids: number[] = []
  for (const title of ['A', 'B', 'C', 'D', 'E', 'F']) ids.push((await tracked(ann, title)).id)
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = ids
  for (const [index, id] of [a, b, c, d].entries()) await label(ann, [id], { add: named(index * 10, 10) })
  const eleventh = await label(ann, [e, a], { add: ['Label 10'] })
  expect([eleventh.status, eleventh.body]).toMatchObject([
    422,
    { details: [{ path: 'add', message: 'An auction has at most 10 labels. “A” would have more.' }] },
  ])
  expect(await listed(ann)).toMatchObject({ E: { labels: [] } })

  await label(ann, [e], { add: named(40, 9) })
  const both = await Promise.all([label(ann, [e], { add: ['Fiftieth'] }), label(ann, [f], { add: ['Fifty-first'] })])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect((await label(ann, [f], { add: ['Label 0'] })).status).toBe(200)
  expect((await label(ann, [f], { remove: ['Label 0'] })).status).toBe(200)
})

test('Notes and labels are found in the history, and stand in its file and in the file of the account', async () => {
  const [{ id, auctionId }, plain] = [await tracked(ann, 'Hummel figurine'), await tracked(ann, 'Plain figurine')]
  for (const each of [auctionId, plain.auctionId]) {
    const { bid } = (await bidding.schedule(ann, each, 50)).body.data
    await bidding.api.call(api.cancelBid, { token: ann.token, params: { id: bid.id } })
  }
  await write(ann, id, '=1+1 is "what"\nMum said')
  await label(ann, [id], { add: ['Gift', '@Home'] })
  const note = '=1+1 is "what"\nMum said'
  for (const search of ['gift', 'mum figurine', '@home']) {
    expect(await searched(ann, search)).toMatchObject([{ title: 'Hummel figurine', note, labels: ['Gift', '@Home'] }])
  }
  expect(await searched(ann, 'figurine')).toHaveLength(2)
  const rows = await file(ann, api.exportHistory)
  expect(rows).toContain(`"Gift, @Home","'=1+1 is ""what""\nMum said","http`)
  expect(rows).toContain(',"","","http')
  const { auctions } = JSON.parse(await file(ann, api.exportAccount))
  expect(auctions).toMatchObject([
    { title: 'Hummel figurine', note, labels: ['Gift', '@Home'] },
    { title: 'Plain figurine', note: '', labels: [] },
  ])
})
