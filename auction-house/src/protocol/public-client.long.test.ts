import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENING, openTestHouse, signIn } from '../../test/open-test-house.ts'
import { sealCredential } from '../index.ts'

/**
 * The path of `shopgoodwill.py` from github.com/scottmconway/shopgoodwill-scripts, as of its commit 0b064ae3. Its
 * licence, GPL-3.0, keeps it out of this repository.
 */
const CLIENT = process.env['PUBLIC_CLIENT'] ?? ''
const DRIVER = fileURLToPath(new URL('../../test/drive-client.py', import.meta.url))
const QUERY = JSON.parse(readFileSync(new URL('../../test/fixtures/search-request.json', import.meta.url), 'utf8'))

const story = test.skipIf(CLIENT === '')

let house: Awaited<ReturnType<typeof openTestHouse>>
let itemId: number
beforeAll(async () => {
  house = await openTestHouse()
  const rivals = [{ strategy: 'early' as const, maxBid: 15 }]
  itemId = house.control.createListing({ title: 'Vintage Bowl', endsInSeconds: 3_600, rivals }).itemId
  house.advance(3_500_123)
})
afterAll(() => house[Symbol.asyncDispose]())

type Step = [name: string, ...arguments: unknown[]]
// Answers of the client, into which the tests look freely.
// oxlint-disable-next-line typescript/no-explicit-any
type Result = { value?: any; error?: string }

/** What the client makes of each step, in one process. */
async function run(...steps: Step[]): Promise<Result[]> {
  const program = spawn('python3', [DRIVER, CLIENT, house.url], { stdio: ['pipe', 'pipe', 'inherit'] })
  program.stdin.end(JSON.stringify(steps))
  return JSON.parse(await text(program.stdout))
}

const instantOf = (result: Result | undefined) => Date.parse(String(result?.value).replace(' ', 'T'))
const idsOf = (result: Result | undefined) => result?.value.map((row: { itemId: number }) => row.itemId)

const DEMO: Step = ['Shopgoodwill', { username: 'demo', password: 'demo' }]

story(
  'With PUBLIC_CLIENT, a public client signs in by name, by sealed values and by token, and is told no',
  async () => {
    const token = await signIn(house)
    const sealed = sealCredential('demo')
    const [, byName, , bySealed, , byToken, invalid, wrong, unauthorized, anonymous] = await run(
      DEMO,
      ['get_saved_searches'],
      ['Shopgoodwill', { encrypted_username: sealed, encrypted_password: sealed }],
      ['get_saved_searches'],
      ['Shopgoodwill', { access_token: token }],
      ['get_saved_searches'],
      ['Shopgoodwill', { access_token: 'stale' }],
      ['Shopgoodwill', { username: 'demo', password: 'wrong' }],
      ['get_saved_searches'],
      ['Shopgoodwill'],
    )
    expect([byName, bySealed, byToken]).toEqual([{ value: null }, { value: null }, { value: null }])
    // It has nothing to sign in with once the site refuses the token.
    expect(invalid).toEqual({ error: 'Invalid auth_info provided!' })
    // It takes the refusal, an answer of status 200 without a token, for a sign-in.
    expect(wrong).toEqual({ value: null })
    expect(unauthorized?.error).toMatch(/^401 /)
    expect(anonymous).toEqual({ value: null })
  },
)

story(
  'With PUBLIC_CLIENT, a public client finds its favourites with the note that it keeps its maximum in',
  async () => {
    const note = '{"max_bid": 10.5}'
    const [, none, added, open, , cut, closed, unknown] = await run(
      DEMO,
      ['get_favorites'],
      ['add_favorite', itemId, note],
      ['get_favorites'],
      ['add_favorite_note', itemId, 'x'.repeat(300)],
      ['get_favorites', 'all'],
      ['get_favorites', 'close'],
      ['add_favorite', 1],
    )
    expect([none, added, closed]).toEqual([{ value: {} }, { value: null }, { value: {} }])
    const item = { title: 'Vintage Bowl', type: 'Open', minimumBid: 9.99, maxBid: null, quantityWon: 0 }
    expect(open?.value[itemId]).toMatchObject({ ...item, notes: note })
    expect(cut?.value[itemId].notes).toBe('x'.repeat(256))
    expect(unknown?.error).toMatch(/^404 /)
  },
)

story('With PUBLIC_CLIENT, a public client reads an item, its end, its quick bid and its shipping', async () => {
  const [, item, quick, quote, unknown] = await run(
    DEMO,
    ['get_item_info', itemId],
    ['get_item_bid_info', itemId],
    ['get_item_shipping_estimate', itemId, '10001'],
    ['get_item_info', 1],
  )
  expect(item?.value).toMatchObject({ itemId, title: 'Vintage Bowl', numberOfBids: 1, minimumBid: 10.99 })
  expect(item?.value.bidHistory.bidSummary[0].bidderName).toMatch(/^.\*{4}.$/)
  for (const name of ['sellerId', 'minimumBid', 'endTime', 'title', 'pickupOnly'] as const) {
    expect(quick?.value[name]).toEqual(item?.value[name])
  }
  const [, end, now] = await run(
    ['Shopgoodwill'],
    ['convert_timestamp_to_datetime', item?.value.endTime],
    ['convert_timestamp_to_datetime', item?.value.serverTime],
  )
  expect(instantOf(end)).toBe(EVENING + 3_600_000)
  expect(instantOf(now)).toBe(EVENING + 3_500_000) // it cuts the milliseconds
  // It looks for the `$` that the site's quotes had until 2024; now they have `¤`.
  expect(quote).toEqual({ value: null })
  expect(unknown?.error).toMatch(/^404 /)
})

story('With PUBLIC_CLIENT, a public client turns every page of a search', async () => {
  const ids = Array.from(
    { length: 85 },
    (_, index) => house.control.createListing({ title: `Teapot ${index}`, endsInSeconds: 900 + index }).itemId,
  )
  const [, found, odd, none] = await run(
    DEMO,
    ['get_query_results', { ...QUERY, searchText: 'teapot' }],
    ['get_query_results', { ...QUERY, searchText: 'teapot' }, 25], // the site sends 40 all the same
    ['get_query_results', { ...QUERY, searchText: 'no such thing' }],
  )
  expect(idsOf(found)).toEqual(ids)
  expect(idsOf(odd)).toEqual(ids)
  expect(none).toEqual({ value: [] })
})

story('With PUBLIC_CLIENT, a public client bids, and is shut out by the cookie that it keeps', async () => {
  const [, bid, shutOut, , item, favorites, tooLow] = await run(
    DEMO,
    ['place_bid', itemId, 18, 2],
    ['get_item_info', itemId],
    DEMO,
    ['get_item_info', itemId],
    ['get_favorites'],
    ['place_bid', itemId, 1, 2],
  )
  expect(bid).toEqual({ value: null })
  expect(house.control.readJournal()).toMatchObject({
    entries: [
      { userName: 'demo', itemId, amountCents: 1_800, outcome: 'leading' },
      { userName: 'demo', itemId, amountCents: 100, outcome: 'too_low' },
    ],
  })
  // Its issue 28: the site refuses every call that returns the cookie of a bid.
  expect(shutOut?.error).toMatch(/^403 /)
  expect(item?.value).toMatchObject({ numberOfBids: 2, bidHistory: { isHighBidderLogIn: true } })
  expect(favorites?.value[itemId]).toMatchObject({ maxBid: 18, quantityWon: 1 })
  expect(tooLow).toEqual({ value: null })
})
