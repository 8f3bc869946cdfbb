import { messages } from '@bidwell/contract'
import { checkAccessibility, checkLayout } from '../pages/check-accessibility.ts'
import { photograph } from '../screens/photograph.ts'
import { expect, SIZES, test } from '../story.ts'

const [PHONE, DESKTOP] = SIZES

test('A price over the maximum counts at the bell, stands on the page with the way to its auction, and is read once', async ({
  page,
  house,
  bidder,
}) => {
  await page.setViewportSize(DESKTOP)
  await bidder.openDashboard()
  const auction = await bidder.bidOn({ title: 'A clock past its price', endsInSeconds: 900 }, { max: 15, seconds: 5 })
  const later = await bidder.bidOn({ title: 'A vase past its price', endsInSeconds: 900 }, { max: 15, seconds: 5 })
  await bidder.bidOn({ title: 'A jug within its price', endsInSeconds: 900 }, { max: 50, seconds: 5 })
  const bell = page.getByRole('banner').getByRole('link', { name: /^Alerts/ })
  await expect(bell).toHaveAccessibleName('Alerts')
  await expect(bell).toHaveAttribute('href', '/notifications')
  const tab = page.context().waitForEvent('page')
  await bell.click({ button: 'middle' })
  await (await tab).waitForURL('**/notifications')
  await (await tab).close()

  const outbid = async (passed: typeof auction, unread: number) => {
    await house.bidAgainst(passed, 30, 'first')
    await house.bidAgainst(passed, 40, 'second')
    await expect(async () => {
      // The server reads a price again at most every two seconds.
      await bidder.prepare.readPrice(passed)
      await expect(bell).toHaveAccessibleName(`Alerts ${unread} unread`, { timeout: 10_000 })
    }).toPass()
  }
  await outbid(auction, 1)
  await expect(page.getByRole('status').filter({ hasText: '1 unread alert' })).toHaveCount(1)
  await bell.focus()
  await page.keyboard.press('Enter')
  const peek = page.getByRole('dialog', { name: 'Alerts' })
  await expect(peek.getByRole('listitem')).toContainText('The price is $31.00, above your max of $15.00.')
  await expect(page).toHaveURL(/\/dashboard/)
  await checkAccessibility(page, (theme) => photograph(page, `alerts-at-the-bell-${theme}`))
  await page.keyboard.press('Escape')
  await expect(peek).toBeHidden()
  await expect(bell).toBeFocused()
  await bell.click()
  await peek.getByRole('link', { name: 'All alerts' }).click()
  await expect(peek).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Alerts', level: 1 })).toBeVisible()
  const today = page.getByRole('region', { name: 'Today' })
  const item = (title: string) => today.getByRole('listitem').filter({ hasText: title })
  await expect(item('A clock past its price')).toContainText('Over your max')
  await expect(item('A clock past its price')).toContainText('The price is $31.00, above your max of $15.00.')
  await expect(item('A clock past its price')).toContainText('New')

  await outbid(later, 2)
  await expect(today.getByRole('listitem').first()).toContainText('A vase past its price')
  await expect(today.getByRole('listitem')).toHaveCount(2)
  await checkAccessibility(page)
  await page.setViewportSize(PHONE)
  await expect(bell).toBeHidden()
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Alerts 2 unread' }),
  ).toBeVisible()
  await checkAccessibility(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await checkLayout(page)
  await page.setViewportSize(DESKTOP)

  const calls = '**/api/notifications/**'
  await page.route(calls, (route) => route.abort())
  await page.getByRole('button', { name: 'Mark as read: A vase past its price' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(messages.generic.networkError)
  await page.unroute(calls)
  await page.keyboard.press('Enter')
  await expect(bell).toHaveAccessibleName('Alerts 1 unread')
  await expect(page.getByRole('region', { name: 'Your alerts' })).toBeFocused()
  await expect(item('A vase past its price')).not.toContainText('New')
  await page.getByRole('button', { name: /^Unread/ }).click()
  await expect(today.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('You have read everything.')).toBeVisible()
  await expect(bell).toHaveAccessibleName('Alerts')
  await bell.click()
  await expect(peek.getByRole('listitem')).toHaveCount(2)
  await expect(peek.getByText('New', { exact: true })).toHaveCount(0)
  await peek.getByRole('link', { name: 'A vase past its price' }).click()
  await expect(peek).toBeHidden()
  await expect(page.getByRole('complementary', { name: 'Detail' })).toContainText('A vase past its price')
  await page.goto('/notifications')
  await page.getByRole('button', { name: 'Results' }).click()
  await expect(page.getByText('None of these yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await item('A clock past its price').getByRole('link', { name: 'A clock past its price' }).click()
  await expect(page.getByRole('complementary', { name: 'Detail' })).toContainText('A clock past its price')
  await page.goto('/about')
  await expect(bell).toHaveAccessibleName('Alerts')
})
