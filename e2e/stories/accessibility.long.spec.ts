import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../story.ts'

/** Presses Tab until a control has the focus, as somebody who uses no mouse does. */
async function tabTo(page: Page, control: Locator) {
  await expect(control).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(control).toBeFocused()
}

async function pressOn(page: Page, control: Locator) {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

test('By keyboard alone, a newcomer signs up, stores a login, adds an auction, schedules a bid and cancels it', async ({
  page,
  house,
  bidder,
}) => {
  const { email, password } = bidder.prepare
  const { userName, password: sitePassword } = await house.createAccount()
  const { url } = await house.list({ title: 'A lamp by keys', endsInSeconds: 900 })
  const bystander = await house.list({ title: 'A lamp left alone', endsInSeconds: 900 })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeInViewport()
  await pressOn(page, page.getByRole('banner').getByRole('button', { name: 'Create an account' }))
  const dialog = page.getByRole('dialog')
  for (const [label, text] of [
    ['Email', email],
    ['Password', password],
    ['Confirm password', password],
  ] as const) {
    await tabTo(page, dialog.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
  await tabTo(page, dialog.getByRole('checkbox', { name: /Terms of Service/ }))
  await page.keyboard.press('Space')
  await pressOn(page, dialog.getByRole('button', { name: 'Continue' }))
  await page.waitForURL(/\/verify-email\?/)
  await pressOn(page, page.getByRole('link', { name: 'Go to your auctions' }))

  await pressOn(page, page.getByRole('button', { name: 'Skip Tour' }))
  await pressOn(page, page.getByRole('banner').getByRole('link', { name: /^Auction House:/ }))
  // The first steps on the page before have the same fields.
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await tabTo(page, page.getByLabel('User name'))
  await page.keyboard.type(userName)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(sitePassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: /Connected/ })).toBeVisible()

  await pressOn(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Auctions' }))
  await tabTo(page, page.getByRole('searchbox'))
  await page.keyboard.insertText(url)
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: /Add/ })
  await expect(sheet.getByLabel('Your max', { exact: true })).toBeFocused()
  await page.keyboard.type('25')
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  const card = bidder.card('A lamp by keys')
  await expect(card).toContainText('Bid scheduled')
  await pressOn(page, card.getByRole('button', { name: /More for/ }))
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Cancel bid' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card).toContainText('No bid')
  expect(await house.bidsOn(bystander)).toEqual([])
})

/** The controls that Tab reaches, each with whether the user sees it when it has the focus. */
async function tabThrough(page: Page) {
  const reached = new Map<string, boolean>()
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(async () => {
      // An end of an open dialog hands the focus on with the next frame, which comes before a person's next press.
      await new Promise(requestAnimationFrame)
      const element = document.activeElement
      // The ends of an open dialog, from which the focus goes on to its other end.
      if (element === null || element.matches('body, [data-base-ui-focus-guard]')) return null
      const { left, top, width, height } = element.getBoundingClientRect()
      const at = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20))
      const label = element.getAttribute('aria-label') ?? element.textContent ?? ''
      return { name: `${element.tagName} ${label.trim() || element.id}`, isSeen: element.contains(at) }
    })
    if (focused === null) continue
    if (reached.has(focused.name)) break
    reached.set(focused.name, focused.isSeen)
  }
  return reached
}

test('At a zoom of 400 %, the keyboard reaches every control of the dashboard and of a sheet, and nothing covers it', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.startConnected()
  const auction = await bidder.bidOn({ title: 'A bowl', endsInSeconds: 1_500 }, { max: 25, seconds: 7 })
  const other = await house.list({ title: 'A jar', endsInSeconds: 900 })
  // A window of 1280 by 1024 pixels, zoomed in.
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/dashboard')
  await expect(auction.card).toBeVisible()
  const onPage = await tabThrough(page)
  expect(onPage.size).toBeGreaterThan(15)
  expect([...onPage].filter(([, isSeen]) => !isSeen)).toEqual([])
  const sheet = await bidder.paste(other.url)
  await sheet.getByLabel('Your max', { exact: true }).fill('20')
  // What it would cost comes a moment later, and takes a line.
  await expect(sheet).toContainText('handling')
  const inSheet = await tabThrough(page)
  expect(inSheet.size).toBeGreaterThan(3)
  expect([...inSheet].filter(([, isSeen]) => !isSeen)).toEqual([])
})

const colour = (element: Locator) => element.evaluate((node) => getComputedStyle(node).backgroundColor)

async function expectToStandOut(chosen: Locator, other: Locator) {
  expect(await colour(chosen)).not.toBe(await colour(other))
}

test('In colours that the system chooses, the current page, the chosen filter and tab, and the entry in focus stand out', async ({
  page,
  bidder,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await bidder.start()
  await bidder.track({ title: 'A bowl', endsInSeconds: 1_500 })
  await page.goto('/dashboard')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expectToStandOut(main.getByRole('link', { name: 'Auctions' }), main.getByRole('link', { name: 'History' }))
  await expectToStandOut(page.getByRole('button', { name: /^All/ }), page.getByRole('button', { name: /^Scheduled/ }))
  await page.getByRole('button', { name: /^Account of/ }).press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await expectToStandOut(page.getByRole('menuitem').first(), page.getByRole('menuitem').nth(1))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'You' })).toBeVisible()
  await expectToStandOut(page.getByRole('tab', { name: 'You' }), page.getByRole('tab', { name: 'Security' }))
})

test('Where the system asks for less motion, nothing moves when a sheet opens, and otherwise the sheet slides in', async ({
  page,
  house,
  bidder,
}) => {
  await page.addInitScript(() => {
    const seen = new Set<string>()
    document.addEventListener('transitionrun', ({ propertyName }) => {
      seen.add(propertyName)
      document.documentElement.dataset['moved'] = [...seen].join(' ')
    })
    document.addEventListener('animationstart', ({ animationName }) => {
      seen.add(animationName)
      document.documentElement.dataset['moved'] = [...seen].join(' ')
    })
  })
  const moved = async () => (await page.locator('html').getAttribute('data-moved')) ?? ''
  await bidder.start()
  const { url } = await house.list({ title: 'A jar', endsInSeconds: 900 })
  await page.goto('/dashboard')
  const openAndClose = async () => {
    const sheet = await bidder.paste(url)
    await expect(sheet.getByRole('button', { name: 'Track', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
  }
  await openAndClose()
  expect(await moved()).toMatch(/^((opacity|appear)( |$))*$/)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openAndClose()
  expect(await moved()).toContain('translate')
})
