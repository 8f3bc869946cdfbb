import type { Page, Request } from '@playwright/test'
import { expect, test } from '../story.ts'

/** The steps that the page reports about failed logins, in order. */
function watchSteps(page: Page) {
  const steps: { step: string; body: Record<string, unknown> }[] = []
  page.on('request', (request: Request) => {
    const step = /\/api\/login-failure-analytics\/(\w+)$/.exec(request.url())?.[1]
    if (step !== undefined) steps.push({ step, body: request.postDataJSON() })
  })
  return { steps, names: () => steps.map(({ step }) => step) }
}

test('Failed logins are reported with the way out that the user chose, and the end', async ({ page, bidder }) => {
  const { steps, names } = watchSteps(page)
  const dialog = await bidder.openSignIn()
  await bidder.signIn('not the password')
  await expect.poll(names).toEqual(['track'])
  await bidder.signIn('not this one either')
  await expect.poll(names).toEqual(['track', 'track'])
  await dialog.getByRole('button', { name: 'Reset Password' }).click()
  await expect.poll(names).toEqual(['track', 'track', 'recovery'])
  await dialog.getByRole('button', { name: 'Back to sign in' }).click()
  await bidder.signIn()
  await page.waitForURL('**/dashboard')
  await expect.poll(names).toEqual(['track', 'track', 'recovery', 'resolved'])

  const { session_id } = steps[0]?.body ?? {}
  expect(steps.map(({ body }) => body['session_id'])).toEqual([session_id, session_id, session_id, session_id])
  expect(steps.map(({ body }) => body)).toMatchObject([
    { error_type: 'invalid_credentials', attempt_count: 1, email: bidder.prepare.email },
    { error_type: 'invalid_credentials', attempt_count: 2, email: bidder.prepare.email },
    { recovery_method: 'password_reset' },
    {},
  ])
})

test('Closing the dialog after a failed login is reported once, and a report that fails changes nothing', async ({
  page,
  bidder,
}) => {
  const { names } = watchSteps(page)
  await page.route('**/api/login-failure-analytics/*', (route) => route.fulfill({ status: 500, body: 'no' }))
  await bidder.openSignIn()
  await bidder.signIn('not the password')
  await expect.poll(names).toEqual(['track'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect.poll(names).toEqual(['track', 'abandoned'])

  await page.goto('/?auth=login')
  await bidder.signIn()
  await page.waitForURL('**/dashboard')
  expect(names()).toEqual(['track', 'abandoned'])
})

test('Leaving the page after a failed login is reported', async ({ page, bidder }) => {
  const trail = () => page.evaluate(() => sessionStorage.getItem('login_trail'))
  await bidder.openSignIn()
  await bidder.signIn('not the password')
  await expect.poll(trail).toMatch(/ failed$/)
  await page.goto('/favicon.svg')
  // The browser has taken the report, which it sends by itself: stories cannot see such a request.
  expect(await trail()).toBeNull()
})
