import { expect, test } from '../story.ts'

test('A password changed at the site stops a bid before it fires, and reconnecting lets the bid run', async ({
  page,
  house,
  bidder,
}) => {
  const { userName } = await bidder.startConnected()
  await house.changePassword(userName, 'changed at the site')
  const auction = await bidder.track({ title: 'A lamp at risk', endsInSeconds: 1_200 })
  const { card } = auction
  await page.goto('/dashboard')
  await expect(card).toContainText('No bid')
  await bidder.prepare.scheduled(auction, { max: 25, seconds: 5 })

  await expect(card).toContainText("Won't be sent")
  const problems = page.getByRole('region', { name: 'Problems' })
  await expect(problems).toContainText(/One problem stops one bid\. A lamp at risk in 1\d:\d\d/)
  await expect(problems).toContainText('Auction House refuses your login.')
  await expect(card).not.toContainText('refuses your login')
  await card.getByRole('button', { name: 'Reconnect' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('User name').fill(userName)
  await dialog.getByLabel('Password', { exact: true }).fill('changed at the site')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('link', { name: /Connected/ })).toBeVisible()
  await expect(card).toContainText('Bid scheduled')
  await expect(card).not.toContainText("Won't be sent")
})

test('A price above the maximum stops a bid, and raising the maximum where the problem stands makes the bid ready', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.openDashboard()
  const auction = await bidder.bidOn({ title: 'A clock past its price', endsInSeconds: 420 }, { max: 15, seconds: 5 })
  const other = await bidder.bidOn({ title: 'A clock below its price', endsInSeconds: 430 }, { max: 15, seconds: 5 })
  const { card } = auction
  await expect(card).toContainText('Bid scheduled')

  await house.bidAgainst(auction, 30, 'first')
  await house.bidAgainst(auction, 40, 'second')
  const notice = page.getByRole('region', { name: 'Problems' }).filter({ hasText: 'A clock past its price' })
  await expect(async () => {
    // The server reads a price again at most every two seconds.
    await bidder.choose(card, 'Check the price now')
    await expect(notice).toContainText('The price is $31.00, above your max of $15.00.', { timeout: 10_000 })
  }).toPass()
  await expect(notice).toContainText('One problem stops one bid. A clock past its price in ')
  await expect(other.card).toContainText('Bid scheduled')
  const detail = page.getByRole('complementary', { name: 'Detail' })
  // Its history below may say so once more.
  await expect(detail.getByText(/^(The price|Price) is .* above your max/)).toHaveCount(1)
  await notice.getByRole('link', { name: 'Raise' }).click()

  const max = page.getByLabel('Your max', { exact: true })
  await expect(max).toBeFocused()
  await expect(max).toHaveValue('35.00')
  await page.getByRole('button', { name: /^Bid up to/ }).click()
  await expect(notice).toBeHidden()
  await expect(page.getByText('Your bid is safe again')).toBeVisible()
  await expect(card).toContainText('Bid scheduled')
  await expect(page.getByLabel('Checked ahead')).toHaveCount(0)
})
