import type { Locator, Page } from '@playwright/test'
import { holdAnswers } from '../pages/hold-answers.ts'
import { expect, test } from '../story.ts'

test('More auctions than may be removed at once are removed in their turns, come back the same way, and others stay', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  const count = 23
  for (let n = 1; n <= count; n += 1) await bidder.track({ title: `Spoon ${n}`, endsInSeconds: 4_000 + n })
  const bystander = await bidder.track({ title: 'A fork', endsInSeconds: 9_000 })
  await page.goto('/dashboard')
  const spoons = page.locator('[data-auction-card]').filter({ hasText: 'Spoon' })
  await expect(spoons).toHaveCount(count)
  await bidder.card('Spoon 1').getByRole('link').first().focus()
  await page.keyboard.press('x')
  for (let n = 1; n < count; n += 1) await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  const bar = page.getByRole('toolbar', { name: 'Selected auctions' })
  await expect(bar).toContainText(`${count} selected`)
  await bar.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(`Removed ${count} auctions.`)).toBeVisible()
  await expect(spoons).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(spoons).toHaveCount(count)
  await expect(bystander.card).toBeVisible()
})

test('Undoing the removal of several auctions leaves the focus where the user types meanwhile', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  const fork = await bidder.track({ title: 'A fork', endsInSeconds: 4_000 })
  const knife = await bidder.track({ title: 'A knife', endsInSeconds: 5_000 })
  const spoon = await bidder.track({ title: 'A spoon', endsInSeconds: 6_000 })
  await page.goto('/dashboard')
  await remove(page, [fork.card, knife.card])
  await expect(page.getByText('Removed 2 auctions.')).toBeVisible()
  await spoon.card.getByRole('link', { name: 'A spoon' }).click()
  const restoring = await holdAnswers(page, 'POST', /\/restore$/)
  await page.keyboard.press('Control+z')
  await expect.poll(() => restoring.calls()).toBe(1)
  const note = page.getByRole('complementary', { name: 'Detail' }).getByLabel('Your note')
  await note.click()
  await page.keyboard.type('Ask about ')
  await restoring.release()
  await expect(fork.card).toBeVisible()
  await expect(knife.card).toBeVisible()
  await page.keyboard.type('the key')
  await expect(note).toHaveValue('Ask about the key')
})

test('Ctrl+Z while several auctions are being removed removes no further one, and brings back those that were removed', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  const fork = await bidder.track({ title: 'A fork', endsInSeconds: 4_000 })
  const knife = await bidder.bidOn({ title: 'A knife', endsInSeconds: 5_000 }, { max: 20, seconds: 5 })
  const spoon = await bidder.track({ title: 'A spoon', endsInSeconds: 6_000 })
  await page.goto('/dashboard')
  const removing = await holdAnswers(page, 'DELETE', /^\/api\/auctions\/\d+$/)
  await remove(page, [fork.card, knife.card, spoon.card])
  await expect.poll(() => removing.calls()).toBe(1)
  await page.keyboard.press('Control+z')
  const restored = page.waitForResponse(/\/restore$/)
  await removing.release()
  await restored
  expect(removing.calls()).toBe(1)
  for (const { card } of [fork, knife, spoon]) await expect(card).toBeVisible()
  expect(await bidder.prepare.bidStatus(knife)).toBe('pending')
})

/** Selects auctions by their cards, and removes them. */
async function remove(page: Page, cards: readonly Locator[]) {
  for (const card of cards) {
    await card.getByRole('link').first().focus()
    await page.keyboard.press('x')
  }
  await page.getByRole('toolbar', { name: 'Selected auctions' }).getByRole('button', { name: 'Remove' }).click()
}
