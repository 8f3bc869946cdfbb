import type { WireBidGroup } from '@bidwell/contract'
import type { Page } from '@playwright/test'
import { checkAccessibility } from '../pages/check-accessibility.ts'
import type { Bidder } from '../people/bidder.ts'
import { expect, test } from '../story.ts'

/** Counts the clicks of a mouse from now on. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  const clicks = await page.evaluateHandle(() => {
    const counted = { clicks: 0 }
    document.addEventListener('pointerdown', () => (counted.clicks += 1), { capture: true })
    return counted
  })
  return () => clicks.evaluate((counted) => counted.clicks)
}

/** The seconds until so many after the end of an auction that was listed some calls before. */
const endingAfter = ({ endsAt }: { endsAt: number }, seconds: number): number => (endsAt - Date.now()) / 1_000 + seconds

async function groupsOf(bidder: Bidder): Promise<WireBidGroup[]> {
  const { data } = await bidder.prepare.call<{ data: { groups: WireBidGroup[] } }>('GET', '/bid-groups')
  return data.groups
}

test('A newcomer makes a group of three with a budget by five clicks, and each card says what the group does', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  const first = await bidder.bidOn({ title: 'Lionel 2343, boxed', endsInSeconds: 5_000 }, { max: 45, seconds: 5 })
  const second = await bidder.track({ title: 'Lionel 2353, a day later', endsInSeconds: 90_000 })
  const third = await bidder.track({ title: 'Lionel 2344, a moment later', endsInSeconds: endingAfter(first, 6) })
  const bystander = await bidder.bidOn({ title: 'Oak chair', endsInSeconds: 5_400 }, { max: 20, seconds: 5 })
  await page.goto('/dashboard')
  await expect(first.card).toContainText('Bid scheduled')

  const clicks = await countClicks(page)
  for (const { card } of [first, second, third]) {
    await card.hover()
    await card.getByRole('checkbox').click()
  }
  await page.getByRole('button', { name: 'Make a group' }).click()
  const sheet = page.getByRole('dialog', { name: 'Make a group' })
  await expect(sheet.getByLabel('Win at most')).toBeFocused()
  await expect(sheet.getByLabel('Win at most')).toHaveValue('1')
  await expect(sheet.getByRole('listitem')).toHaveText([/boxed/, /a moment later/, /a day later/])
  await expect(sheet.getByRole('listitem').nth(1)).toContainText(
    /Closes \d s after the auction above\. If its result is not known by then, we do not bid on this one\./,
  )
  await page.keyboard.press('Tab')
  await page.keyboard.type('40')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(sheet.getByLabel('Your max for Lionel 2344')).toBeFocused()
  await page.keyboard.type('20')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(sheet.getByLabel('Your max for Lionel 2353')).toBeFocused()
  await page.keyboard.type('30')
  await expect(sheet).toContainText('Win at most 1 of these 3. Most this can cost: $40.00.')
  await checkAccessibility(page)
  await sheet.getByRole('button', { name: 'Make the group of 3' }).click()
  await expect(sheet).toBeHidden()
  expect(await clicks()).toBe(5)

  for (const { card } of [first, second, third]) await expect(card).toContainText('Lionel· waiting')
  await expect(bystander.card).not.toContainText('waiting')
  const [group] = await groupsOf(bidder)
  expect(group).toMatchObject({ name: 'Lionel', most_wins: 1, extra_wins: 0, budget: 40, most_cost: 40 })
  expect(group?.members.map(({ title, max_bid }) => [title, max_bid])).toEqual([
    ['Lionel 2343, boxed', 45],
    ['Lionel 2344, a moment later', 20],
    ['Lionel 2353, a day later', 30],
  ])

  await page.goto('/settings?tab=bidding')
  await expect(page.getByRole('list', { name: 'Groups' })).toHaveText('Lionel: wins at most 1 of 3 bids, up to $40.00')
})

test('A group is renamed and ordered anew, a bid leaves it as a single one, and its deletion cancels the others', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  const first = await bidder.bidOn({ title: 'Brass lamp, tall', endsInSeconds: 5_000 }, { max: 45, seconds: 5 })
  const short = { title: 'Brass lamp, short', endsInSeconds: endingAfter(first, 6) }
  const second = await bidder.bidOn(short, { max: 20, seconds: 5 })
  const third = await bidder.bidOn({ title: 'Brass lamp, bent', endsInSeconds: 9_000 }, { max: 66, seconds: 5 })
  const bystander = await bidder.bidOn({ title: 'Oak chair', endsInSeconds: 5_400 }, { max: 20, seconds: 5 })
  const { data } = await bidder.prepare.call<{ data: { bids: { id: number; title: string }[] } }>('GET', '/bids')
  const bidIds = data.bids.flatMap(({ id, title }) => (title.startsWith('Brass') ? id : []))
  await bidder.prepare.call('POST', '/bid-groups', { name: 'Lamps', mostWins: 1, bidIds })

  await page.goto('/dashboard')
  await second.card.getByRole('link', { name: 'Brass lamp, short' }).click()
  await page
    .getByRole('region', { name: 'Group', exact: true })
    .getByRole('button', { name: 'Change the group' })
    .click()
  const sheet = page.getByRole('dialog', { name: 'Lamps' })
  const save = sheet.getByRole('button', { name: 'Save changes' })
  await expect(save).toHaveAttribute('title', 'Nothing to change yet')
  await sheet.getByRole('button', { name: 'Bid on this one first: Brass lamp, short' }).press('Enter')
  await expect(sheet.getByRole('listitem').first()).toBeFocused()
  await expect(sheet.getByRole('listitem')).toHaveText([/short/, /tall.*Closes \d s before the auction above/, /bent/])
  await sheet.getByText('Name and extra wins').click()
  await sheet.getByLabel('Name').fill('Lamps for the hall')
  await sheet.getByLabel('Extra wins').fill('1')
  await expect(save).toHaveAttribute('title', 'Tick that you may have to pay for more')
  await sheet.getByRole('checkbox', { name: 'You may have to pay for 2 auctions, up to $111.00' }).check()
  await save.click()
  const renamed = page.getByRole('dialog', { name: 'Lamps for the hall' })
  await expect(renamed.getByRole('listitem')).toHaveText([/short/, /tall/, /bent/])
  await expect(renamed.getByRole('checkbox')).toBeHidden()
  const [group] = await groupsOf(bidder)
  expect(group).toMatchObject({ name: 'Lamps for the hall', most_wins: 1, extra_wins: 1, most_cost: 111 })
  expect(group?.members.map(({ title }) => title)).toEqual([
    'Brass lamp, short',
    'Brass lamp, tall',
    'Brass lamp, bent',
  ])

  await renamed.getByRole('button', { name: 'Take out: Brass lamp, bent' }).click()
  await renamed.getByRole('button', { name: 'Keep it as a single bid' }).click()
  await expect(renamed.getByRole('listitem')).toHaveCount(2)
  await renamed.getByRole('button', { name: 'Delete the group' }).click()
  await expect(renamed.getByRole('button', { name: 'Keep 2 single bids: you could win all, $65.00' })).toBeVisible()
  await renamed.getByRole('button', { name: 'Cancel 2 bids' }).click()
  await expect(renamed).toBeHidden()
  for (const { card } of [first, second]) await expect(card).toContainText('No bid')
  for (const { card } of [third, bystander]) {
    await expect(card).toContainText('Bid scheduled')
    await expect(card).not.toContainText('waiting')
  }
})

test('Of several pasted links, one tick makes a group of which one bid may win', async ({ page, house, bidder }) => {
  await bidder.startConnected()
  const titles = ['Seiko 6139', 'Seiko 6138', 'Seiko 7005']
  const listings = []
  for (const [n, title] of titles.entries()) listings.push(await house.list({ title, endsInSeconds: 5_000 + 600 * n }))
  await page.goto(`/dashboard?${new URLSearchParams({ add: listings.map(({ url }) => url).join('\n') })}`)
  const table = page.getByRole('dialog', { name: 'Add 3 auctions' })
  await table.getByLabel('Max for Seiko 6139').fill('25')
  await table.getByLabel('Max for Seiko 6138').fill('20')
  await table.getByLabel('Max for Seiko 7005').fill('15')
  await table.getByRole('checkbox', { name: 'Win only one of these' }).check()
  await checkAccessibility(page)
  await table.getByRole('button', { name: 'Track 3, schedule 3' }).click()
  await expect(table).toBeHidden()

  for (const title of titles) await expect(bidder.card(title)).toContainText('Seiko· waiting')
  expect(await groupsOf(bidder)).toMatchObject([{ name: 'Seiko', most_wins: 1, most_cost: 25 }])
})
