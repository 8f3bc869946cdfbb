import { AxeBuilder } from '@axe-core/playwright'
import { messages } from '@bidwell/contract'
import type { Page } from '@playwright/test'
import { expect, test } from '../story.ts'

async function findings(axe: AxeBuilder) {
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Buttons and links that stick out of what holds them, though nothing on the page scrolls for it. */
const stickingOut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main a, main button, [role=dialog] a, [role=dialog] button')]
      .filter((control) => {
        const { right, width } = control.getBoundingClientRect()
        const holder = control.parentElement
        const scrolls = control.closest('[class*="overflow-x-auto"]') !== null
        // A negative margin is meant: it brings an icon's edge in line with the text below.
        const meant = Math.max(0, -Number.parseFloat(getComputedStyle(control).marginRight))
        return width > 1 && holder && !scrolls && right - meant > holder.getBoundingClientRect().right + 1
      })
      .map((control) => control.outerHTML.slice(0, 200)),
  )

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** In either theme: the dark one differs in its colours and in nothing else. */
async function look(page: Page) {
  expect(await findings(new AxeBuilder({ page }).withTags(TAGS))).toEqual([])
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  expect(await stickingOut(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findings(new AxeBuilder({ page }).withRules('color-contrast'))).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

for (const width of [360, 1440]) {
  test.describe(`${width} px`, () => {
    test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' }, viewport: { width, height: 800 } })
    // Every look takes seconds on a busy machine.
    test.slow()

    test('every page can be used by everybody and fits its window', async ({ page, house, bidder }) => {
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await look(page)
      await page.goto('/?auth=login')
      await expect(page.getByRole('dialog')).toBeVisible()
      await look(page)
      await bidder.register()
      await expect(page.getByRole('searchbox')).toBeVisible()
      await look(page)
      await bidder.connect()
      await look(page)
      const soon = await house.list({ title: 'A bowl that ends soon', endsInSeconds: 1_500 })
      const later = await house.list({ title: 'A table that ends later', endsInSeconds: 90_000 })
      await bidder.trackAndSchedule(soon, { max: '25.00', seconds: 7 })
      await bidder.track(later)
      await page.goto('/dashboard')
      await expect(bidder.card('A table that ends later')).toBeVisible()
      await look(page)
      await page.getByRole('button', { name: /Account of/ }).click()
      await page.getByRole('menuitem', { name: 'Pause all bidding' }).click()
      await expect(page.getByText('You paused all bidding.')).toBeVisible()
      await expect(page.getByRole('menu')).toBeHidden()
      await look(page)
      await page.goto('/bid-history')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await look(page)
      await page.goto(await bidder.receiptOf(soon))
      await expect(page.getByRole('heading', { name: 'What happened, latest first' })).toBeVisible()
      await look(page)
    })

    test('what opens over a page can be used by everybody too, and gives the focus back', async ({
      page,
      house,
      bidder,
    }) => {
      await bidder.register()
      await bidder.connect()
      await bidder.trackAndSchedule(await house.list({ title: 'A bowl', endsInSeconds: 1_500 }), {
        max: '25.00',
        seconds: 7,
      })

      const more = bidder.card('A bowl').getByRole('button', { name: /More for/ })
      await more.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem').first()).toBeFocused()
      await look(page)
      await page.keyboard.press('Escape')
      await expect(more).toBeFocused()

      await page.keyboard.press('Control+k')
      const commands = page.getByRole('dialog', { name: 'Commands' })
      await expect(commands.getByRole('combobox')).toBeFocused()
      await expect(commands.getByRole('option').first()).toBeVisible()
      await look(page)
      await page.keyboard.press('Escape')
      await expect(more).toBeFocused()

      const third = await house.list({ title: 'A third', endsInSeconds: 900 })
      const sheet = await bidder.paste(third.url)
      const max = sheet.getByLabel('Your max', { exact: true })
      await max.fill('5')
      await max.press('Enter')
      await expect(sheet).toContainText('at least')
      await expect(max).toBeFocused()
      await look(page)
      await page.keyboard.press('Escape')
      await expect(sheet).toBeHidden()
      await expect(page.getByRole('searchbox')).toBeFocused()

      await bidder.endSessionElsewhere()
      await expect(page.getByRole('dialog', { name: messages.session.loginAgain })).toBeVisible()
      await look(page)
    })
  })
}

test('a menu opened by key starts at its first entry, walks by arrows, and gives the focus back to its button', async ({
  page,
  bidder,
}) => {
  await bidder.register()
  await expect(page.getByRole('searchbox')).toBeFocused()
  const account = page.getByRole('button', { name: /^Account of/ })
  const entry = (name: string) => page.getByRole('menu').getByText(name, { exact: true })
  for (const key of ['Enter', 'Space', 'ArrowDown']) {
    await account.focus()
    await page.keyboard.press(key)
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused()
    await page.keyboard.press(key === 'Space' ? 'Tab' : 'Escape')
    await expect(entry('Log out')).toBeHidden()
    await expect(account).toBeFocused()
  }
})

test('the command menu is closed by the keys that open it, and stays closed while a dialog asks something', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.register()
  await expect(page.getByRole('searchbox')).toBeFocused()
  await expect(page.getByRole('dialog')).toBeHidden()
  const commands = page.getByRole('dialog', { name: 'Commands' })
  await page.keyboard.press('Control+k')
  await expect(commands.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(commands).toBeHidden()

  const sheet = await bidder.paste((await house.list({ title: 'A jug', endsInSeconds: 900 })).url)
  await expect(sheet.getByRole('button', { name: 'Track', exact: true })).toBeVisible()
  // Left to the browser, the keys would take the user out of the page.
  await page.evaluate(() => {
    window.addEventListener('keydown', (event) => {
      if (event.key === 'k') document.documentElement.dataset['taken'] = String(event.defaultPrevented)
    })
  })
  await page.keyboard.press('Control+k')
  await expect(page.locator('html')).toHaveAttribute('data-taken', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(sheet).toBeVisible()
})
