import { api } from '@bidwell/contract'
import { fixedAuction, type FixedAuction } from '../../web/test/fixed-auction.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { answerAuctions, stopTime } from '../screens/fixed-auctions.ts'
import { TAG, test } from '../screens/screen-story.ts'
import { expect } from '../story.ts'

// A story takes some twenty looks at its screens, which a busy machine makes slow.
const HOUR = 3_600
const TAKEN_AT = '2026-11-20T22:02:00.000Z'
const RESTORED = { phase: 'restored', restored: { taken_at: TAKEN_AT, is_not_at_site: false } } as const

test(
  'After a restore, the owner keeps one bid on its card or all above them, and each says what happens without an answer',
  TAG,
  async ({ page, bidder, bidwell: { houseUrl } }) => {
    await bidder.startConnected()
    const place = { now: Date.now(), houseUrl }
    const watch = fixedAuction(place, 1, { title: 'Seiko 6139', motif: 'watch', endsIn: 5 * HOUR, bid: RESTORED })
    const others = [
      fixedAuction(place, 2, { title: 'Lionel train set, boxed', motif: 'train', endsIn: 2 * HOUR, bid: RESTORED }),
      fixedAuction(place, 3, {
        title: 'Classical guitar with its case, strings and a stand',
        motif: 'guitar',
        endsIn: 60,
        bid: { ...RESTORED, seconds_before_end: 90 },
      }),
      fixedAuction(place, 4, { title: 'Stoneware teapot', motif: 'teapot', endsIn: 30 * HOUR, bid: {} }),
    ]
    await answerAuctions(page, place, [watch, ...others])
    const asked: number[][] = []
    await page.route(`**/api${api.keepBids.path}`, (route) => {
      const { ids }: { ids: number[] } = route.request().postDataJSON()
      asked.push(ids)
      const kept = [watch, ...others].filter(({ auction }) => ids.includes(auction.id)).map(keep)
      return route.fulfill({ json: { success: true, data: { kept, refused: [] } } })
    })

    await page.goto('/dashboard')
    await expect(page.getByRole('banner').getByText(/\d:\d\d:\d\d [AP]M/)).toBeAttached()
    const card = page.locator('[data-auction-card="1"]')
    await expect(card).toContainText('Keep your bid of at most $40.00? Without your answer it is not sent.')
    await expect(page.getByRole('region', { name: 'Problems' })).toContainText('Keep your 2 bids?')
    // Its moment has passed, and the site is asked first.
    await expect(page.locator('[data-auction-card="3"]')).toContainText('is being asked whether this bid was sent')
    await stopTime(page)
    await checkScreen(page, 'restored-bids')

    await page.goto('/dashboard?item=1')
    await checkScreen(page, 'restored-bid')
    await page.goto('/dashboard')
    await card.getByRole('button', { name: 'Keep it: Seiko 6139' }).click()
    await expect(card.getByText('Bid scheduled')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Problems' })).toContainText('on Lionel train set, boxed?')
    await page
      .getByRole('region', { name: 'Problems' })
      .getByRole('button', { name: /^Keep it/ })
      .click()
    await expect(page.getByRole('region', { name: 'Problems' })).toHaveCount(0)
    expect(asked).toEqual([[1], [2]])
  },
)

/** Later reads of the bids answer the bid that was kept, too. */
const keep = ({ bid }: FixedAuction) =>
  Object.assign(bid ?? {}, { phase: 'waiting', restored: null, updated_at: new Date().toISOString() })
