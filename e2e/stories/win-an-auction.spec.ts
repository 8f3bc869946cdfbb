import { expect, test } from '../story.ts'

for (const [name, viewport] of [
  ['at a desk', { width: 1440, height: 900 }],
  ['on a phone', { width: 360, height: 740 }],
] as const) {
  test.describe(name, () => {
    test.use({ viewport })

    test('a newcomer registers, connects, schedules a bid at seven seconds, and sees it win', async ({
      page,
      house,
      bidder,
    }) => {
      await bidder.register()
      const { userName } = await bidder.connect()
      const title = `Stoneware bowl ${name}`
      const listing = await house.list({ title, endsInSeconds: 28 })
      await bidder.trackAndSchedule(listing, { max: '25.00', seconds: 7 })

      const card = bidder.card(title)
      await expect(card).toContainText('Final minute')
      await expect(card).toContainText('Bid fires at 0:07')
      await expect(card).toContainText('Bid placed', { timeout: 40_000 })
      await expect(card.getByText('Won', { exact: true })).toBeVisible({ timeout: 30_000 })
      await expect(card).toContainText('Won for $10.00, $15.00 under your max')

      const [bid, ...more] = await house.bidsOn(listing)
      expect(more).toEqual([])
      expect(bid).toMatchObject({ userName, amountCents: 2_500, outcome: 'leading' })

      await page.goto('/bid-history')
      await page.getByRole('link', { name: title }).click()
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      const times = page.getByRole('term').filter({ hasText: /^(Planned for|Sent|Answered|Settled)$/ })
      await expect(times).toHaveText(['Planned for', 'Sent', 'Answered', 'Settled'])
      await expect(page.getByText(/^\d\.\d\d s before the close$/)).toBeVisible()
      await expect(page.getByText(/You are currently the high bidder/)).toBeVisible()

      await page.goto(listing.url)
      await expect(page.getByText(/\$10\.00/).first()).toBeVisible()
      await expect(page.getByText(masked(userName)).first()).toBeVisible()
    })
  })
}

const masked = (userName: string) => `${userName.at(0)}****${userName.at(-1)}`
