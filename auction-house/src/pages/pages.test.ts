import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bid, openTestHouse, signIn } from '../../test/open-test-house.ts'
import { MOTIFS } from '../sample-items/pictures/motifs.ts'

let house: Awaited<ReturnType<typeof openTestHouse>>
let itemId: number

beforeAll(async () => {
  house = await openTestHouse()
  const rivals = [{ strategy: 'sniper' as const, maxBid: 12.34, secondsBeforeEnd: 59.5 }]
  itemId = house.control.createListing({ title: '<b>"Brass" & Lamp</b>', endsInSeconds: 60, rivals }).itemId
  house.control.createListing({ title: 'Oak Desk', endsInSeconds: 30 })
  house.advance(1_250)
  await bid(house, await signIn(house), itemId, '40.00')
})
afterAll(() => house[Symbol.asyncDispose]())

async function open(path: string) {
  const response = await fetch(house.url + path)
  return { status: response.status, headers: response.headers, text: (await response.text()).replaceAll(/\s+/g, ' ') }
}

test.each(['/', '/my-bids', '/my-bids?user=demo', '/shopgoodwill/open-orders', '/no-such-page'])(
  'The page %s says that nothing is for sale',
  async (path) => {
    expect((await open(path)).text).toContain('a practice site: nothing here is for sale')
  },
)

test('The first page lists all open items, soonest end first', async () => {
  const { text } = await open('/')
  expect(text).toContain('<h1>Ending soonest</h1>')
  expect(text.indexOf('Oak Desk')).toBeLessThan(text.indexOf('Lamp'))
})

test('A search on the first page lists only the matching items', async () => {
  const found = await open('/?q=desk')
  expect(found.text).toContain('<h1>Items matching “desk”</h1>')
  expect(found.text).toContain('1 open item')
  expect(found.text).not.toContain('Brass')
})

test('An item page shows the price, masked bidders, times to the millisecond and the end with its time zone', async () => {
  const { text } = await open(`/item/${itemId}`)
  expect(text).toContain('$13.34')
  expect(text).toContain('<td>d****o</td>')
  expect(text).toContain('8:00:01.250 PM PDT')
  expect(text).toContain('8:00:00.500 PM PDT')
  expect(text).toContain('8:01:00.000 PM PDT')
  expect(text).not.toContain('$40.00')
})

test.each(['Item', 'shopgoodwill/item'])('An item page is also served at /%s/{id}/', async (folder) => {
  expect((await open(`/${folder}/${itemId}/`)).status).toBe(200)
})

test('Text of sellers and visitors is escaped, and only the script of the page may run', async () => {
  for (const path of [
    '/',
    `/item/${itemId}`,
    '/?q=%3Cscript%3Ealert(1)%3C/script%3E',
    '/my-bids?user=%22%3E%3Cimg%3E',
  ]) {
    const { text, headers } = await open(path)
    expect(text).not.toMatch(/<b>"Brass|<script>alert|"><img>/)
    expect(headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^ ]+';/)
  }
})

test('The page of bids shows each bid of an account with its state and maximum', async () => {
  const { text } = await open('/my-bids?user=DEMO')
  expect(text).toContain('Leading')
  expect(text).toContain('$40.00')
  expect((await open('/my-bids?user=nobody')).text).toContain('There is no account nobody.')
})

test('Every motif has a picture that never changes, and other paths have none', async () => {
  for (const motif of Object.keys(MOTIFS)) {
    const path = `/production/135/Items/10-07-2026/${motif}-289500001_1.jpg`
    const [first, second] = [await open(path), await open(path)]
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(first.text).toBe(second.text)
    expect(first.text).toMatch(/^<svg .*<\/svg>$/)
  }
  for (const path of ['unicorn-289500001_1.jpg', 'toString-1_1.jpg', '../main.ts', 'camera.jpg']) {
    expect((await open(`/production/135/Items/10-07-2026/${path}`)).status).toBe(404)
  }
})

test.each(['style', 'script'])('The content security policy allows the %s of the page', async (tag) => {
  const response = await fetch(house.url)
  const [, content = ''] = new RegExp(`<${tag}>(.*)</${tag}>`, 's').exec(await response.text()) ?? []
  const hash = createHash('sha256').update(content).digest('base64')
  expect(response.headers.get('content-security-policy')).toContain(`${tag}-src 'sha256-${hash}'`)
})
