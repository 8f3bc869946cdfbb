import { messages, type WireBidGroup } from '@bidwell/contract'
import type { Page } from '@playwright/test'
import { loseFirstAnswer } from '../pages/lose-first-answer.ts'
import type { TrackedAuction } from '../people/bidder.ts'
import { expect, test } from '../story.ts'

/** Selects the cards and opens the sheet that makes a group of them. */
async function openSheet(page: Page, auctions: readonly TrackedAuction[]) {
  for (const { card } of auctions) {
    await card.hover()
    await card.getByRole('checkbox').check()
  }
  await page.getByRole('button', { name: 'Make a group' }).click()
  return page.getByRole('dialog', { name: 'Make a group' })
}

test('A bid that a limit refuses stays out of the group and is no single bid, and without any bid there is no group', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  await bidder.prepare.call('PATCH', '/profile', { day_limit: 50 })
  const first = await bidder.track({ title: 'Seiko 6139', endsInSeconds: 5_000 })
  const second = await bidder.track({ title: 'Seiko 6138', endsInSeconds: 5_600 })
  const groups = async () => {
    const { data } = await bidder.prepare.call<{ data: { groups: WireBidGroup[] } }>('GET', '/bid-groups')
    return data.groups
  }
  await page.goto('/dashboard')
  const sheet = await openSheet(page, [first, second])
  await sheet.getByLabel('Your max for Seiko 6139').fill('30')
  await sheet.getByLabel('Your max for Seiko 6138').fill('60')
  // More than three times the price is typed twice, as in the form of a bid.
  await sheet.getByLabel('The same max, again: Seiko 6138').fill('60')
  await sheet.getByRole('button', { name: 'Make the group of 2' }).click()
  const refused = page.getByRole('dialog', { name: '1 bid joined the group. Not in it:' })
  await expect(refused.getByRole('listitem')).toHaveText(/Seiko 6138.*over your limit of \$50\.00 a day/)
  await refused.getByRole('button', { name: 'Close' }).first().click()
  await expect(first.card).toContainText('Seiko· waiting')
  await expect(second.card).toContainText('No bid')
  expect((await groups()).map(({ members }) => members.map(({ title }) => title))).toEqual([['Seiko 6139']])

  const third = await bidder.track({ title: 'Omega', endsInSeconds: 6_000 })
  await page.goto('/dashboard')
  const again = await openSheet(page, [second, third])
  await expect(again.getByLabel('Add them to')).toHaveValue('')
  for (const title of ['Seiko 6138', 'Omega']) {
    await again.getByLabel(`Your max for ${title}`).fill('51')
    await again.getByLabel(`The same max, again: ${title}`).fill('51')
  }
  await again.getByRole('button', { name: 'Make the group of 2' }).click()
  const none = page.getByRole('dialog', { name: messages.bidGroup.refusedTitle(0, false) })
  await expect(none.getByRole('listitem')).toHaveCount(2)
  await none.getByRole('button', { name: 'Close' }).first().click()
  expect(await groups()).toHaveLength(1)
  for (const { card } of [second, third]) await expect(card).toContainText('No bid')
})

test('A selected auction is added to a group that stands', async ({ page, bidder }) => {
  await bidder.startConnected()
  const first = await bidder.bidOn({ title: 'Seiko 6139', endsInSeconds: 5_000 }, { max: 25, seconds: 5 })
  const second = await bidder.track({ title: 'Omega', endsInSeconds: 5_600 })
  const { data } = await bidder.prepare.call<{ data: { bids: { id: number }[] } }>('GET', '/bids')
  await bidder.prepare.call('POST', '/bid-groups', {
    name: 'Watches',
    mostWins: 1,
    bidIds: data.bids.map(({ id }) => id),
  })
  await page.goto('/dashboard')
  await expect(first.card).toContainText('Watches· waiting')
  const sheet = await openSheet(page, [second])
  await expect(sheet.getByRole('button', { name: 'Make the group of 1' })).toHaveAttribute(
    'title',
    'A group needs two auctions',
  )
  await sheet.getByLabel('Add them to').selectOption('Watches')
  await sheet.getByLabel('Your max for Omega').fill('20')
  await sheet.getByRole('button', { name: 'Add 1 bid' }).click()
  await expect(sheet).toBeHidden()
  await expect(second.card).toContainText('Watches· waiting')
})

test('A group whose making is not answered is there once when its owner tries again', async ({ page, bidder }) => {
  await bidder.startConnected()
  const first = await bidder.bidOn({ title: 'Seiko 6139', endsInSeconds: 5_000 }, { max: 25, seconds: 5 })
  const second = await bidder.bidOn({ title: 'Seiko 6138', endsInSeconds: 5_600 }, { max: 20, seconds: 5 })
  await page.goto('/dashboard')
  const sheet = await openSheet(page, [first, second])
  const lost = await loseFirstAnswer(page, 'POST', '/bid-groups')
  const make = sheet.getByRole('button', { name: 'Make the group of 2' })
  await make.click()
  await expect(sheet).toContainText(messages.generic.networkError)
  await make.click()
  await expect(sheet).toBeHidden()
  for (const { card } of [first, second]) await expect(card).toContainText('Seiko· waiting')
  const { data } = await bidder.prepare.call<{ data: { groups: WireBidGroup[] } }>('GET', '/bid-groups')
  expect(data.groups.map(({ name, members }) => [name, members.length])).toEqual([['Seiko', 2]])
  expect(lost.calls()).toBe(2)
})

test('A bid whose answer is lost stays in its new group, also where no other bid joins', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.startConnected()
  const groups = async () => {
    const { data } = await bidder.prepare.call<{ data: { groups: WireBidGroup[] } }>('GET', '/bid-groups')
    return data.groups.map(({ name, members }) => [name, members.map(({ title }) => title)])
  }
  await page.route('**/api/bids', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    if (route.request().postDataJSON().maxBid === 20) await route.fetch()
    await route.abort()
  })

  const listings = []
  for (const title of ['Silver spoon', 'Pewter spoon'])
    listings.push(await house.list({ title, endsInSeconds: 5_000 + 600 * listings.length }))
  await page.goto(`/dashboard?${new URLSearchParams({ add: listings.map(({ url }) => url).join('\n') })}`)
  const table = page.getByRole('dialog', { name: 'Add 2 auctions' })
  await table.getByLabel('Max for Silver spoon').fill('20')
  await table.getByLabel('Max for Pewter spoon').fill('25')
  for (const title of ['Silver spoon', 'Pewter spoon']) await table.getByLabel(`Group for ${title}`).fill('Spoons')
  await table.getByRole('button', { name: 'Track 2, schedule 2' }).click()
  await expect(table).toContainText('2 tracked, 2 not done.')
  expect(await groups()).toEqual([['Spoons', ['Silver spoon']]])

  const watches = []
  for (const title of ['Seiko 6139', 'Seiko 6138'])
    watches.push(await bidder.track({ title, endsInSeconds: 7_000 + 600 * watches.length }))
  await page.goto('/dashboard')
  const sheet = await openSheet(page, watches)
  await sheet.getByLabel('Your max for Seiko 6139').fill('20')
  await sheet.getByLabel('Your max for Seiko 6138').fill('25')
  await sheet.getByRole('button', { name: 'Make the group of 2' }).click()
  await expect(page.getByRole('dialog', { name: messages.bidGroup.refusedTitle(0, true) })).toBeVisible()
  expect(await groups()).toContainEqual(['Seiko', ['Seiko 6139']])
})

test('A bid of a group that is changed, or cancelled and brought back, is still in the group', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  const first = await bidder.bidOn({ title: 'Seiko 6139', endsInSeconds: 5_000 }, { max: 25, seconds: 5 })
  const second = await bidder.bidOn({ title: 'Seiko 6138', endsInSeconds: 5_600 }, { max: 20, seconds: 5 })
  const { data } = await bidder.prepare.call<{ data: { bids: { id: number }[] } }>('GET', '/bids')
  await bidder.prepare.call('POST', '/bid-groups', {
    name: 'Seiko',
    mostWins: 1,
    bidIds: data.bids.map(({ id }) => id),
  })
  await page.goto('/dashboard')
  await bidder.choose(first.card, 'Edit bid')
  const detail = page.getByRole('complementary', { name: 'Detail' })
  await detail.getByLabel('Your max', { exact: true }).fill('28')
  await detail.getByRole('button', { name: 'Save changes' }).click()
  await expect(first.card).toContainText('$28.00')
  await expect(first.card).toContainText('Seiko· waiting')

  await bidder.choose(second.card, 'Cancel bid')
  await expect(second.card).toContainText('No bid')
  await expect(second.card).not.toContainText('waiting')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(second.card).toContainText('Seiko· waiting')
})

test('The first win of a group leaves its other bid unsent, and the card says why', async ({ page, house, bidder }) => {
  await bidder.startConnected()
  const first = await bidder.bidOn({ title: 'Lionel 2343', endsInSeconds: 60 }, { max: 45, seconds: 5 })
  const second = await bidder.bidOn({ title: 'Lionel 2353', endsInSeconds: 120 }, { max: 30, seconds: 5 })
  const bystander = await bidder.bidOn({ title: 'Oak chair', endsInSeconds: 100 }, { max: 20, seconds: 5 })
  const { data } = await bidder.prepare.call<{ data: { bids: { id: number; title: string }[] } }>('GET', '/bids')
  const bidIds = data.bids.flatMap(({ id, title }) => (title.startsWith('Lionel') ? id : []))
  await bidder.prepare.call('POST', '/bid-groups', { name: 'Lionel', mostWins: 1, bidIds })

  await page.goto('/dashboard')
  await expect(second.card).toContainText('Lionel· waiting')
  await expect(first.card).toContainText('Won for $10.00', { timeout: 150_000 })
  await expect(first.card).toContainText('Lionel· won')
  await expect(second.card).toContainText('Not sent: you won Lionel 2343, and its group buys no more.')
  await expect(second.card).toContainText('Lionel· not sent')
  await expect(bystander.card).toContainText('Won for $10.00', { timeout: 150_000 })
  expect(await house.bidsOn(second)).toEqual([])
})

test('While the result of a bid stays unknown its group holds the next, which can be raised, until the owner says that it was not won', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.startConnected()
  const { data } = await bidder.prepare.call<{ data: { group: { id: number } } }>('POST', '/bid-groups', {
    name: 'Lionel',
    mostWins: 1,
  })
  /** In the group from the start: engines hold bids on auctions that close so soon. */
  const bidInGroup = async ({ itemId }: TrackedAuction, maxBid: number, secondsBeforeEnd: number) => {
    const terms = { maxBid, confirmMaxBid: maxBid, secondsBeforeEnd, groupId: data.group.id }
    await bidder.prepare.call('POST', '/bids', { auctionId: String(itemId), ...terms })
  }
  const first = await bidder.track({ title: 'Lionel 2343', endsInSeconds: 60 })
  await bidInGroup(first, 45, 8)
  const second = await bidder.track({ title: 'Lionel 2353', endsInSeconds: 130 })
  await bidInGroup(second, 20, 60)
  const bystander = await bidder.bidOn({ title: 'Oak chair', endsInSeconds: 50 }, { max: 20, seconds: 5 })

  await page.goto('/dashboard')
  await expect.poll(() => house.bidsOn(first)).toMatchObject([{ outcome: 'leading' }])
  await house.withdraw(first)
  await expect(second.card).toContainText('Lionel· held')
  await expect(second.card).toContainText('Waiting for the result of Lionel 2343.')
  await second.card.getByRole('link', { name: 'Lionel 2353' }).click()
  const section = page.getByRole('region', { name: 'Group', exact: true })
  const checked = section.getByRole('button', { name: 'I checked: I did not win it: Lionel 2343' })
  await expect(checked).toBeVisible()
  const detail = page.getByRole('complementary', { name: 'Detail' })
  await expect(detail).toContainText(messages.bidGroup.momentPassed)
  await detail.getByLabel('Your max', { exact: true }).fill('28.50')
  await expect(detail).not.toContainText('Up to $28.50, at')
  await detail.getByRole('button', { name: 'Save changes' }).click()
  await expect(second.card).toContainText('$28.50')
  await expect(second.card).toContainText('Lionel· held')
  expect(await house.bidsOn(second)).toEqual([])
  await checked.click()
  await expect(checked).toBeHidden()

  await expect(first.card).toContainText('Lionel· lost')
  await expect(second.card).toContainText('Lionel· out')
  await expect.poll(() => house.bidsOn(second)).toMatchObject([{ amountCents: 2_850, outcome: 'leading' }])
  await expect(second.card).toContainText('Lionel· won')
  await expect(bystander.card).toContainText('Won for $10.00')
})
