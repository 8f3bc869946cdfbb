import type { Locator, Page } from '@playwright/test'
import { checkAccessibility } from '../pages/check-accessibility.ts'
import { answerHistory } from '../screens/answer-history.ts'
import { expect, test } from '../story.ts'

test('The history draws its months, and opens them as a table by the keyboard', async ({
  page,
  bidder,
  bidwell: { houseUrl },
}) => {
  await bidder.start()
  await answerHistory(page, { now: Date.now(), houseUrl })
  await page.goto('/bid-history')
  const chart = page.getByRole('figure', { name: 'Spent and saved by month' })
  await expect(chart.getByRole('row')).toHaveCount(0)
  const summary = chart.getByText('As a table')
  await summary.focus()
  await page.keyboard.press('Enter')
  expect((await summary.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expect(chart.getByRole('row').first()).toHaveText('MonthSpentUnder your maxes')
  await checkAccessibility(page)
})

/** Expects that a line stands beside the headings of the list, above its first row, and covers none of them. */
async function expectAboveRows(page: Page, line: Locator, row: Locator) {
  const size = page.viewportSize()
  const headings = page.getByRole('main').locator('section').first().locator('h2, h2 ~ span:visible')
  for (const width of [360, 768, 1_024, 1_440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(async () => {
      const [button, first] = await Promise.all([
        page.getByRole('button', { name: 'Refresh all' }).boundingBox(),
        row.boundingBox(),
      ])
      expect(button!.y + button!.height).toBeLessThanOrEqual(first!.y)
      expect(button!.x + button!.width).toBeLessThanOrEqual(width)
      const start = (await line.boundingBox())!.x
      const ends = await headings.evaluateAll((all) =>
        all.map((heading) => {
          const range = document.createRange()
          range.selectNodeContents(heading)
          return range.getBoundingClientRect().right
        }),
      )
      expect(Math.max(...ends)).toBeLessThan(start)
      expect((await line.boundingBox())?.height).toBe(32)
    }).toPass()
  }
  if (size) await page.setViewportSize(size)
}

test('The age of the prices stands above the rows, beside their headings, in windows of each width', async ({
  page,
  bidder,
}) => {
  await bidder.start()
  const { card } = await bidder.track({ title: 'A whisk', endsInSeconds: 70_000 })
  // An event would tell the page of a price that was read meanwhile.
  await page.route('**/api/events', () => {})
  await page.route(
    ({ pathname }) => pathname === '/api/auctions',
    async (route) => {
      const response = await route.fetch()
      const reply = await response.json()
      for (const auction of reply.data.auctions) {
        auction.last_checked_at = new Date(Date.parse(auction.last_checked_at) - 12 * 60_000).toISOString()
      }
      await route.fulfill({ response, json: reply })
    },
  )
  await page.goto('/dashboard')
  const ages = page.getByText(/^1 price, 1\d min/)
  await expect(ages).toBeVisible()
  await expectAboveRows(page, ages, card)
  await checkAccessibility(page)
})
