import { expect, test } from '../story.ts'

test('a password changed at the site is found out before the bid, and signing in again mends it', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.register()
  const { userName } = await bidder.connect()
  await house.changePassword(userName, 'changed at the site')
  const listing = await house.list({ title: 'A lamp at risk', endsInSeconds: 1_200 })
  await bidder.trackAndSchedule(listing, { max: '25.00', seconds: 5 })

  const card = bidder.card('A lamp at risk')
  await expect(card).toContainText('Bid at risk')
  await expect(card).toContainText(/refuses your login/)
  await expect(page.getByRole('alert').filter({ hasText: 'A lamp at risk' })).toContainText(/refuses your login/)
  await card.getByRole('link', { name: 'Reconnect' }).click()
  await page.getByRole('button', { name: 'Use another login' }).click()
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill('changed at the site')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('link', { name: /Connected/ })).toBeVisible()

  await page.goto('/dashboard')
  await expect(card).toContainText(/checked .* ago: ready/)
  await expect(card).not.toContainText('Bid at risk')
})

test('a price past the maximum is told wherever one looks, and raising it from there makes the bid ready again', async ({
  page,
  house,
  bidder,
}) => {
  test.slow() // the price is read again only every twenty seconds
  await bidder.register()
  await bidder.connect()
  const listing = await house.list({ title: 'A clock past its price', endsInSeconds: 420 })
  await bidder.trackAndSchedule(listing, { max: '15.00', seconds: 5 })
  const card = bidder.card('A clock past its price')
  await expect(card).toContainText(/checked .* ago: ready/)

  await house.bidAgainst(listing, 30, 'first')
  await house.bidAgainst(listing, 40, 'second')
  const notice = page.getByRole('note').filter({ hasText: 'Bid at risk: A clock past its price' })
  await expect(notice).toContainText('The price is $31.00, above your maximum of $15.00.', { timeout: 45_000 })
  await notice.getByRole('link', { name: 'Raise' }).click()

  const max = page.getByLabel('Your max', { exact: true })
  await expect(max).toBeFocused()
  await expect(max).toHaveValue('32.00')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(notice).toBeHidden()
  await expect(card).toContainText(/checked .* ago: ready/)
  await expect(page.getByLabel('Checked ahead')).toContainText(/ago: ready/)
})
