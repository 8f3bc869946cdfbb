import { afterEach, beforeEach, expect, test } from 'vitest'
import { bid, call, openTestHouse, readItem, signIn } from '../../test/open-test-house.ts'
import { MAX_CLOSED } from './drop-old-listings.ts'

let house: Awaited<ReturnType<typeof openTestHouse>>

beforeEach(async () => {
  house = await openTestHouse()
})
afterEach(() => house[Symbol.asyncDispose]())

test('A closed item that a real account bid on or watches is kept longer than other closed items', async () => {
  const token = await signIn(house)
  const [bidOn, watched, ignored] = ['Lamp', 'Desk', 'Bowl'].map(
    (title) => house.control.createListing({ title, endsInSeconds: 1 }).itemId,
  )
  await bid(house, token, bidOn!, '20.00')
  await call(house, `Favorite/AddToFavorite?itemId=${watched}`, { token })
  for (let count = 0; count < MAX_CLOSED.others; count++) {
    house.control.createListing({ title: `Item ${count}`, endsInSeconds: 2 })
  }
  house.advance(2_000)

  expect(await readItem(house, bidOn!, token)).toMatchObject({ bidHistory: { isHighBidderLogIn: true } })
  expect(await readItem(house, watched!)).toMatchObject({ title: 'Desk' })
  expect(await readItem(house, ignored!)).toBeUndefined()
})
