import { test as base, expect } from '@playwright/test'
import { type House, openHouse } from './installation/house.ts'
import { type Inbox, openInbox } from './installation/inbox.ts'
import { sharedInstallation } from './installation/shared-installation.ts'
import type { Installation } from './installation/start-bidwell.ts'
import { Bidder } from './people/bidder.ts'
import { anAddress } from './people/prepare.ts'

/** The windows that every screen is made for: a small phone's and a desktop's. */
export const SIZES = [
  { width: 360, height: 800 },
  { width: 1440, height: 900 },
] as const

type OfStory = { house: House; address: string; bidder: Bidder }
type OfWorker = { bidwell: Installation; inbox: Inbox }

/** All stories share one installation; each has its own account, network address, site account and auctions. */
export const test = base.extend<OfStory, OfWorker>({
  inbox: [async ({}, provide) => provide(openInbox(sharedInstallation().mails)), { scope: 'worker' }],
  bidwell: [async ({}, provide) => provide(sharedInstallation().installation), { scope: 'worker' }],
  page: async ({ page }, provide) => {
    await provide(page)
    // A request that a story holds or changes may be on its way when the story ends.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  baseURL: async ({ bidwell }, provide) => provide(bidwell.url),
  house: async ({ bidwell }, provide) => provide(openHouse(bidwell.houseUrl)),
  address: async ({}, provide) => provide(anAddress()),
  extraHTTPHeaders: async ({ address }, provide) => provide({ 'x-forwarded-for': address }),
  bidder: async ({ page, house, bidwell, address }, provide) =>
    provide(new Bidder(page, bidwell.url, house, { address })),
})
export { expect }
