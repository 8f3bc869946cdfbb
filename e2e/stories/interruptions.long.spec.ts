import { expect, test } from '../story.ts'

test('A bid scheduled in one browser appears in another by its event, without polling', async ({ page, bidder }) => {
  await bidder.startConnected()
  const auction = await bidder.track({ title: 'A lamp seen twice', endsInSeconds: 900 })
  const stream = page.waitForResponse('**/api/events')
  await page.goto('/dashboard')
  await stream
  await expect(auction.card).toContainText('No bid')
  // The rest of the page loads after the list.
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  // While its stream is open, a page polls every five minutes.
  await bidder.prepare.scheduled(auction, { max: 30, seconds: 9 })
  await expect(auction.card).toContainText('Your max$30.00')
})
