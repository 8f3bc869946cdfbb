import { expect, test } from 'vitest'
import { startSniping } from '../../test/sniping.ts'
import { readReceipt } from '../history/receipts/read-receipt.ts'

test('Two users with accounts of their own bid on one auction once each, and each receipt says how its own bid ended', async () => {
  await using it = await startSniping()
  await using _engine = await it.startEngine()
  const { itemId, ...first } = await it.snipe({ maxBidCents: 3_000, secondsBeforeEnd: 3, endsInSeconds: 12 })
  const accountId = await it.addBystander()
  const second = await it.snipeOn(itemId, { accountId, maxBidCents: 4_500, secondsBeforeEnd: 2 })
  const bystander = await it.snipe({ endsInSeconds: 3_600 })

  const ends = [first, second].map(({ bidId }) => it.until(bidId, ({ settled_at }) => settled_at !== null))
  expect(await Promise.all(ends)).toMatchObject([{ status: 'lost' }, { status: 'won', final_price_cents: 3_100 }])
  expect(it.arrivals(itemId)).toMatchObject([
    { userName: 'demo', amountCents: 3_000, outcome: 'leading' },
    { userName: 'bystander', amountCents: 4_500, outcome: 'leading' },
  ])
  const summaryOf = async (ofAccount: number, bidId: number) =>
    (await readReceipt(it.connecting, ofAccount, bidId)).summary
  expect(await summaryOf(it.accountId, first.bidId)).toMatch(/^Lost: sold for \$31\.00, one step above your max\. /)
  expect(await summaryOf(accountId, second.bidId)).toBe('Won for $31.00, $14.00 under your max.')
  expect(await it.until(bystander.bidId, () => true)).toMatchObject({ status: 'pending' })
})
