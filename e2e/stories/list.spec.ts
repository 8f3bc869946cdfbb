import type { Page } from '@playwright/test'
import { checkAccessibility } from '../check-accessibility.ts'
import { expect, test } from '../story.ts'

/** How many cards are in the window from top to bottom. */
const cardsInSight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const places = [...document.querySelectorAll('[data-lot]')].map((card) => card.getBoundingClientRect())
    return places.filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight).length
  })

/** Returns a function that tells how many cards have rendered since. React gives the element of each render new properties. */
async function watchRenders(page: Page): Promise<() => Promise<number>> {
  const before = await page.evaluateHandle(() =>
    [...document.querySelectorAll('[data-lot]')].map((card) => ({
      card,
      properties: Object.entries(card).find(([key]) => key.startsWith('__reactProps$'))?.[1],
    })),
  )
  return () => before.evaluate(countChanged)
}

const countChanged = (cards: { card: Element; properties: unknown }[]): number =>
  cards.filter(({ card, properties }) => Object.values(card).every((value) => value !== properties)).length

test('Ten auctions fit into a window of 1440 × 900 and eight into one of 1024 × 900, an update renders one of them, and a user who asks for room gets cards', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.startConnected()
  const first = await bidder.bidOn({ title: 'A tray of forks', endsInSeconds: 5_000 }, { max: 40, seconds: 5 })
  const second = await bidder.track({ title: 'A tray of knives', endsInSeconds: 5_400 })
  for (let n = 1; n <= 9; n += 1) {
    await bidder.track({ title: `A tray with ${n} spoons`, endsInSeconds: 6_000 + 600 * n })
  }
  await page.goto('/dashboard')
  await expect(page.getByRole('complementary', { name: 'Detail' })).toContainText('A tray of forks')
  await expect(first.card).toContainText('Bid scheduled')
  await expect.poll(() => cardsInSight(page)).toBeGreaterThanOrEqual(10)

  const rendered = await watchRenders(page)
  await house.bidAgainst(first, 20)
  await expect(async () => {
    await bidder.prepare.readPrice(first)
    await expect(first.card).toContainText('1 bid', { timeout: 1_000 })
  }).toPass()
  expect(await rendered()).toBe(1)

  await page.setViewportSize({ width: 1024, height: 900 })
  await expect.poll(() => cardsInSight(page)).toBeGreaterThanOrEqual(8)

  const checkbox = second.card.getByRole('checkbox')
  await expect(checkbox).toHaveCSS('opacity', '0')
  await second.card.hover()
  await expect(checkbox).toHaveCSS('opacity', '1')
  await checkbox.check()
  await expect(page.getByRole('toolbar', { name: 'Selected auctions' })).toContainText('1 selected')

  // At the sizes of a small laptop and of a phone, whoever opens an auction sees the button at once.
  const detail = page.getByRole('complementary', { name: 'Detail' }).or(page.getByRole('dialog'))
  for (const size of [
    { width: 1366, height: 768 },
    { width: 360, height: 780 },
  ]) {
    await page.setViewportSize(size)
    await page.goto('/dashboard')
    await second.card.getByRole('link', { name: 'A tray of knives' }).click()
    await expect(detail.getByRole('button', { name: 'Schedule bid' })).toBeInViewport({ ratio: 1 })
    await detail.getByLabel('Your max', { exact: true }).fill('24')
    await detail.getByRole('button', { name: '10 s before the end' }).click()
    await expect(detail.getByText(/^Up to \$24\.00, at /)).toBeInViewport({ ratio: 1 })
    await expect(detail.getByRole('button', { name: 'Schedule bid' })).toBeInViewport({ ratio: 1 })
  }
  await detail.getByRole('button', { name: /show it large/ }).click()
  const photo = page.getByRole('dialog').last()
  await page.keyboard.press('ArrowRight')
  await expect(photo.getByRole('img', { name: 'Photograph 2 of 3' })).toBeInViewport({ ratio: 1 })
  await checkAccessibility(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto('/settings?tab=profile')
  await page.getByLabel('Rows of auctions').selectOption('Comfortable')
  await page.goto('/dashboard')
  await expect(first.card).toBeVisible()
  expect((await first.card.boundingBox())?.height).toBeGreaterThan(100)
})
