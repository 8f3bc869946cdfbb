import { messages } from '@bidwell/contract'
import { abandonPlace, choosePlace, type Installation, startBidwell } from '../installation/start-bidwell.ts'
import { expect, test as base } from '../story.ts'

/** An installation of its own: no story can read the site while it limits this installation. */
const test = base.extend<object, { bidwell: Installation }>({
  bidwell: [
    async ({}, provide) => {
      const place = await choosePlace()
      {
        await using bidwell = await startBidwell(place, { PLAN_MODE: 'self-hosted' })
        await provide(bidwell)
      }
      await abandonPlace(place)
    },
    { scope: 'worker' },
  ],
})

test('While the site limits its callers, the dashboard shows a notice and the last known auctions', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.start()
  const before = await bidder.track({ title: 'A lamp seen before', endsInSeconds: 900 })
  const { url } = await house.list({ title: 'A lamp unseen', endsInSeconds: 900 })
  const scrape = () => bidder.prepare.send('POST', '/scrape-auction', { url })
  // Loaded once, the page is there again while the site still waits.
  await page.goto('/dashboard')
  await expect(before.card).toBeVisible()

  await house.fail({ kind: 'status', status: 429, retryAfterSeconds: 60, times: 1 })
  // A busy API may answer for itself at first.
  const refused = async () => {
    const answer = await scrape()
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true])
    return JSON.parse(await answer.text()).message
  }
  await expect.poll(refused).toBe(messages.auction.siteUnavailable('Auction House'))

  await page.reload()
  const problems = page.getByRole('region', { name: 'Problems' })
  await expect(problems).toContainText(messages.auction.siteNotAnswering('Auction House'))
  await expect(problems).toContainText(messages.auction.showingCachedData)
  await expect(before.card).toBeVisible()

  // The first call after the wait shows that the site answers again.
  await expect.poll(async () => (await scrape()).status, { timeout: 150_000 }).toBe(200)
  await expect(problems).toBeHidden()
})
