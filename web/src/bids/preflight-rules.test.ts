import type { PreflightFinding } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { createBid } from '../../test/lots.ts'
import { preflightToasts, blockingFinding } from './preflight-rules.ts'

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
  expect(blockingFinding({ ...red, stage: 'armed' })).toBeNull()
  expect(blockingFinding({ ...red, status: 'cancelled' })).toBeNull()
})

test('A bid at risk raises one toast, another for a new reason, and one when the risk is gone', () => {
  const other = createBid(checked(finding({ code: 'account_limit', message: 'Too many bids.' })))
  expect(preflightToasts([ready], [red])).toMatchObject([
    { kind: 'error', message: 'Lionel 2343 Santa Fe diesel set: Too many unpaid items.' },
  ])
  expect(preflightToasts([red], [{ ...red, updatedAt: 1 }])).toEqual([])
  expect(preflightToasts([red], [other])).toMatchObject([{ kind: 'error' }])
  expect(preflightToasts([red], [ready])).toMatchObject([{ kind: 'info' }])
  expect(preflightToasts([red], [{ ...red, status: 'cancelled' }])).toEqual([])
  expect(preflightToasts([], [red])).toMatchObject([{ kind: 'error' }])
  expect(preflightToasts([], [ready])).toEqual([])
})

test('Several bids at risk for one reason share a toast until the last of them is no longer at risk', () => {
  const [redToo, readyToo] = [
    { ...red, id: 2 },
    { ...ready, id: 2 },
  ]
  const [first] = preflightToasts([ready, readyToo], [red, readyToo])
  const [second] = preflightToasts([red, readyToo], [red, redToo])
  expect(second).toEqual({ id: first?.id, kind: 'error', message: '2 bids at risk: Too many unpaid items.' })
  expect(preflightToasts([red, redToo], [ready, redToo])).toEqual([])
  expect(preflightToasts([ready, redToo], [ready, readyToo])).toMatchObject([{ id: first?.id, kind: 'info' }])
})

test('A login that stops bids raises no toast, because a banner states it', () => {
  const refused = createBid(checked(finding({ code: 'login_refused', remedy: 'reconnect' })))
  expect(preflightToasts([ready], [refused])).toEqual([])
  expect(preflightToasts([refused], [ready])).toEqual([])
})
