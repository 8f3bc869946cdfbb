import { checkAccessibility, checkLayout } from '../check-accessibility.ts'
import { expiredDialog } from '../ended-session.ts'
import { expect, SIZES, test } from '../story.ts'

for (const viewport of SIZES) {
  const { width } = viewport
  // Where the wide window shows the same as the narrow one, with more room.
  const checkSameScreen = width === 360 ? checkAccessibility : checkLayout
  test.describe(() => {
    test.use({ viewport })

    test(`Every page is accessible and fits a window ${width} px wide`, async ({ page, bidder }) => {
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await checkAccessibility(page)
      await page.goto('/?auth=login')
      await expect(page.getByRole('dialog')).toBeVisible()
      await checkSameScreen(page)
      for (const path of ['/help', '/terms', '/privacy', '/data-retention']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await checkSameScreen(page)
      }
      await expect(page.getByRole('main')).toContainText('The security log: 365 days after each entry.')

      await bidder.start()
      await page.goto('/dashboard')
      await expect(page.getByRole('searchbox')).toBeVisible()
      await checkAccessibility(page)
      await bidder.prepare.siteLogin()
      await page.goto('/settings?tab=credentials')
      await expect(page.getByRole('button', { name: 'Use another login' })).toBeVisible()
      await checkSameScreen(page)

      const soon = await bidder.bidOn({ title: 'A bowl that ends soon', endsInSeconds: 1_500 }, { max: 25, seconds: 7 })
      const later = await bidder.track({ title: 'A table that ends later', endsInSeconds: 90_000 })
      await bidder.prepare.call('PUT', '/bids/pause', { paused: true })
      await page.goto('/dashboard')
      await expect(later.card).toBeVisible()
      await expect(page.getByText('You paused all bidding.')).toBeVisible()
      await checkAccessibility(page)
      await page.goto('/bid-history')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await checkAccessibility(page)
      await page.goto(await bidder.prepare.receiptPath(soon))
      await expect(page.getByRole('heading', { name: 'What happened, latest first' })).toBeVisible()
      await checkAccessibility(page)
    })

    test(`Every menu, sheet and dialog is accessible in a window ${width} px wide, and returns the focus`, async ({
      page,
      house,
      bidder,
    }) => {
      await bidder.startConnected()
      const { card } = await bidder.bidOn({ title: 'A bowl', endsInSeconds: 1_500 }, { max: 25, seconds: 7 })
      const other = await house.list({ title: 'A jar', endsInSeconds: 900 })
      await page.goto('/dashboard')

      const more = card.getByRole('button', { name: /More for/ })
      await more.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem').first()).toBeFocused()
      await checkSameScreen(page)
      await page.keyboard.press('Escape')
      await expect(more).toBeFocused()

      await page.keyboard.press('Control+k')
      const commands = page.getByRole('dialog', { name: 'Commands' })
      await expect(commands.getByRole('combobox')).toBeFocused()
      await expect(commands.getByRole('option').first()).toBeVisible()
      await checkSameScreen(page)
      await page.keyboard.press('Escape')
      await expect(more).toBeFocused()

      const sheet = await bidder.paste(other.url)
      const max = sheet.getByLabel('Your max', { exact: true })
      await max.fill('5')
      await max.press('Enter')
      await expect(sheet).toContainText('at least')
      await expect(max).toBeFocused()
      await checkAccessibility(page)
      await page.keyboard.press('Escape')
      await expect(sheet).toBeHidden()
      await expect(page.getByRole('searchbox')).toBeFocused()

      await bidder.prepare.endSession()
      await expect(expiredDialog(page)).toBeVisible()
      await checkSameScreen(page)
    })
  })
}

test('A menu opened by key focuses its first entry, follows the arrow keys, and returns the focus to its button', async ({
  page,
  bidder,
}) => {
  await bidder.start()
  await page.goto('/dashboard')
  await expect(page.getByRole('searchbox')).toBeFocused()
  const account = page.getByRole('button', { name: /^Account of/ })
  const entry = (name: string) => page.getByRole('menu').getByText(name, { exact: true })
  for (const key of ['Enter', 'Space', 'ArrowDown']) {
    await account.focus()
    await page.keyboard.press(key)
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused()
    await page.keyboard.press(key === 'Space' ? 'Tab' : 'Escape')
    await expect(entry('Sign out')).toBeHidden()
    await expect(account).toBeFocused()
  }
})

test('The keys that open the command menu close it again, and do nothing while another dialog is open', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.start()
  await page.goto('/dashboard')
  await expect(page.getByRole('searchbox')).toBeFocused()
  const commands = page.getByRole('dialog', { name: 'Commands' })
  await page.keyboard.press('Control+k')
  await expect(commands.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(commands).toBeHidden()

  const sheet = await bidder.paste((await house.list({ title: 'A jug', endsInSeconds: 900 })).url)
  await expect(sheet.getByRole('button', { name: 'Track', exact: true })).toBeVisible()
  // Unless the page handles the keys, the browser moves the focus to its own search.
  await page.evaluate(() => {
    window.addEventListener('keydown', (event) => {
      if (event.key === 'k') document.documentElement.dataset['handled'] = String(event.defaultPrevented)
    })
  })
  await page.keyboard.press('Control+k')
  await expect(page.locator('html')).toHaveAttribute('data-handled', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(sheet).toBeVisible()
})
