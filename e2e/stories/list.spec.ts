import type { Locator, Page } from '@playwright/test'
import { checkAccessibility } from '../pages/check-accessibility.ts'
import { expect, test } from '../story.ts'

/** How many cards are in the window from top to bottom. */
const cardsInSight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const places = [...document.querySelectorAll('[data-auction-card]')].map((card) => card.getBoundingClientRect())
    return places.filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight).length
  })

/** Returns a function that tells how many cards have rendered since. React gives the element of each render new properties. */
async function watchRenders(page: Page): Promise<() => Promise<number>> {
  const before = await page.evaluateHandle(() =>
    [...document.querySelectorAll('[data-auction-card]')].map((card) => ({
      card,
      properties: Object.entries(card).find(([key]) => key.startsWith('__reactProps$'))?.[1],
    })),
  )
  return () => before.evaluate(countChanged)
}

const countChanged = (cards: { card: Element; properties: unknown }[]): number =>
  cards.filter(({ card, properties }) => Object.values(card).every((value) => value !== properties)).length

// Until it is dismissed, the line that offers alerts has the room of a row.
test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('alerts_invitation', 'dismissed')))

test('Ten auctions fit into a window of 1440 × 900 and eight into one of 1024 × 900, an update renders one of them, and a user who asks for room gets cards', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.startConnected()
  const first = await bidder.bidOn({ title: 'A tray of forks', endsInSeconds: 5_000 }, { max: 40, seconds: 5 })
  const second = await bidder.track({ title: 'A tray of knives', endsInSeconds: 5_400 })
  for (let n = 1; n <= 8; n += 1) {
    await bidder.track({ title: `A tray with ${n} spoons`, endsInSeconds: 6_000 + 600 * n })
  }
  // On most days, the sum of the week is then another one than that of the day, and the line of both is at its longest.
  await bidder.bidOn({ title: 'A tray with 9 spoons', endsInSeconds: 86_400 }, { max: 210, seconds: 5 })
  // A bid that is checked while the page is open is drawn again.
  const unchecked = async () => {
    const { data } = await bidder.prepare.call<{ data: { bids: { preflight: unknown }[] } }>('GET', '/bids')
    return data.bids.filter(({ preflight }) => preflight === null).length
  }
  await expect.poll(unchecked).toBe(0)
  await page.goto('/dashboard')
  await expect(page.getByRole('complementary', { name: 'Detail' })).toContainText('A tray of forks')
  await expect(first.card).toContainText('Bid scheduled')
  await expect.poll(() => cardsInSight(page)).toBeGreaterThanOrEqual(10)

  await expect(page.getByRole('complementary', { name: 'Detail' })).toContainText('Checked: ready.')
  const rendered = await watchRenders(page)
  await house.bidAgainst(first, 20)
  await expect(async () => {
    await bidder.prepare.readPrice(first)
    await expect(first.card).toContainText('1 bid', { timeout: 5_000 })
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
    await detail.getByText('5 s before the end').click()
    await detail.getByRole('button', { name: '10 s before the end' }).click()
    await expect(detail.getByRole('button', { name: /^Bid up to \$24\.00, at / })).toBeInViewport({ ratio: 1 })
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

test('The detail beside the list begins at the top of each auction, and keeps its title in sight', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  const bid = await bidder.bidOn({ title: 'A castle of bricks', endsInSeconds: 5_000 }, { max: 25, seconds: 5 })
  const camera = await bidder.track({ title: 'A camera, nearly new', endsInSeconds: 6_000 })
  await page.setViewportSize({ width: 1440, height: 700 })
  await page.goto('/dashboard')
  const detail = page.getByRole('complementary', { name: 'Detail' })
  await bid.card.getByRole('link', { name: 'A castle of bricks' }).click()
  const title = (name: string) => detail.getByRole('heading', { name })
  await expect(title('A castle of bricks')).toBeInViewport()
  await detail.evaluate((pane) => pane.scrollTo(0, 400))
  await expect.poll(() => detail.evaluate((pane) => pane.scrollTop)).toBeGreaterThan(200)
  await expect(title('A castle of bricks')).toBeInViewport({ ratio: 1 })
  await expect(detail.getByText('$10.00').first()).toBeInViewport({ ratio: 1 })

  await camera.card.getByRole('link', { name: 'A camera, nearly new' }).click()
  await expect(title('A camera, nearly new')).toBeVisible()
  expect(await detail.evaluate((pane) => pane.scrollTop)).toBe(0)
})

test('Keys act on the auction that stands in the detail, a removal can be undone while there is time, and Tab follows the header as it is seen', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  await bidder.track({ title: 'A pan', endsInSeconds: 5_000 })
  const middle = await bidder.track({ title: 'A pot', endsInSeconds: 5_400 })
  await bidder.track({ title: 'A wok', endsInSeconds: 5_800 })
  await page.goto('/dashboard')
  const detail = page.getByRole('complementary', { name: 'Detail' })
  const titles = page.locator('[data-auction-card] h3')
  await expect(detail).toContainText('A pan')
  await page.keyboard.press('e')
  await expect(detail.getByLabel('Your max', { exact: true })).toBeFocused()

  await middle.card.getByRole('link', { name: 'A pot' }).click()
  await page.keyboard.press('#')
  await expect(titles).toHaveText(['A pan', 'A wok'])
  const offer = page.getByText('Removed A pot.')
  await expect(offer).toBeVisible()
  await expect(offer).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(page.getByText('The time to undo it is over.')).toBeVisible()
  await expect(titles).toHaveText(['A pan', 'A wok'])

  await page.getByRole('combobox', { name: 'Sort' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeFocused()
})

test('The key to the last auction takes the focus there while the rows of a new filter are still being drawn', async ({
  page,
  bidder,
}) => {
  await bidder.start()
  await bidder.track({ title: 'One of many', endsInSeconds: 9_000 })
  await listCopies(page, 150)
  await page.goto('/dashboard')
  const rows = page.locator('[data-auction-card]')
  await expect(rows).toHaveCount(150)
  const last = await rows.last().getAttribute('data-auction-card')
  const chip = page.getByRole('group', { name: 'Show' }).getByRole('button', { name: /^No bid/ })
  const drawnFirst = await chip.evaluate(pressWhileDrawing, 'k')
  expect(drawnFirst).toBeLessThan(150)
  await expect(page.locator(`[data-auction-card="${last}"]:focus-within`)).toBeVisible()
})

test('The last minute of a bid stays in sight over the detail of another auction on a phone', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  await bidder.bidOn({ title: 'A jug in its last minute', endsInSeconds: 75 }, { max: 25, seconds: 5 })
  const other = await bidder.track({ title: 'A jug for later', endsInSeconds: 9_000 })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/dashboard')
  await other.card.getByRole('link').first().click()
  const sheet = page.getByRole('dialog', { name: 'A jug for later' })
  const lastMinute = sheet.getByRole('region', { name: 'Last minute' })
  await expect(lastMinute.getByRole('link', { name: 'A jug in its last minute' })).toBeVisible()
  await sheet.getByText('Item number').scrollIntoViewIfNeeded()
  await expect(lastMinute.getByRole('timer')).toBeInViewport({ ratio: 1 })
})

/** Presses a chip, and then a key as soon as fewer rows than before are drawn. Returns how many these were. */
async function pressWhileDrawing(chip: HTMLElement | SVGElement, key: string): Promise<number> {
  const rows = document.getElementsByClassName('group/auction')
  const all = rows.length
  const { promise: redrawn, resolve } = Promise.withResolvers<number>()
  const observer = new MutationObserver(() => rows.length < all && resolve(rows.length))
  observer.observe(document.body, { childList: true, subtree: true })
  chip.focus()
  chip.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  const drawn = await redrawn
  observer.disconnect()
  chip.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  return drawn
}

test('The clocks of rows far from the window stand still, and are right as soon as a row comes in sight', async ({
  page,
  bidder,
}) => {
  await bidder.start()
  await bidder.track({ title: 'One of many', endsInSeconds: 3_000 })
  await listCopies(page, 150)
  await page.goto('/dashboard')
  const rows = page.locator('[data-auction-card]')
  await expect(rows).toHaveCount(150)
  const [near, far] = [rows.first().getByRole('timer'), rows.nth(120).getByRole('timer')]
  let still = ''
  // All clocks are drawn again when the site's time was read.
  await expect(async () => {
    still = await textOf(far)
    for (let second = 1; second <= 2; second += 1) await expect(near).not.toHaveText(await textOf(near))
    expect(await textOf(far)).toBe(still)
  }).toPass()
  await far.scrollIntoViewIfNeeded()
  await expect(far).not.toHaveText(still)
  const shown = await rows.nth(119).getByRole('timer').or(far).allTextContents()
  expect(new Set(shown).size).toBe(1)
})

const textOf = async (clock: Locator) => (await clock.textContent()) ?? ''

/** Has the list of open auctions hold its only auction many times. */
const listCopies = (page: Page, count: number) =>
  page.route(
    ({ pathname }) => pathname === '/api/auctions',
    async (route) => {
      const response = await route.fetch()
      const reply = await response.json()
      const [one] = reply.data.auctions
      const copies = Array.from({ length: count }, (_, n) => ({
        ...one,
        id: 900_000 + n,
        auction_id: `${900_000 + n}`,
      }))
      reply.data.auctions = one ? copies : []
      await route.fulfill({ response, json: reply })
    },
  )

const longTitle = (n: number) => `Item ${n}: a title of several words that takes more than one line of a phone`

test('A phone shows two and a half auctions of nine below the filters, each with its price, and sorts beside the chips', async ({
  page,
  bidder,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await bidder.startConnected()
  for (const n of [1, 2, 3, 4]) {
    await bidder.bidOn({ title: longTitle(n), endsInSeconds: 4_000 + 100 * n }, { max: 25, seconds: 5 })
  }
  await page.goto('/dashboard')
  const third = bidder.card(longTitle(3))
  await expect(third.getByText('$10.00')).toBeAttached()
  const bar = await page.getByRole('navigation', { name: 'Main' }).last().boundingBox()
  const box = await third.boundingBox()
  expect(box!.y + box!.height / 2).toBeLessThan(bar!.y)
  await checkAccessibility(page)

  const cards = page.getByRole('main').locator('[data-auction-card]')
  await expect(cards.first()).toContainText('Item 1')
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Added last')
  await expect(cards.first()).toContainText('Item 4')
})
