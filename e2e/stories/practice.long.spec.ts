import { messages } from '@bidwell/contract'
import { checkAccessibility, checkLayout } from '../pages/check-accessibility.ts'
import { policyViolations } from '../pages/policy-violations.ts'
import { recordAnnouncements } from '../pages/record-announcements.ts'
import { photograph } from '../screens/photograph.ts'
import { expect, SIZES, test } from '../story.ts'

test('A visitor plays a close on a phone by keyboard alone: wins it, reads its receipt, and loses with a lower max', async ({
  page,
}) => {
  await page.setViewportSize(SIZES[0])
  const violations = policyViolations(page)
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))
  await page.goto('/')
  const announced = await recordAnnouncements(page)
  const practice = page.getByRole('region', { name: messages.practice.title })
  await practice.getByRole('button', { name: messages.practice.open }).press('Enter')
  const max = practice.getByLabel(messages.practice.maxLabel, { exact: true })
  await expect(practice.getByRole('button', { name: messages.practice.showEnd })).toBeFocused()
  const heightBefore = (await practice.boundingBox())?.height
  await expect.poll(announced).toContain('You bid up to $40.00. Price $27.00, you lead.')
  await photograph(page, 'practice-playing')
  const receipt = practice.getByRole('region', { name: messages.practice.receiptTitle })
  await expect(receipt.getByRole('note')).toContainText('Won for $35.00')
  await expect(receipt).toContainText('5.15 s before the close')
  await expect(practice.getByRole('button', { name: messages.practice.playAgain, exact: true })).toBeFocused()
  // Nothing below the practice moves, whatever it shows.
  expect((await practice.boundingBox())?.height).toBe(heightBefore)
  await checkAccessibility(page, (theme) => photograph(page, `practice-won-${theme}`))
  await receipt.getByText(messages.practice.detailsTitle).press('Enter')
  await expect(receipt.getByText('Planned for')).toBeVisible()
  await checkLayout(page)
  await page.setViewportSize(SIZES[1])
  await checkLayout(page)
  await page.setViewportSize(SIZES[0])

  await expect(receipt.getByRole('link', { name: messages.practice.forReal })).toHaveAttribute('href', '/dashboard')
  await max.fill('5')
  await max.press('Enter')
  await expect(max).toHaveAccessibleDescription(/at least \$10\.99/)
  await receipt.getByRole('button', { name: messages.practice.playAgainUpTo('$30.00') }).press('Enter')
  const end = practice.getByRole('button', { name: messages.practice.showEnd })
  await expect(end).toBeFocused()
  await end.press('Enter')
  await expect(receipt.getByRole('note')).toContainText('Lost: sold for $31.00')
  await expect(receipt.getByRole('note')).toContainText('the late bidder bid up to $34.00')
  await expect(receipt.getByRole('button', { name: messages.practice.playAgainUpTo('$34.00') })).toBeVisible()

  // On a slow machine the next step, 150 ms later, takes its place.
  const said = (await announced()).filter((text) => text !== 'Your bid is sent.')
  expect(said).toEqual([
    messages.practice.begins('$9.99'),
    'The second bidder bids up to $26.00. Price $21.00, the second bidder leads.',
    'You bid up to $40.00. Price $27.00, you lead.',
    'The late bidder bids up to $34.00. Price $35.00, you still lead.',
    expect.stringMatching(/^Won for \$35\.00\. You pay \$5\.00 under your max\./),
    messages.practice.begins('$9.99'),
    expect.stringMatching(/^Lost: sold for \$31\.00\./),
  ])
  expect(calls).toEqual([])
  await practice.getByRole('link', { name: messages.practice.tryClose }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Try a close' })).toBeVisible()
  expect(violations).toEqual([])
})
