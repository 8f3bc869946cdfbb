import { holdAnswers } from '../pages/hold-answers.ts'
import { expect, test } from '../story.ts'

test('The gate before a page of a user shows no button and no link that would change once the server has answered, and then nothing moves', async ({
  page,
}) => {
  const site = await holdAnswers(page, 'GET', /^\/api\/site$/)
  await page.goto('/bid-history')
  const gate = page.getByRole('main')
  const signIn = gate.getByRole('button', { name: 'Sign In' })
  await expect(signIn).toBeVisible()
  await expect.poll(() => site.calls()).toBe(1)
  const places = async () => [await signIn.boundingBox(), await page.getByRole('contentinfo').boundingBox()]
  const before = await places()
  await expect(gate.getByRole('button')).toHaveText(['Sign In'])
  await expect(gate.getByRole('link')).toHaveCount(0)
  await site.release()
  await expect(gate.getByRole('button')).toHaveText(['Sign In', 'Create an account'])
  await expect(gate.getByRole('link')).toHaveText(['Home', 'Features'])
  expect(await places()).toEqual(before)
})

test("While the code of a user's page is on its way, it says that bids run on the server, and shows nothing to press", async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  const auction = await bidder.track({ title: 'A lamp behind a slow line', endsInSeconds: 4_000 })
  const code = await holdAnswers(page, 'GET', /^\/assets\/libraries-/)
  await page.goto('/dashboard', { waitUntil: 'commit' })
  const waiting = page.getByText('Scheduled bids run on the server')
  await expect(waiting).toBeVisible()
  await expect.poll(() => code.calls()).toBe(1)
  await expect(page.getByRole('link').or(page.getByRole('button'))).toHaveCount(0)
  await code.release()
  await expect(auction.card).toBeVisible()
  await expect(waiting).toHaveCount(0)
})
