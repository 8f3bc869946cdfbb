import type { Page } from '@playwright/test'
import type { House } from '../installation/house.ts'
import type { Bidder } from '../people/bidder.ts'
import { test } from '../screens/screen-story.ts'
import { expect } from '../story.ts'
import { Album } from './album.ts'
import { readHistory } from './read-history.ts'
import { NUMBER_OF_AUCTIONS, prepareSixtyAuctions, type SixtyAuctions } from './sixty-auctions.ts'
import { comeBack, watchForEmptying } from './watch-for-emptying.ts'

/** How much later than the lost auction the won one ends. */
const SECONDS_BETWEEN = 12

type Walk = { page: Page; house: House; bidder: Bidder; album: Album }

test.use({ viewport: { width: 1440, height: 900 } })

test('A bidder with 60 auctions finds, changes, wins and loses some of them, and reads the history', async ({
  page,
  house,
  bidder,
}) => {
  const walk: Walk = { page, house, bidder, album: new Album(page, 'sixty-auctions') }
  await bidder.startConnected()
  const auctions = await prepareSixtyAuctions(bidder, house)
  await findAuctions(walk, auctions)
  await addSeveral(walk)
  await changeOne(walk)
  await changeSeveral(walk)
  await watchResults(walk, auctions)
  await readHistory(page, walk.album)
})

const chip = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name })

async function findAuctions({ page, bidder, album }: Walk, { overtaken }: SixtyAuctions) {
  await page.goto('/dashboard')
  await expect(async () => {
    for (const auction of overtaken) await bidder.prepare.readPrice(auction)
    await expect(chip(page, /^Needs you/)).toContainText(String(overtaken.length), { timeout: 1_000 })
  }).toPass()
  await expect(chip(page, /^All/)).toContainText(String(NUMBER_OF_AUCTIONS))
  await expect(chip(page, /^Ended/)).toContainText('14', { timeout: 60_000 })
  await expect(page.getByText('Bid placed').first()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('complementary', { name: 'Detail' })).toContainText('Your max')
  await expect(page.getByRole('banner').getByText(/\d:\d\d:\d\d [AP]M/)).toBeAttached()
  await album.show('dashboard')
  await page.getByRole('button', { name: 'Collapse the problems' }).click()
  await page.getByRole('region', { name: 'Alerts' }).getByRole('button', { name: 'Dismiss' }).click()
  // A row that has ended has a third line, its result.
  await chip(page, /^Scheduled/).click()
  await album.show('scheduled', { auctions: { 1440: 9, 1024: 7 } })
  await chip(page, /^All/).click()

  const search = page.getByRole('searchbox')
  await search.fill('lamp')
  await expect(page.getByRole('heading', { level: 3, name: /Lionel/ })).toHaveCount(0)
  await album.show('search')
  await search.fill('')
  await chip(page, /^Needs you/).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Over your max' })).toHaveCount(overtaken.length)
  await album.show('filter')
  await chip(page, /^All/).click()
}

async function addSeveral({ page, house, album }: Walk) {
  const titles = ['Corona Zephyr Typewriter', 'Murano Style Vase', 'Marantz Stereo Receiver']
  const categories = [96, 68, 95]
  const urls: string[] = []
  for (const [index, title] of titles.entries()) {
    const auction = {
      title,
      categoryId: categories[index] ?? 0,
      startingPrice: 20,
      endsInSeconds: 30_000 + index * 9_000,
    }
    urls.push((await house.list(auction)).url)
  }
  const field = page.getByRole('searchbox')
  await field.fill(urls.join(' '))
  await field.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add 3 auctions' })
  for (const [title, max] of [
    [titles[0], '45'],
    [titles[1], '38'],
  ]) {
    await dialog.getByLabel(`Max for ${title}`).fill(max ?? '')
  }
  const add = dialog.getByRole('button', { name: 'Track 3, schedule 2' })
  await expect(add).toBeEnabled()
  await album.show('several-links', { button: add })
  await add.click()
  await expect(dialog).toBeHidden()
}

async function changeOne({ page, album }: Walk) {
  const title = 'Olivetti Lettera 22 Portable Typewriter'
  await page.getByRole('main').getByRole('link', { name: title }).click()
  // Beside the list in a wide window, over it in a narrow one.
  const detail = page.getByRole('complementary', { name: 'Detail' }).or(page.getByRole('dialog'))
  const save = detail.getByRole('button', { name: /^(Save changes|Bid up to)/ })
  await expect(detail.getByLabel('Your max', { exact: true })).toHaveValue('72.50')
  await album.show('auction', { button: save })
  await detail.getByLabel('Your max', { exact: true }).fill('81')
  await save.click()
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('$81.00')
  await expect(save).not.toHaveAttribute('aria-busy')
  await album.show('new-maximum')
  await page.getByRole('button', { name: 'Close the detail' }).click()
}

async function changeSeveral({ page, bidder, album }: Walk) {
  for (const title of ['Lionel 027', 'Philco Table Radio', 'Fenton Hobnail', 'Tiffany Style Desk']) {
    await bidder.card(title).hover()
    await bidder.card(title).getByRole('checkbox').check()
  }
  const change = page.getByRole('toolbar', { name: 'Selected auctions' }).getByRole('button', { name: 'Change bids' })
  await album.show('selection', { button: change })
  await change.click()
  const dialog = page.getByRole('dialog', { name: 'Change 4 bids' })
  await dialog.getByLabel('Max for each', { exact: true }).fill('99')
  await dialog.getByLabel('Seconds before the end').fill('5')
  const confirm = dialog.getByRole('button', { name: 'Change bids' })
  await album.show('change-several', { button: confirm })
  await confirm.click()
  await expect(page.getByText('4 changed.')).toBeVisible()
  await expect(dialog).toBeHidden()
}

async function watchResults({ page, bidder, album }: Walk, { placed }: SixtyAuctions) {
  const emptied = await watchForEmptying(page)
  const lost = await bidder.bidOn(
    {
      title: 'Depression Glass Goblets, Set of 6',
      categoryId: 68,
      startingPrice: 24,
      endsInSeconds: Math.round((placed.endsAt - Date.now()) / 1_000) - SECONDS_BETWEEN,
      rivals: [{ strategy: 'sniper', maxBid: 70, secondsBeforeEnd: 2 }],
    },
    { max: 40, seconds: 7 },
  )
  const lastMinute = page.getByRole('region', { name: 'Last minute' })
  await expect(lastMinute.getByText('and 1 more in the last minute')).toBeVisible({ timeout: 180_000 })
  await album.show('last-minute', { inSight: lastMinute.getByRole('timer') })
  await comeBack(page)
  await expect(lost.card).toContainText('sold for $41.00', { timeout: 90_000 })
  const win = lastMinute.getByText(/^Won for \$19\.00/).last()
  await expect(win).toBeVisible({ timeout: 60_000 })
  await album.show('result', { inSight: win })
  expect(await emptied()).toEqual([])
  await expect(placed.card).toContainText('Won for $19.00, $26.00 under your max')

  await chip(page, /^Ended/).click()
  await expect(page.getByText('Outbid on arrival').first()).toBeVisible()
  await album.show('ended')
}
