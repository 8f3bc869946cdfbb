import type { PreflightFinding } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { createBid } from '../../test/auctions.ts'
import { blockingFinding, isOfAccount, isOfLogin } from './preflight-rules.ts'

const finding = (fields: Partial<PreflightFinding> = {}): PreflightFinding => ({
  code: 'unpaid_items',
  severity: 'red',
  message: 'Too many unpaid items.',
  remedy: 'pay_at_site',
  url: null,
  ...fields,
})
const checked = (...findings: PreflightFinding[]) => ({ preflight: { checkedAt: 0, findings } })
const red = createBid(checked(finding()))
const ready = createBid(checked())

test('Only a red finding is blocking', () => {
  expect(blockingFinding(red)?.code).toBe('unpaid_items')
  expect(blockingFinding(ready)).toBeNull()
  expect(blockingFinding(createBid())).toBeNull()
  expect(blockingFinding(createBid(checked(finding({ severity: 'amber' }))))).toBeNull()
})

test('A finding no longer blocks a bid that an engine holds or that is finished', () => {
  expect(blockingFinding({ ...red, phase: 'armed' })).toBeNull()
  expect(blockingFinding({ ...red, status: 'cancelled' })).toBeNull()
})

test('A finding about the login or the account is the same for all bids, and one about the item is not', () => {
  expect(isOfAccount(finding({ code: 'login_refused' }))).toBe(true)
  expect(isOfAccount(finding({ code: 'unpaid_items' }))).toBe(true)
  expect(isOfAccount(finding({ code: 'item_withdrawn' }))).toBe(false)
  expect(isOfLogin(finding({ code: 'login_missing' }))).toBe(true)
  expect(isOfLogin(finding({ code: 'unpaid_items' }))).toBe(false)
})
