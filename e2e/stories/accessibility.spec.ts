import { messages } from '@bidwell/contract'
import { checkAccessibility } from '../check-accessibility.ts'
import { expect, test } from '../story.ts'

for (const width of [360, 1440]) {
  test.describe(() => {
    test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' }, viewport: { width, height: 800 } })

    test(`Every page is accessible and fits a window ${width} px wide`, async ({ page, house, bidder }) => {
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await checkAccessibility(page)
      await page.goto('/?auth=login')
      await expect(page.getByRole('dialog')).toBeVisible()
      await checkAccessibility(page)
      for (const path of ['/help', '/terms', '/privacy']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await checkAccessibility(page)
      }

      await bidder.start()
      await page.goto('/dashboard')
      await expect(page.getByRole('searchbox')).toBeVisible()
      await checkAccessibility(page)
      await bidder.prepare.siteLogin()
      await page.goto('/settings?tab=credentials')
      await expect(page.getByRole('button', { name: 'Use another login' })).toBeVisible()
      await checkAccessibility(page)

      const soon = await house.list({ title: 'A bowl that ends soon', endsInSeconds: 1_500 })
      const later = await house.list({ title: 'A table that ends later', endsInSeconds: 90_000 })
      await bidder.prepare.bid(soon, { max: 25, seconds: 7 })
      await bidder.prepare.tracked(later)
      await page.goto('/dashboard')
      await expect(bidder.card('A table that ends later')).toBeVisible()
      await checkAccessibility(page)
      await bidder.prepare.call('PUT', '/bids/pause', { paused: true })
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
      const listing = await house.list({ title: 'A bowl', endsInSeconds: 1_500 })
      await bidder.prepare.bid(listing, { max: 25, seconds: 7 })
      const third = await house.list({ title: 'A third', endsInSeconds: 900 })
      await page.goto('/dashboard')

      const more = bidder.card('A bowl').getByRole('button', { name: /More for/ })
      await more.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem').first()).toBeFocused()
      await checkAccessibility(page)
      await page.keyboard.press('Escape')
      await expect(more).toBeFocused()

      await page.keyboard.press('Control+k')
      const commands = page.getByRole('dialog', { name: 'Commands' })
      await expect(commands.getByRole('combobox')).toBeFocused()
      await expect(commands.getByRole('option').first()).toBeVisible()
      await checkAccessibility(page)
      await page.keyboard.press('Escape')
      await expect(more).toBeFocused()

      const sheet = await bidder.paste(third.url)
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
      await expect(page.getByRole('dialog', { name: messages.session.loginRequired })).toBeVisible()
      await checkAccessibility(page)
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
