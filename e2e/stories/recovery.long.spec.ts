import { holdAnswers } from '../pages/hold-answers.ts'
import { signInWith } from '../pages/stored.ts'
import { expiredDialog } from '../people/ended-session.ts'
import { SESSION_EXPIRED } from '../spec-sentences.ts'
import { expect, test } from '../story.ts'

test("Sessions signed out in a second browser keep what was typed in the first one's dialog", async ({
  page,
  browser,
  bidder,
  bidwell,
}) => {
  await bidder.startConnected()
  const { sheet } = await bidder.openSheet({ title: 'A lamp to add', endsInSeconds: 3_600 })
  await sheet.getByLabel('Your max', { exact: true }).fill('17')
  const elsewhere = await browser.newPage({ baseURL: bidwell.url })
  const token = await bidder.prepare.login('Second browser')
  await signInWith(elsewhere, token)
  await elsewhere.goto('/settings?tab=security')
  await elsewhere.getByRole('button', { name: 'Sign out everywhere else' }).click()

  await expect(expiredDialog(page)).toContainText(SESSION_EXPIRED.addingAuction)
  // The sheet that the address asks for opens after the dialog, and below it.
  const sheetCode = await holdAnswers(page, 'GET', /AddSheet.*\.js$/)
  await page.reload()
  await expect(expiredDialog(page)).toContainText(SESSION_EXPIRED.addingAuction)
  await sheetCode.release()
  await expect(sheet).toBeAttached()
  await expiredDialog(page).getByLabel('Password', { exact: true }).fill(bidder.prepare.password)
  await expiredDialog(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('What you had typed is back in the form.')).toBeVisible()
  await expect(sheet.getByLabel('Your max', { exact: true })).toHaveValue('17')
  await sheet.getByRole('button', { name: /^Bid up to/ }).click()
  await expect(bidder.card('A lamp to add')).toContainText('Bid scheduled')
  expect((await bidder.prepare.profile(token)).status).toBe(200)
  await elsewhere.close()
})
