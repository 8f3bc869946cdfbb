import { expect, test } from 'vitest'
import { createBid } from '../../test/lots.ts'
import { statusToasts } from './status-toasts.ts'

const pending = createBid({ auctionId: '279250057' })
const toastsFor = (fields: Parameters<typeof createBid>[0]) => statusToasts([pending], [{ ...pending, ...fields }])

test('A bid that becomes executed, outbid or failed raises its toast', () => {
  expect(toastsFor({ status: 'executed' })).toEqual([
    {
      key: '279250057:executed',
      kind: 'success',
      message: 'Your bid for auction 279250057 has been executed successfully!',
    },
  ])
  expect(toastsFor({ status: 'outbid' })[0]?.message).toBe(
    'You have been outbid on auction 279250057! Current price is higher than your max bid.',
  )
  expect(toastsFor({ status: 'failed', errorDetail: 'The site was down.' })[0]?.message).toBe(
    'Your bid for auction 279250057 failed to execute. The site was down.',
  )
})

test('A new, an unchanged and a settled bid raise no toast', () => {
  expect(statusToasts([], [{ ...pending, status: 'failed' }])).toEqual([])
  expect(statusToasts([pending], [pending])).toEqual([])
  expect(statusToasts([{ ...pending, status: 'executed' }], [{ ...pending, status: 'won' }])).toEqual([])
})
