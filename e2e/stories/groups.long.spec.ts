import { messages } from '@bidwell/contract'
import type { TrackedAuction } from '../people/bidder.ts'
import { expect, test } from '../story.ts'

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
  await detail.getByRole('button', { name: 'Bid up to $28.50', exact: true }).click()
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
