import { expect, test } from 'vitest'
import { decideRenewal } from './decide-renewal.ts'

const NOON = Date.UTC(2026, 10, 22, 12)
const HOUR_MS = 3_600_000
const user = { id: '7', sessionId: 's1' }
const endpoint = 'https://push.example/1'
const record = { userId: '7', sessionId: 's1', endpoint, storedAt: NOON - HOUR_MS }

test.each([
  ['Alerts that are stored are left alone for a day', {}, 'nothing'],
  ['Alerts are stored again after a day', { record: { ...record, storedAt: NOON - 24 * HOUR_MS } }, 'renew'],
  ['Alerts are stored again when the clock was set back', { record: { ...record, storedAt: NOON + HOUR_MS } }, 'renew'],
  ['Alerts are stored again in another session of their user', { user: { id: '7', sessionId: 's2' } }, 'renew'],
  ['A subscription that the browser has replaced is stored', { endpoint: 'https://push.example/2' }, 'renew'],
  ['A subscription that the browser has lost is made again', { endpoint: null }, 'renew'],
  ["Another user's alerts end", { user: { id: '8', sessionId: 's1' } }, 'end'],
  ['A subscription of which nobody knows whose it is ends', { record: null }, 'end'],
  ['A device without alerts gets none', { record: null, endpoint: null }, 'nothing'],
] as const)('%s', (_, change, expected) => {
  expect(decideRenewal({ record, endpoint, user, now: NOON, ...change })).toBe(expected)
})
