import type { AlertPreferences } from '@bidwell/contract'
import { checkScreen } from '../screens/check-screen.ts'
import { TAG, test } from '../screens/screen-story.ts'
import { expect, test as base } from '../story.ts'

test(
  'The dashboard and the form say what the bids cost if all win, and a bid over a weekly limit is refused in the form',
  TAG,
  async ({ page, bidder }) => {
    await bidder.startConnected()
    await bidder.bidOn({ title: 'Brass lamp', endsInSeconds: 900 }, { max: 60, seconds: 5 })
    await bidder.bidOn({ title: 'Seiko 6139', endsInSeconds: 1_000 }, { max: 40, seconds: 5 })
    const third = await bidder.track({ title: 'Stoneware teapot', endsInSeconds: 1_100 })
    await page.goto('/dashboard')
    await page.getByRole('link', { name: /^If all win: (\$\d+\.\d\d today · )?\$100\.00 (today|this week)$/ }).click()

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
    await page.getByText('Saved').waitFor()
    await expect(page.getByRole('region', { name: /\$100\.00 of \$120\.00 this week/ })).toBeVisible()
    await checkScreen(page, 'limits')

    await page.goto('/dashboard')
    await third.card.getByRole('link').first().click()
    const detail = page.getByRole('complementary').or(page.getByRole('dialog')).first()
    // Until then it is that of the first auction.
    await expect(detail.getByRole('heading', { name: 'Stoneware teapot' })).toBeVisible()
    await detail.getByLabel('Your max').fill('15')
    await expect(
      detail.getByText(/With this, your bids for .* could come to \$115\.00, over your limit of \$110\.00 a day/),
    ).toBeVisible()
    await detail.getByLabel('Your max').fill('10')
    await expect(
      detail.getByText(/^If all your bids win: \$110\.00 of \$110\.00 on .* · \$110\.00 of \$120\.00 that week/),
    ).toBeVisible()
    await checkScreen(page, 'limits-form')
  },
)

base(
  'Saving a setting of alerts leaves those that another device has changed meanwhile, which are shown',
  async ({ page, bidder }) => {
    await bidder.startConnected()
    await page.goto('/settings?tab=notifications')
    for (const name of ['Quiet hours', 'Before an auction ends']) await page.getByRole('heading', { name }).click()
    const quiet = page.locator('form[name=quiet-hours]')
    const ending = page.locator('form[name=ending-soon]')
    const zone = quiet.getByRole('combobox', { name: 'Time zone' })
    await zone.fill('Europe/Berlin')
    const read = async () => (await bidder.prepare.call<{ data: AlertPreferences }>('GET', '/alerts/preferences')).data
    const changed = { quiet: { from: '22:30', to: '06:30' }, urgent_wakes: false, ending_soon_minutes: 20 }
    const elsewhere = { ...(await read()), ...changed, zone: 'America/Denver' }
    await bidder.prepare.call('PUT', '/alerts/preferences', elsewhere)
    await quiet.getByRole('button', { name: 'Save' }).click()
    await expect(quiet.getByLabel('From')).toHaveValue('22:30')
    await expect(ending.getByLabel('Minutes before the end')).toHaveValue('20')
    expect(await read()).toMatchObject({ ...changed, zone: 'Europe/Berlin' })
  },
)
