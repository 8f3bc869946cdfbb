import type { Remedy } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { createBid, createAuction, createWin } from '../../../test/auctions.ts'
import { actionFor } from './auction-action.ts'

const SITE = 'ShopGoodwill'
const auction = createAuction()

test('The primary action schedules a bid, edits it, or raises a maximum that the price has passed', () => {
  expect(actionFor({ auction, bid: null }, 'ending_soon', SITE).label).toBe('Schedule bid')
  expect(actionFor({ auction, bid: createBid() }, 'ending_soon', SITE).label).toBe('Edit')
  expect(actionFor({ auction, bid: createBid() }, 'over_max', SITE).label).toBe('Raise')
})

test('The primary action of a won auction is to pay, and of a lost one its receipt', () => {
  expect(actionFor({ auction, bid: createBid() }, 'won', SITE)).toEqual({ kind: 'to_pay', label: 'Pay' })
  expect(actionFor({ auction, bid: createBid({ id: 9 }) }, 'lost', SITE)).toEqual({
    kind: 'receipt',
    label: 'Receipt',
    bidId: 9,
  })
})

const act = (win: Parameters<typeof createWin>[0]) =>
  actionFor({ auction, bid: createBid({ id: 9 }), win: createWin(win) }, 'won', SITE)

test('The primary action of a won auction is to pay on the site’s page of orders until it is paid, and then its receipt', () => {
  const pay = { label: 'Pay', url: 'https://shopgoodwill.com/shopgoodwill/open-orders' }
  expect(act({})).toMatchObject(pay)
  expect(act({ state: 'not_known', gap: 'list_failed' })).toMatchObject(pay)
  expect(act({ state: 'not_known', gap: 'not_listed', is_owed: false })).toMatchObject(pay)
  for (const state of ['said_paid', 'paid', 'shipped'] as const) {
    expect(act({ state, is_owed: false })).toMatchObject({ kind: 'receipt', bidId: 9 })
  }
  expect(act({ state: 'not_known', gap: 'left_list', is_owed: false }).kind).toBe('receipt')
})

test('The primary action of a bid that failed at the login is to reconnect', () => {
  const refused = createBid({ status: 'failed', outcome: 'login_refused' })
  expect(actionFor({ auction, bid: refused }, 'failed', SITE).kind).toBe('reconnect')
  expect(actionFor({ auction, bid: createBid({ status: 'failed', outcome: 'site_down' }) }, 'failed', SITE).kind).toBe(
    'receipt',
  )
})

test('The primary action of a bid that the login stops is to reconnect', () => {
  expect(actionFor({ auction, bid: createBid(), loginStop: 'missing' }, 'stopped', SITE).kind).toBe('reconnect')
})

function atRisk(remedy: Remedy, url: string | null = null) {
  const findings = [{ code: 'login_refused', severity: 'red', message: '', remedy, url } as const]
  return actionFor({ auction, bid: createBid({ preflight: { checkedAt: 0, findings } }) }, 'at_risk', SITE)
}

test('The primary action of a bid at risk is the remedy of its finding', () => {
  expect(atRisk('reconnect').kind).toBe('reconnect')
  expect(atRisk('pay_at_site', 'https://example.com/orders')).toMatchObject({ url: 'https://example.com/orders' })
  expect(atRisk('review_item').label).toBe('View item')
  expect(atRisk('none').label).toBe('Edit')
})
