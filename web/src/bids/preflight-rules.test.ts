import type { PreflightFinding } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { aBid } from '../auctions/test-lots.ts'
import { preflightNews, whatIsWrong } from './preflight-rules.ts'

const finding = (told: Partial<PreflightFinding> = {}): PreflightFinding => ({
  code: 'login_refused',
  severity: 'red',
  says: 'The site refuses your login.',
  remedy: 'reconnect',
  url: null,
  ...told,
})
const checked = (...findings: PreflightFinding[]) => ({ preflight: { checkedAt: 0, findings } })
const red = aBid(checked(finding()))
const ready = aBid(checked())

test('what is only a warning is not wrong', () => {
  expect(whatIsWrong(red)?.code).toBe('login_refused')
  expect(whatIsWrong(ready)).toBeNull()
  expect(whatIsWrong(aBid())).toBeNull()
  expect(whatIsWrong(aBid(checked(finding({ severity: 'amber' }))))).toBeNull()
})

test('once an engine holds the bid, or it is over, what was found before says nothing', () => {
  expect(whatIsWrong({ ...red, stage: 'armed' })).toBeNull()
  expect(whatIsWrong({ ...red, status: 'cancelled' })).toBeNull()
})

test('a bid that turns red is told once, and again when it is for another reason or mended', () => {
  const other = aBid(checked(finding({ code: 'unpaid_items' })))
  expect(preflightNews([ready], [red])).toMatchObject([{ wrong: { code: 'login_refused' } }])
  expect(preflightNews([red], [{ ...red, updatedAt: 1 }])).toEqual([])
  expect(preflightNews([red], [other])).toMatchObject([{ wrong: { code: 'unpaid_items' } }])
  expect(preflightNews([red], [ready])).toMatchObject([{ wrong: null }])
  expect(preflightNews([red], [{ ...red, status: 'cancelled' }])).toEqual([])
  expect(preflightNews([], [red])).toEqual([])
})
