import { checkScreen } from '../screens/check-screen.ts'
import { TAG, test } from '../screens/screen-story.ts'
import { expect, SIZES } from '../story.ts'

test(
  'A search is tried at the site, matched by whole words, saved, changed, and removed, on a phone and at a desk',
  TAG,
  async ({ page, house, bidder }) => {
    await bidder.startConnected()
    // Words of this story alone, for other stories share its site.
    for (const title of [
      'Zuni turquoise bracelet',
      'Zuni bracelet, broken',
      'Zunis of bracelets',
      'Zuni bracelet <b>big</b>',
    ])
      await house.list({ title, endsInSeconds: 3_700 })
    await page.goto('/dashboard')
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await page.goto('/searches?words=zuni')
      const words = page.getByRole('textbox', { name: 'Words' })
      await page.getByRole('button', { name: 'Try it' }).click()
      await expect(page.getByText('Matches 3 of 4.')).toBeVisible()
      await words.fill('zuni -broken')
      await expect(page.getByText('Matches 2 of 4.')).toBeVisible()
      await checkScreen(page, 'search-tried', [size])
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('heading', { name: 'zuni -broken' })).toBeVisible()
      await page.getByRole('button', { name: 'Edit zuni -broken' }).click()
      await words.fill('zuni (turquoise|silver)')
      await page.getByLabel('Price up to').fill('0')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Enter an amount of at least $0.01, such as 40')).toBeVisible()
      await page.getByLabel('Price up to').fill('40')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Price up to $40.00')).toBeVisible()
      await checkScreen(page, 'searches', [size])
      await page.getByRole('button', { name: /^Remove/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await expect(page.getByRole('heading', { name: 'New search' })).toBeVisible()
    }
  },
)
