import { expect, test } from 'vitest'
import { createBid } from '../../test/lots.ts'
import { statusToasts } from './status-toasts.ts'

const pending = createBid({ auctionId: '279250057' })
const said = (told: Parameters<typeof createBid>[0]) => statusToasts([pending], [{ ...pending, ...told }])

test('a bid that comes to be executed, outbid or failed is told of in the product’s words', () => {
  expect(said({ status: 'executed' })).toEqual([
    {
      key: '279250057:executed',
      kind: 'success',
      message: 'Your bid for auction 279250057 has been executed successfully!',
    },
  ])
  expect(said({ status: 'outbid' })[0]?.message).toBe(
    'You have been outbid on auction 279250057! Current price is higher than your max bid.',
  )
  expect(said({ status: 'failed', errorDetail: 'The site was down.' })[0]?.message).toBe(
    'Your bid for auction 279250057 failed to execute. The site was down.',
  )
})

test('a bid seen for the first time, or unchanged, or merely settled, raises no toast', () => {
  expect(statusToasts([], [{ ...pending, status: 'failed' }])).toEqual([])
  expect(statusToasts([pending], [pending])).toEqual([])
  expect(statusToasts([{ ...pending, status: 'executed' }], [{ ...pending, status: 'won' }])).toEqual([])
})
