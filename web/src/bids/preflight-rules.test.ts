import type { PreflightFinding } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { createBid } from '../../test/lots.ts'
import { preflightToasts, blockingFinding } from './preflight-rules.ts'

const finding = (told: Partial<PreflightFinding> = {}): PreflightFinding => ({
  code: 'login_refused',
  severity: 'red',
  message: 'The site refuses your login.',
  remedy: 'reconnect',
  url: null,
  ...told,
})
const checked = (...findings: PreflightFinding[]) => ({ preflight: { checkedAt: 0, findings } })
const red = createBid(checked(finding()))
const ready = createBid(checked())

test('what is only a warning is not wrong', () => {
  expect(blockingFinding(red)?.code).toBe('login_refused')
  expect(blockingFinding(ready)).toBeNull()
  expect(blockingFinding(createBid())).toBeNull()
  expect(blockingFinding(createBid(checked(finding({ severity: 'amber' }))))).toBeNull()
})

test('once an engine holds the bid, or it is over, what was found before says nothing', () => {
  expect(blockingFinding({ ...red, stage: 'armed' })).toBeNull()
  expect(blockingFinding({ ...red, status: 'cancelled' })).toBeNull()
})

test('a bid that turns red is told once, and again when it is for another reason or mended', () => {
  const other = createBid(checked(finding({ code: 'unpaid_items', message: 'Unpaid items.' })))
  expect(preflightToasts([ready], [red])).toMatchObject([
    { kind: 'error', message: 'Lionel 2343 Santa Fe diesel set: The site refuses your login.' },
  ])
  expect(preflightToasts([red], [{ ...red, updatedAt: 1 }])).toEqual([])
  expect(preflightToasts([red], [other])).toMatchObject([{ kind: 'error' }])
  expect(preflightToasts([red], [ready])).toMatchObject([{ kind: 'info' }])
  expect(preflightToasts([red], [{ ...red, status: 'cancelled' }])).toEqual([])
  expect(preflightToasts([], [red])).toMatchObject([{ kind: 'error' }])
  expect(preflightToasts([], [ready])).toEqual([])
})

test('what puts several bids at risk for one reason is one toast, which goes once the last of them is mended', () => {
  const [redToo, readyToo] = [
    { ...red, id: 2 },
    { ...ready, id: 2 },
  ]
  const [first] = preflightToasts([ready, readyToo], [red, readyToo])
  const [second] = preflightToasts([red, readyToo], [red, redToo])
  expect(second).toEqual({ id: first?.id, kind: 'error', message: '2 bids at risk: The site refuses your login.' })
  expect(preflightToasts([red, redToo], [ready, redToo])).toEqual([])
  expect(preflightToasts([ready, redToo], [ready, readyToo])).toMatchObject([{ id: first?.id, kind: 'info' }])
})
