import { checkScreen } from '../screens/check-screen.ts'
import { TAG, test } from '../screens/screen-story.ts'
import { expect, SIZES } from '../story.ts'

test(
  'What similar items sold for is shown from the bid form, sums up what is ticked, and leaves the maximum as it was typed',
  TAG,
  async ({ page, house, bidder }) => {
    await bidder.startConnected()
    // Words of this story alone, for other stories share its site.
    for (const price of [20, 26, 32, 44, 58, 70]) {
      const title = `Quimper faience pitcher, ${'handpainted'.repeat(6)} ${price}`
      const closed = await house.list({ title, endsInSeconds: 3_700 })
      await house.bidAgainst(closed, price - 1, 'first')
      await house.bidAgainst(closed, price + 9, 'second')
      await house.close(closed)
    }
    const pitcher = await bidder.track({ title: 'Quimper faience pitcher', endsInSeconds: 3_700 })
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await page.goto('/dashboard')
      await pitcher.card.getByRole('link').first().click()
      const form = page.locator('form[name=bid]')
      await form.getByLabel('Your max').fill('42')
      await form.getByRole('button', { name: 'What similar ones sold for' }).click()
      const dialog = page.getByRole('dialog', { name: 'What similar ones sold for' })
      const sentence = dialog.getByRole('status')
      await expect(sentence).toHaveText(/^Of 6 sold, half between \$26\.00 and \$58\.00; 3 below your \$42\.00/)
      await dialog.getByRole('checkbox').first().uncheck()
      await expect(sentence).toHaveText(/^Of 5 sold/)
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(form.getByLabel('Your max')).toHaveValue('42')
      await form.getByRole('button', { name: 'What similar ones sold for' }).click()
      await expect(sentence).toHaveText(/^Of 6 sold/)
      await checkScreen(page, 'sold', [size])
    }
  },
)
