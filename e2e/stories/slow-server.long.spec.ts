import type { WireAuction } from '@bidwell/contract'
import type { Locator, Page } from '@playwright/test'
import { holdAnswers } from '../pages/hold-answers.ts'
import { storedToken } from '../pages/stored.ts'
import { expect, test } from '../story.ts'

/** Presses a button although it is busy. */
const pressAgain = (button: Locator) => button.click({ force: true })

/** The page draws the data of an answer within two frames. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

test('Logging out while the server is slow forgets the user at once, and is confirmed once the server has answered', async ({
  page,
  bidder,
}) => {
  await bidder.openDashboard()
  const leaving = await holdAnswers(page, 'POST', /^\/api\/auth\/logout$/)
  const account = page.getByRole('button', { name: /^Account of/ })
  await account.click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(account).toBeHidden()
  expect(await storedToken(page)).toBe('')
  const confirmation = page.getByText('You have been logged out')
  await expect(confirmation).toHaveCount(0)
  await leaving.release()
  await expect(confirmation.first()).toBeVisible()
  expect(leaving.calls()).toBe(1)
})

test('A form that opens with what the browser has kept offers the next bid once the server has answered, unless a maximum was typed', async ({
  page,
  house,
  bidder,
}) => {
  const { prepare } = bidder
  await bidder.startConnected()
  const dear = await bidder.bidOn({ title: 'A brass lamp', endsInSeconds: 4_000 }, { max: 15, seconds: 5 })
  const cheap = await bidder.bidOn({ title: 'A mantel clock', endsInSeconds: 5_000 }, { max: 15, seconds: 5 })
  await page.goto('/dashboard')
  for (const { card } of [dear, cheap]) await expect(card).toContainText('$15.00')
  const read = async ({ itemId }: { itemId: number }) => {
    const { data } = await prepare.call<{ data: { auctions: WireAuction[] } }>('GET', '/auctions?status=active')
    return data.auctions.find(({ auction_id }) => auction_id === String(itemId))
  }
  /** Lets the price rise while no page is open. Returns the next bid. */
  const raise = async (amount: number) => {
    await page.goto('about:blank')
    for (const rival of ['first', 'second'])
      await house.bidAgainst(dear, rival === 'first' ? amount - 1 : amount, rival)
    await expect(async () => {
      // The server reads a price again at most every two seconds.
      await prepare.readPrice(dear)
      expect((await read(dear))?.minimum_bid).toBeGreaterThanOrEqual(amount - 1)
    }).toPass()
    return ((await read(dear))?.minimum_bid ?? 0).toFixed(2)
  }
  const max = page.getByRole('complementary', { name: 'Detail' }).getByLabel('Your max', { exact: true })
  const selected = () => max.evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd])
  const open = async (auction: { itemId: number }, offered: string) => {
    const lists = await holdAnswers(page, 'GET', /^\/api\/auctions$/)
    await page.goto(`/dashboard?item=${(await read(auction))?.id}&edit=`)
    await expect(max).toHaveValue(offered)
    await expect(max).toBeFocused()
    return lists
  }
  const next = await raise(40)
  const first = await open(dear, '15.00')
  await first.release()
  await expect(max).toHaveValue(next)
  expect(await selected()).toEqual([0, next.length])

  await raise(60)
  const second = await open(dear, next)
  await max.fill('50')
  await second.release()
  await drawn(page)
  await expect(max).toHaveValue('50')

  const third = await open(cheap, '15.00')
  await third.release()
  await drawn(page)
  await expect(max).toHaveValue('15.00')
})

test('The command menu keeps the focus when the dashboard finishes loading behind it', async ({ page, bidder }) => {
  await bidder.start()
  const lists = await holdAnswers(page, 'GET', /^\/api\/auctions$/)
  await page.goto('/dashboard')
  const menu = page.getByRole('dialog', { name: 'Commands' })
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(menu.getByRole('combobox')).toBeFocused({ timeout: 5_000 })
  }).toPass()

  await lists.release()
  await expect(page.getByText('Nothing tracked yet.')).toBeVisible()
  await page.keyboard.type('pause')
  await expect(menu.getByRole('combobox')).toHaveValue('pause')
})

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
