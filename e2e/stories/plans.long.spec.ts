import { messages } from '@bidwell/contract'
import { test } from '../installation/with-plans.ts'
import { checkPhoneAndDesktop } from '../pages/check-accessibility.ts'
import { holdAnswers } from '../pages/hold-answers.ts'
import { askForProof } from '../people/ask-for-proof.ts'
import { expect, SIZES } from '../story.ts'

/** One after the other, in one installation. */
test.describe.configure({ mode: 'default' })

const AUCTIONS_REACHED =
  "You've reached your limit of tracked auctions (3). Remove one, or upgrade your plan to track more."

test('On a phone, a newcomer tries the product, buys a plan by the test checkout, changes it and ends it', async ({
  page,
  bidder,
}) => {
  await page.setViewportSize(SIZES[0])
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Start Your Free 5-Day Trial' }).click()
  await bidder.fillRegistration()
  await expect(page.getByText(/^Your free trial has started. It runs until /)).toBeVisible()

  await page.goto('/pricing')
  await expect(page.getByText(/^Yours runs until /)).toBeVisible()
  await checkPhoneAndDesktop(page)
  await page.getByRole('button', { name: 'Choose Basic' }).click()
  await expect(page.getByRole('heading', { name: 'Subscribe to Bidwell Basic' })).toBeVisible()
  await checkPhoneAndDesktop(page)
  await page.getByRole('link', { name: 'Back, without paying' }).click()
  await expect(page.getByText('You left the checkout.')).toBeVisible()
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Choose Basic' }).click()
  await page.getByRole('radio', { name: /^A card that is accepted now and declined/ }).check()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Your plan is Basic.')).toBeVisible()
  await expect(page).toHaveURL(/\/settings\?tab=subscription$/)
  await expect(page.getByRole('list', { name: 'Invoices' }).getByText('$4.99')).toBeVisible()
  await checkPhoneAndDesktop(page)

  // On the page of the payment service, the card is declined for a dearer plan, and another one is not.
  const dearer = page.getByRole('button', { name: 'Change to Bidwell Pro, $9.99 a month' })
  await page.getByRole('button', { name: 'Plan, card and invoices' }).click()
  await dearer.click()
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.')
  await checkPhoneAndDesktop(page)
  await page.getByRole('radio', { name: /^A card that is accepted \(/ }).check()
  await page.getByRole('button', { name: 'Use this card' }).click()
  await dearer.click()
  await page.getByRole('button', { name: 'Change to Bidwell Basic, $4.99 a month' }).click()
  await expect(page.getByText(/^From .* on: Bidwell Basic/)).toBeVisible()
  await page.getByRole('button', { name: 'Keep the plan' }).click()
  await page.getByRole('link', { name: 'Back to Bidwell' }).click()
  await expect(page.getByText('It costs $9.99 a month.')).toBeVisible()

  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  const cancel = page.getByRole('dialog', { name: 'Cancel Pro?' })
  await cancel.getByRole('radio', { name: /^At once/ }).check()
  await cancel.getByRole('button', { name: 'Cancel subscription' }).click()
  // Its days are not over yet.
  await expect(page.getByRole('heading', { name: 'Trial', exact: true })).toBeVisible()
})

test('Paying for a plan leads back to the auction that the plan had no room for, with the amount that was typed', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.startConnected()
  const { prepare } = bidder
  const auction = (title: string) => house.list({ title, endsInSeconds: 90_000 })
  for (const title of ['One bowl', 'Two bowls', 'Three bowls']) await prepare.tracked(await auction(title))
  await page.goto('/dashboard')
  const { url } = await auction('The bowl that is one too many')
  const sheet = await bidder.paste(url)
  await sheet.getByLabel('Your max', { exact: true }).fill('18')
  await expect(sheet.getByText(AUCTIONS_REACHED)).toBeVisible()
  await sheet.getByRole('link', { name: 'See plans' }).click()
  const note = page.getByRole('note').filter({ hasText: messages.plan.wasAdding('The bowl that is one too many') })
  await expect(note).toContainText(messages.plan.amountKept)
  const recommended = page.getByRole('listitem').filter({ hasText: messages.plan.recommended })
  await expect(recommended).toHaveCount(1)
  await checkPhoneAndDesktop(page)
  await askForProof(page, '/subscription/checkout')
  await recommended.getByRole('button', { name: 'Choose Pro' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByLabel('Bidwell password').fill(prepare.password)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('radio', { name: /^A card that is accepted now and declined/ }).check()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Your plan is Pro.')).toBeVisible()
  await note.getByRole('link', { name: messages.plan.continueAdding }).click()
  await expect(sheet.getByLabel('Your max', { exact: true })).toHaveValue('18.00')
  await sheet.getByRole('button', { name: /^Bid up to/ }).click()
  await expect(bidder.card('The bowl that is one too many')).toContainText('Bid scheduled')
  await page.goto('/pricing')
  await expect(page.getByRole('heading', { name: 'Pro', exact: true })).toBeVisible()
  await expect(note).toHaveCount(0)
})

test('Whoever chooses a plan without an account goes on to its checkout with the new account', async ({
  page,
  bidder,
}) => {
  const calls = new Set<string>()
  page.on('request', (request) => calls.add(new URL(request.url()).pathname.slice('/api'.length)))
  const OF_THE_USER = ['/trial/status', '/subscription/details', '/features/limits']
  await page.goto('/pricing')
  // Both while the app still loads: the page that came ready-made has no script of its own.
  await page.getByRole('button', { name: 'Yearly' }).click()
  await page.getByRole('button', { name: 'Choose Pro' }).click()
  await expect(page.getByRole('dialog').getByText('Next comes the checkout for Pro.')).toBeVisible()
  expect([...calls].filter((path) => OF_THE_USER.includes(path))).toEqual([])
  await bidder.fillRegistration()
  await expect(page.getByRole('heading', { name: 'Subscribe to Bidwell Pro' })).toBeVisible()
  await expect(page.getByText('$99.90 a year')).toBeVisible()
  expect([...calls]).toEqual(expect.arrayContaining(OF_THE_USER))
})

test('The ready-made page of prices is for visitors: a user whose app still loads can press nothing on it', async ({
  page,
  bidder,
}) => {
  await bidder.start()
  const app = await holdAnswers(page, 'GET', /^\/assets\/libraries-/)
  await page.goto('/pricing', { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Yearly' })).toBeDisabled()
  await expect(page.getByRole('button', { name: /^(Choose|Start|Create|Sign in)/ })).toHaveCount(0)
  await app.release()
  await expect(page.getByRole('button', { name: 'Yearly' })).toBeEnabled()
})
