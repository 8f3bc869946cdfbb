import { expect, test } from '../story.ts'

test('The first win of a group leaves its other bid unsent, and the card says why', async ({ page, house, bidder }) => {
  await bidder.startConnected()
  const first = await bidder.bidOn({ title: 'Lionel 2343', endsInSeconds: 40 }, { max: 45, seconds: 5 })
  const second = await bidder.bidOn({ title: 'Lionel 2353', endsInSeconds: 90 }, { max: 30, seconds: 5 })
  const bystander = await bidder.bidOn({ title: 'Oak chair', endsInSeconds: 80 }, { max: 20, seconds: 5 })
  const { data } = await bidder.prepare.call<{ data: { bids: { id: number; title: string }[] } }>('GET', '/bids')
  const bidIds = data.bids.flatMap(({ id, title }) => (title.startsWith('Lionel') ? id : []))
  await bidder.prepare.call('POST', '/bid-groups', { name: 'Lionel', mostWins: 1, bidIds })

  await page.goto('/dashboard')
  await expect(second.card).toContainText('Lionel· waiting')
  await expect(first.card).toContainText('Won for $10.00', { timeout: 90_000 })
  await expect(first.card).toContainText('Lionel· won')
  await expect(second.card).toContainText('Not sent: its group has won what it may.')
  await expect(second.card).toContainText('Lionel· not sent')
  await expect(bystander.card).toContainText('Won for $10.00', { timeout: 90_000 })
  expect(await house.bidsOn(second)).toEqual([])
})
