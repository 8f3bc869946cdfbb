import { expect, test } from 'vitest'
import { createWin } from '../../test/auctions.ts'
import { groupWins, winSentence, winTag } from './win-text.ts'

const SITE = 'ShopGoodwill'
const PARCEL = { shipper: 'FedEx', tracking_number: '794600000012' }

test.each([
  [createWin(), 'To pay by Fri', 'To pay by Friday, Nov 27 · in 2 days.'],
  [createWin({ today: '2026-11-27' }), 'To pay by today', 'To pay by Friday, Nov 27 · today.'],
  [
    createWin({ today: '2026-11-28', is_overdue: true }),
    'Overdue since Fri',
    'To pay: was due Friday, Nov 27 · 1 day overdue.',
  ],
  [createWin({ pay_by: null }), 'To pay', 'To pay. ShopGoodwill has not said by when.'],
  [
    createWin({ said_paid_at: '2026-11-24T20:00:00Z' }),
    'To pay by Fri',
    'To pay by Friday, Nov 27 · in 2 days. You ticked it as paid on Nov 24, 2026, and ShopGoodwill’s list still has it as unpaid.',
  ],
  [
    createWin({ state: 'said_paid', is_owed: false, said_paid_at: '2026-11-24T20:00:00Z' }),
    'Paid, you say',
    'You ticked it as paid on Nov 24, 2026.',
  ],
  [
    createWin({ state: 'paid', is_owed: false }),
    'Paid',
    'ShopGoodwill has your payment. It shows no tracking number yet.',
  ],
  [createWin({ state: 'shipped', is_owed: false, ...PARCEL }), 'Shipped · FedEx …0012', 'Shipped: FedEx 794600000012.'],
  [
    createWin({ state: 'not_known', gap: 'left_list', is_owed: false }),
    'Payment not known',
    'Not in ShopGoodwill’s list of unpaid items any more: probably paid.',
  ],
  [
    createWin({ state: 'not_known', gap: 'list_failed' }),
    'Payment not known',
    'Unpaid when ShopGoodwill’s list was last read; it cannot be read now. To pay by Friday, Nov 27 · in 2 days.',
  ],
  [
    createWin({ state: 'not_known', gap: 'not_listed', is_owed: false }),
    null,
    'Neither of ShopGoodwill’s lists of orders shows it yet.',
  ],
])('The payment of %o has the tag %j and the sentence %j', (win, tag, sentence) => {
  expect(winTag(win)?.label ?? null).toBe(tag)
  expect(winSentence(win, SITE)).toBe(sentence)
})

test('What is owed comes by seller, the earliest date first; nothing stands in two sections', () => {
  const wins = [
    createWin({ bid_id: 1, seller: 'B', pay_by: null }),
    createWin({ bid_id: 2, seller: 'A', pay_by: '2026-11-28' }),
    createWin({ bid_id: 3, seller: 'B', pay_by: '2026-11-26' }),
    createWin({ bid_id: 4, state: 'not_known', gap: 'list_failed', seller: 'A', pay_by: '2026-11-27' }),
    createWin({ bid_id: 5, state: 'not_known', gap: 'left_list', is_owed: false }),
    createWin({ bid_id: 6, state: 'said_paid', is_owed: false }),
    createWin({ bid_id: 7, state: 'paid', is_owed: false }),
    createWin({ bid_id: 8, state: 'shipped', is_owed: false }),
  ]
  const { owed, unknown, onItsWay, shipped } = groupWins(wins)
  expect(owed.map(({ seller, wins: of }) => [seller, of.map(({ bid_id }) => bid_id)])).toEqual([
    ['B', [3, 1]],
    ['A', [4, 2]],
  ])
  expect([unknown, onItsWay, shipped].map((of) => of.map(({ bid_id }) => bid_id))).toEqual([[5], [6, 7], [8]])
})
