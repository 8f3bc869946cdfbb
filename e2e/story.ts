import { test as base, expect } from '@playwright/test'
import { Bidder } from './bidder.ts'
import { type House, openHouse } from './house.ts'
import { abandonPlace, type Bidwell, choosePlace, startBidwell } from './start-bidwell.ts'

/** Each worker runs one installation; each story has its own account, site account and auctions. */
export const test = base.extend<{ house: House; bidder: Bidder }, { bidwell: Bidwell }>({
  bidwell: [
    async ({}, provide) => {
      const place = await choosePlace()
      {
        await using bidwell = await startBidwell(place)
        await provide(bidwell)
      }
      await abandonPlace(place)
    },
    { scope: 'worker', timeout: 100_000 },
  ],
  baseURL: async ({ bidwell }, provide) => provide(bidwell.url),
  house: async ({ bidwell }, provide) => provide(openHouse(bidwell.houseUrl)),
  bidder: async ({ page, house, bidwell }, provide) => provide(new Bidder(page, bidwell.url, house)),
})
export { expect }
