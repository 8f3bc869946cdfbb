import type { Page } from '@playwright/test'
import { checkScreen } from '../screens/check-screen.ts'
import { deliveriesInStates } from '../screens/fixed-deliveries.ts'
import { expect, SIZES, test } from '../story.ts'

const [PHONE] = SIZES
const SETTINGS = '/settings?tab=notifications'

test.use({ viewport: PHONE, timezoneId: 'America/New_York' })
// Each screen is looked at in four windows, which a busy machine makes slow.
const group = (page: Page, name: string) => page.getByRole('main').getByRole('group', { name, exact: true })

test('The links of a mailed warning ask first, and one press in any browser cancels the bid, mutes the auction and ends such mails', async ({
  page,
  browser,
  bidwell,
  house,
  bidder,
  inbox,
}) => {
  const { prepare } = bidder
  await bidder.startConnected()
  const { email } = prepare
  await prepare.verified(await inbox.linkTo(email, /verify/i))
  const auction = await bidder.bidOn({ title: 'A brass lamp too dear', endsInSeconds: 900 }, { max: 15, seconds: 5 })
  for (const [rival, amount] of [
    ['first', 30],
    ['second', 40],
  ] as const)
    await house.bidAgainst(auction, amount, rival)
  const subject = /too dear: Over your max/
  const linkOf = (label: string) => inbox.linkTo(email, subject, label)
  await expect(async () => {
    // The server reads a price again at most every two seconds.
    await prepare.readPrice(auction)
    expect(inbox.mailsTo(email).some((mail) => subject.test(mail.subject ?? ''))).toBe(true)
  }).toPass()

  await page.goto('/notifications/log')
  const line = page.getByRole('listitem').filter({ hasText: 'A brass lamp too dear: Over your max' })
  await expect(line).toContainText(`Sent by email to ${email}`)
  await page.route('**/api/alerts/log', (route) =>
    route.fulfill({
      json: { success: true, data: { deliveries: deliveriesInStates(Date.now()), next_cursor: 'next' } },
    }),
  )
  await page.reload()
  await expect(page.getByText('Shown on Pixel 8')).toBeVisible()
  await checkScreen(page, 'alert-log')
  await page.unroute('**/api/alerts/log')

  await using stack = new AsyncDisposableStack()
  const context = await browser.newContext({ baseURL: bidwell.url, viewport: PHONE })
  stack.defer(() => context.close())
  const stranger = await context.newPage()
  const title = stranger.getByRole('heading', { level: 1 })

  await stranger.goto(await linkOf('Cancel this bid'))
  await expect(title).toHaveText('Cancel your bid of $15.00 on “A brass lamp too dear”?')
  await expect(stranger.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await checkScreen(stranger, 'alert-link')
  expect(await prepare.bidStatus(auction)).toBe('pending')
  await stranger.route('**/api/alerts/link', (route) => route.abort(), { times: 1 })
  await stranger.getByRole('button', { name: 'Cancel the bid' }).click()
  await expect(stranger.getByRole('alert')).toBeVisible()
  await stranger.getByRole('button', { name: 'Cancel the bid' }).click()
  await expect(title).toHaveText('Your bid of $15.00 on “A brass lamp too dear” is cancelled')
  expect(await prepare.bidStatus(auction)).toBe('cancelled')
  await checkScreen(stranger, 'alert-link-done')
  await stranger.reload()
  await expect(title).toHaveText('This link is over')
  await expect(stranger.getByRole('alert')).toContainText('used already')
  await checkScreen(stranger, 'alert-link-over')

  await stranger.goto(await linkOf('No more mails like this'))
  await expect(title).toHaveText('Stop mails about “Price over your max”?')
  await stranger.getByRole('button', { name: 'Stop these mails' }).click()
  await expect(title).toHaveText('Mails about “Price over your max” are turned off')
  await page.goto(SETTINGS)
  await expect(page.getByRole('combobox', { name: 'Email' })).toHaveValue('')
  await page.getByText('Choose each kind').click()
  await expect(group(page, 'Price over your max').getByRole('checkbox', { name: 'Email' })).not.toBeChecked()
  await checkScreen(page, 'settings-alerts')

  await page.goto('/dashboard')
  await expect(auction.card).toBeVisible()
  await stranger.goto(await linkOf('Mute this auction'))
  await expect(title).toHaveText('Mute “A brass lamp too dear” until it ends?')
  await stranger.getByRole('button', { name: 'Mute it' }).click()
  await expect(title).toHaveText('“A brass lamp too dear” is muted until it ends')
  // The open page learns of it.
  await bidder.choose(auction.card, 'Unmute alerts')
  await page.getByText('Alerts of it are sent again').waitFor()
  await bidder.choose(auction.card, 'Mute alerts until it ends')
  await page.getByText('Muted until it ends.').waitFor()
  await page.reload()
  await auction.card.getByRole('link', { name: 'A brass lamp too dear' }).click()
  await expect(page.getByRole('dialog')).toContainText('Its alerts are muted until it ends.')

  await stranger.goto(`/alert?token=${'a'.repeat(43)}`)
  await expect(title).toHaveText('This link is over')
  await stranger.route('**/api/alerts/link?**', (route) => route.abort())
  await stranger.goto(`/alert?token=${'b'.repeat(43)}`)
  await expect(title).toHaveText('Your link could not be checked')
  await stranger.unroute('**/api/alerts/link?**')
  await stranger.getByRole('button', { name: 'Try again' }).click()
  await expect(title).toHaveText('This link is over')
})
