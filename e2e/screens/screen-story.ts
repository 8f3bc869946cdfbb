import { randomInt } from 'node:crypto'
import { Bidder } from '../people/bidder.ts'
import { SIZES, test as base } from '../story.ts'

/** `npm run screens` runs the stories with this tag. */
export const TAG = { tag: '@screens' }

/** The bidder's address is short enough to be read on a picture. Times are shown in the site's zone and in the user's. */
export const test = base.extend({
  viewport: SIZES[1],
  timezoneId: 'America/New_York',
  bidder: async ({ page, house, bidwell, address }, provide) =>
    provide(
      new Bidder(page, bidwell.url, house, {
        email: `avery-${randomInt(36 ** 3, 36 ** 4).toString(36)}@example.com`,
        address,
      }),
    ),
})
