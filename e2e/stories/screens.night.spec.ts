import type { Page } from '@playwright/test'
import { expiredDialog } from '../people/ended-session.ts'
import { checkScreen, expectLoaded } from '../screens/check-screen.ts'
import { TAG, test } from '../screens/screen-story.ts'
import { PUBLIC_SCREENS } from '../screens/screens.ts'
import { expect, SIZES } from '../story.ts'

const [PHONE, DESKTOP] = SIZES

// A story takes some twenty looks at its screens, which a busy machine makes slow.
const half = <Row>(rows: readonly Row[], second: boolean) =>
  second ? rows.slice(rows.length / 2) : rows.slice(0, rows.length / 2)

for (const second of [false, true]) {
  test(
    `Each public page of the ${second ? 'second' : 'first'} half is accessible and fits a phone and a desktop, in both themes`,
    TAG,
    async ({ page }) => {
      for (const [name, { path, heading }] of half(Object.entries(PUBLIC_SCREENS), second)) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
        await checkScreen(page, name)
        if (name === 'palette') await checkToasts(page)
      }
    },
  )
}

/** Toasts outlast their page. Those of other kinds would close by themselves. */
async function checkToasts(page: Page) {
  for (const name of ['Persistent', 'Action']) await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('navigation', { name: 'Foot' }).getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(2)
  await checkScreen(page, 'toasts')
}

test(
  'What a visitor signs in and up with is accessible and fits a phone and a desktop, in both themes',
  TAG,
  async ({ page }) => {
    for (const [name, mode] of [
      ['sign-in', 'login'],
      ['sign-up', 'register'],
      ['forgotten-password', 'forgotPassword'],
    ] as const) {
      await page.goto(`/?auth=${mode}`)
      await expect(page.getByRole('dialog').getByLabel('Email')).toBeVisible()
      await checkScreen(page, name)
    }
    await page.goto('/dashboard')
    await expect(page.getByRole('main').getByRole('button', { name: 'Sign in' })).toBeVisible()
    await checkScreen(page, 'gate')
    await page.goto('/verify-email?email=avery@example.com')
    await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()
    await checkScreen(page, 'verify-email')
    await page.goto(`/reset-password?token=${'a'.repeat(43)}`)
    await expect(page.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible()
    await checkScreen(page, 'link-refused')
  },
)

test(
  'Each step of the tour is accessible and fits a phone and a desktop, in both themes',
  TAG,
  async ({ page, bidder }) => {
    await bidder.start({ isNew: true })
    await page.goto('/dashboard')
    await expect(page.getByText('New here?')).toBeVisible()
    await checkScreen(page, 'tour-offer')
    await page.getByRole('button', { name: 'Take the tour' }).click()
    const tour = page.locator('dialog')
    for (const step of [1, 2, 3, 4] as const) {
      await expect(tour).toContainText(`Step ${step} of 4`)
      await checkScreen(page, `tour-${step}`)
      await tour.getByRole('button', { name: /Next|Finish/ }).click()
    }
    await expect(tour).toBeHidden()
    await page.goto('/dashboard')
    await expect(page.getByText('Nothing tracked yet.')).toBeVisible()
    await checkScreen(page, 'dashboard-empty')
    await page.goto('/settings?tab=credentials')
    await expect(page.getByLabel('User name')).toBeVisible()
    await checkScreen(page, 'login-missing')
  },
)

test(
  'Each page of a bidder is accessible and fits a phone and a desktop, in both themes',
  TAG,
  async ({ page, house, bidder }) => {
    const { userName } = await bidder.startConnected()
    const { prepare } = bidder
    const won = await bidder.bidOn({ title: 'Mantel clock with key', endsInSeconds: 20 }, { max: 25, seconds: 5 })
    const lost = await bidder.bidOn({ title: 'Porcelain jug', endsInSeconds: 40 }, { max: 25, seconds: 20 })
    const dear = await bidder.bidOn(
      { title: 'Silver tea set, four pieces', endsInSeconds: 2_900 },
      { max: 15, seconds: 5 },
    )
    await bidder.bidOn({ title: 'Brass desk lamp', endsInSeconds: 1_500 }, { max: 25, seconds: 7 })
    await bidder.track({ title: 'Oak side table', endsInSeconds: 90_000 })
    for (const rival of ['first', 'second']) await house.bidAgainst(dear, rival === 'first' ? 30 : 40, rival)
    await expect.poll(() => house.bidsOn(lost)).toHaveLength(1)
    await house.bidAgainst(lost, 40)
    await expect.poll(() => prepare.bidStatus(won)).toBe('won')
    await expect.poll(() => prepare.bidStatus(lost)).toBe('lost')
    await prepare.readPrice(dear)

    // The page begins with the detail of what ends next, or of what has just ended.
    await expect(async () => {
      await page.goto('/dashboard')
      const detail = page.getByRole('complementary', { name: 'Detail' })
      await expect(detail).toContainText('Checked: ready.', { timeout: 30_000 })
    }).toPass()
    await expect(dear.card).toContainText('above your max')
    await expect(won.card).toContainText('Won for $10.00')
    await checkScreen(page, 'dashboard')
    await bidder.card('Brass desk lamp').getByRole('link', { name: 'Brass desk lamp' }).click()
    await expect(page.getByRole('complementary', { name: 'Detail' })).toContainText('Brass desk lamp')
    // On a phone, it is a sheet over the list.
    await page.setViewportSize(PHONE)
    await expect(page.getByRole('dialog')).toContainText('Checked: ready.')
    await checkScreen(page, 'dashboard-detail')
    await page.setViewportSize(DESKTOP)

    for (const [name, path, shown] of [
      ['history', '/bid-history', 'Outbid'],
      ['receipt', await prepare.receiptPath(won), 'Every step'],
      ['notifications', '/notifications', 'Over your max'],
      ['settings-profile', '/settings', 'On this device'],
      ['settings-bidding', '/settings?tab=bidding', 'If all win'],
      ['settings-login', '/settings?tab=credentials', 'Use another login'],
      ['settings-notifications', '/settings?tab=notifications', 'Quiet hours'],
      ['settings-security', '/settings?tab=security', 'Sign-in'],
      ['settings-privacy', '/settings?tab=privacy', 'Delete account'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('main').getByText(shown).first()).toBeVisible()
      await checkScreen(page, name)
    }

    await house.changePassword(userName, 'changed at the site')
    await prepare.send('POST', '/shopgoodwill/token/refresh', {})
    await page.goto('/dashboard')
    // The order of the detail's timeline.
    await expect(page.getByRole('complementary', { name: 'Detail' })).toContainText('Checked: Auction House refuses')
    await prepare.call('PUT', '/bids/pause', { paused: true })
    await page.goto('/dashboard')
    const problems = page.getByRole('region', { name: 'Problems' })
    await expect(problems).toContainText('3 problems stop 2 bids.')
    await expect(dear.card).toContainText("Won't be sent")
    // The auctions begin in the upper half of a phone's window.
    await page.setViewportSize({ width: 360, height: 800 })
    expect((await problems.boundingBox())?.height).toBeLessThan(400)
    await page.setViewportSize({ width: 1440, height: 900 })
    await checkScreen(page, 'problems')
    await problems.getByRole('button', { name: 'Collapse the problems' }).click()
    await expect(page.getByRole('button', { name: '3 problems' })).toBeFocused()
    await checkScreen(page, 'problems-collapsed')
  },
)

test(
  'Each menu, sheet and dialog is accessible and fits a phone and a desktop, in both themes, and returns the focus',
  TAG,
  async ({ page, house, bidder }) => {
    await bidder.startConnected()
    const { card } = await bidder.bidOn({ title: 'A bowl', endsInSeconds: 1_500 }, { max: 25, seconds: 7 })
    const other = await house.list({ title: 'A jar', endsInSeconds: 900 })
    await page.goto('/dashboard')
    await expect(page.getByRole('complementary', { name: 'Detail' })).toContainText('Checked: ready.')
    for (const [name, button] of [
      ['auction-menu', card.getByRole('button', { name: /More for/ })],
      ['account-menu', page.getByRole('button', { name: /^Account of/ })],
    ] as const) {
      await button.press('Enter')
      await expect(page.getByRole('menuitem').first()).toBeFocused()
      await checkScreen(page, name)
      await page.keyboard.press('Escape')
      await expect(button).toBeFocused()
    }

    const account = page.getByRole('button', { name: /^Account of/ })
    // The menu is about the auction in the detail, which a phone's window has closed.
    await expect(page.getByRole('complementary', { name: 'Detail' })).toContainText('Checked: ready.')
    await page.keyboard.press('Control+k')
    const commands = page.getByRole('dialog', { name: 'Commands' })
    // What depends on the bid and on the pause follows once both are read.
    await expect(commands.getByRole('option', { name: 'Cancel bid' })).toBeVisible()
    await expect(commands.getByRole('option', { name: 'Pause all bidding' })).toBeVisible()
    await checkScreen(page, 'commands')
    await page.keyboard.press('Escape')
    await expect(account).toBeFocused()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
    await checkScreen(page, 'keys')
    await page.keyboard.press('Escape')
    await expect(account).toBeFocused()

    const sheet = await bidder.paste(other.url)
    const max = sheet.getByLabel('Your max', { exact: true })
    await max.fill('5')
    await max.press('Enter')
    await expect(sheet).toContainText('at least')
    await expect(max).toBeFocused()
    await checkScreen(page, 'add-sheet')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('searchbox')).toBeFocused()

    await card.hover()
    await card.getByRole('checkbox', { name: 'Select A bowl' }).check()
    await checkScreen(page, 'selection')
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect(page.getByText('1 selected')).toBeHidden()

    await page.goto('/settings?tab=security')
    await answerFixedCodes(page)
    const setUp = page.getByRole('button', { name: 'Set up' })
    await setUp.click()
    await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
    await checkScreen(page, 'authenticator-app')
    await page.getByLabel('Code from the app').fill('123456')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10)
    await checkScreen(page, 'recovery-codes')
    await page.getByRole('button', { name: 'I have kept them' }).click()

    for (const [name, tab, button] of [
      ['remove-login', 'credentials', 'Remove login'],
      ['delete-account', 'privacy', 'Delete account'],
    ] as const) {
      await page.goto(`/settings?tab=${tab}`)
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await checkScreen(page, name)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: button })).toBeFocused()
    }
  },
)

test(
  'What a bidder sees in trouble is accessible and fits a phone and a desktop, in both themes',
  TAG,
  async ({ page, context, bidder }) => {
    await bidder.startConnected()
    const auction = await bidder.bidOn({ title: 'A bowl', endsInSeconds: 1_500 }, { max: 25, seconds: 7 })
    await bidder.prepare.call('PUT', '/bids/pause', { paused: true })
    await page.goto('/dashboard')
    await expect(auction.card).toBeVisible()
    await expect(page.getByRole('region', { name: 'Problems' })).toContainText('You paused all bidding.')
    const detail = page.getByRole('complementary', { name: 'Detail' })
    await expect(detail).toContainText('You paused all bidding: nothing is sent until you resume.')
    await expect(detail).toContainText('Plus $3.00 handling and shipping, before tax.')
    // What has not loaded by now does not load offline.
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expectLoaded(page)
    await context.setOffline(true)
    await expect(page.getByText("You're offline.")).toBeVisible()
    await checkScreen(page, 'paused-and-offline')
    await context.setOffline(false)

    await page.route('**/assets/HistoryPage-*.js', (route) => route.fulfill({ status: 404, body: 'Not found' }))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible()
    await checkScreen(page, 'page-failure')

    // The browser has kept the auctions. A page that is still open would find the session ended, and delete them.
    await page.goto('about:blank')
    await bidder.prepare.endSession()
    await page.goto('/dashboard')
    await expect(expiredDialog(page)).toBeVisible()
    await checkScreen(page, 'session-ended')
  },
)

/** Has a second factor be set up whatever code the app shows. */
async function answerFixedCodes(page: Page) {
  const secret = 'JBSWY3DPEHPK3PXP'.repeat(2)
  const uri = `otpauth://totp/Bidwell:avery@example.com?secret=${secret}&issuer=Bidwell`
  const codes = Array.from({ length: 10 }, (_, index) => `${index}abcd-${index}efgh`)
  const answer = (path: string, data: object) =>
    page.route(`**/api/account/second-factor/${path}`, (route) => route.fulfill({ json: { success: true, data } }))
  await answer('totp', { secret, uri })
  await answer('totp/confirm', { recovery_codes: codes })
}
