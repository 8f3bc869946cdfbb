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

test('A signed-in user sees the frame of a page while its code is on its way, and a visitor does not', async ({
  page,
  bidder,
}) => {
  const heading = page.locator('h1').filter({ hasText: 'Auctions' })
  const ofVisitor = await holdAnswers(page, 'GET', /^\/assets\/libraries-/)
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await expect.poll(() => ofVisitor.calls()).toBe(1)
  await expect(heading).toBeHidden()

  await bidder.startConnected()
  const auction = await bidder.track({ title: 'A lamp behind a slow line', endsInSeconds: 4_000 })
  const code = await holdAnswers(page, 'GET', /^\/assets\/libraries-/)
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await expect(heading).toBeVisible()
  await expect(page.getByPlaceholder('Search, or paste a link')).toBeVisible()
  await expect.poll(() => code.calls()).toBe(1)
  await code.release()
  await expect(auction.card).toBeVisible()
  await expect(heading).toHaveCount(1)

  const codeOfReceipt = await holdAnswers(page, 'GET', /^\/assets\/libraries-/)
  await page.goto('/bid-history/1', { waitUntil: 'commit' })
  await expect(page.getByText('A receipt shows when a bid was planned, sent and answered')).toBeVisible()
  await codeOfReceipt.release()
  await expect(page.getByRole('alert')).toContainText('not found')
})
