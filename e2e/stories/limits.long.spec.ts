import { checkScreen } from '../screens/check-screen.ts'
import { TAG, test } from '../screens/screen-story.ts'
import { expect } from '../story.ts'

test.describe.configure({ timeout: 240_000 })

test(
  'The dashboard and the form say what the bids cost if all win, and a bid over a weekly limit is refused in the form',
  TAG,
  async ({ page, bidder }) => {
    await bidder.startConnected()
    await bidder.bidOn({ title: 'Brass lamp', endsInSeconds: 3_600 }, { max: 60, seconds: 5 })
    await bidder.bidOn({ title: 'Seiko 6139', endsInSeconds: 3_700 }, { max: 40, seconds: 5 })
    const third = await bidder.track({ title: 'Stoneware teapot', endsInSeconds: 3_800 })
    await page.goto('/dashboard')
    await page.getByRole('link', { name: /^If all win: \$\d+\.\d\d today · \$100\.00 this week$/ }).click()

    await expect(page.getByRole('region', { name: /^If all win/ }).getByRole('listitem')).toContainText(
      '$100.00, 2 bids',
    )
    await page.getByLabel('Weekly limit').fill('120')
    await page.getByLabel('Monthly limit').fill('0')
    await page.locator('form[name=limits]').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByLabel('Monthly limit')).toHaveAccessibleDescription(/A limit must be whole cents/)
    await page.getByLabel('Monthly limit').fill('')
    await page.getByLabel('Daily limit').fill('110')
    await page.locator('form[name=limits]').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved')).toBeVisible()
    await expect(page.getByRole('region', { name: /\$100\.00 of \$120\.00 this week/ })).toBeVisible()
    await checkScreen(page, 'limits')

    await page.goto('/dashboard')
    await third.card.getByRole('link').first().click()
    const detail = page.getByRole('complementary').or(page.getByRole('dialog')).first()
    await detail.getByLabel('Your max').fill('15')
    await expect(
      detail.getByText(/With this, your bids for .* could come to \$115\.00, over your limit of \$110\.00 a day/),
    ).toBeVisible()
    await detail.getByLabel('Your max').fill('10')
    await expect(
      detail.getByText(/^If all win, this one too: \$110\.00 of \$110\.00 on .* · \$110\.00 of \$120\.00 that week/),
    ).toBeVisible()
    await checkScreen(page, 'limits-form')
  },
)
