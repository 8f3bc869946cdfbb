import { test as base, expect } from '@playwright/test'
import { Bidder } from './bidder.ts'
import { type House, openHouse } from './house.ts'
import { type Inbox, startInbox } from './inbox.ts'
import { abandonPlace, type Bidwell, choosePlace, startBidwell } from './start-bidwell.ts'

/** The windows that every screen is made for: a small phone's and a desktop's. */
export const SIZES = [
  { width: 360, height: 800 },
  { width: 1440, height: 900 },
] as const

/** Whoever verifies this address administers the installation. */
export const OPERATOR = 'operator@example.com'

/** Messages to the operator go there. */
export const SUPPORT = 'help@example.com'

/** Each worker runs one installation; each story has its own account, site account and auctions. */
export const test = base.extend<{ house: House; bidder: Bidder }, { bidwell: Bidwell; inbox: Inbox }>({
  inbox: [
    async ({}, provide) => {
      await using inbox = await startInbox()
      await provide(inbox)
    },
    { scope: 'worker' },
  ],
  bidwell: [
    async ({ inbox }, provide) => {
      const place = await choosePlace()
      {
        await using bidwell = await startBidwell(place, {
          PUBLIC_URL: `http://127.0.0.1:${place.port}`,
          SMTP_URL: inbox.url,
          MAIL_FROM: 'Bidwell <bidwell@example.com>',
          ADMIN_EMAILS: OPERATOR,
          SUPPORT_EMAIL: SUPPORT,
          // Most stories are not about verification, and would wait for a mail first.
          REQUIRE_VERIFIED_EMAIL: 'false',
          // Most stories bid more than a trial allows.
          PLAN_MODE: 'self-hosted',
        })
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
