import { messages } from '@bidwell/contract'
import { expect, test } from '../story.ts'

test('while the site asks to be left alone the dashboard says so, and shows what it has', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.register()
  await bidder.track(await house.list({ title: 'A lamp seen before', endsInSeconds: 900 }))
  const { url } = await house.list({ title: 'A lamp unseen', endsInSeconds: 900 })
  const token = await page.evaluate(() => localStorage.getItem('auth_token'))
  const headers = { authorization: `Bearer ${token}` }
  const scrape = () => page.request.post('/api/scrape-auction', { headers, data: { url } })

  await house.fail({ kind: 'status', status: 429, retryAfterSeconds: 10, times: 1 })
  expect((await scrape()).status()).toBe(503)
  const refused = await scrape()
  expect(refused.status()).toBe(503)
  expect(Number(refused.headers()['retry-after'])).toBeGreaterThan(0)
  expect((await refused.json()).message).toBe(messages.auction.siteUnavailable('Auction House'))

  await page.goto('/dashboard')
  await expect(page.getByText(messages.auction.siteNotAnswering('Auction House'))).toBeVisible()
  await expect(page.getByText(messages.auction.showingLastSeen)).toBeVisible()
  await expect(bidder.card('A lamp seen before')).toBeVisible()

  // Somebody who asks again is the one who finds that it is well.
  await expect.poll(async () => (await scrape()).status(), { timeout: 30_000 }).toBe(200)
  await expect(page.getByText(messages.auction.showingLastSeen)).toBeHidden()
})
