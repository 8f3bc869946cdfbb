import type { ConnectionStatus } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { loginStopOf } from './login-stop.ts'

const working: ConnectionStatus = {
  hasCredentials: true,
  username: 'd••o',
  hasValidToken: true,
  tokenExpired: false,
  lastVerified: null,
  refused: false,
  problem: null,
  shared: false,
}

test('A missing or refused login stops bids, and a site that does not answer stops none', () => {
  expect(loginStopOf({ ...working, hasCredentials: false })).toBe('missing')
  expect(loginStopOf({ ...working, refused: true, problem: 'The username or password are incorrect' })).toBe('refused')
  expect(loginStopOf({ ...working, problem: 'Auction House did not answer.' })).toBeNull()
  expect(loginStopOf({ ...working, hasValidToken: false, tokenExpired: true })).toBeNull()
  expect(loginStopOf(undefined)).toBeNull()
})
