import type { ConnectionStatus } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { badgeOf } from './connection-badge.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const HOUR = 3_600_000

const connected = (hoursAgo: number, changes: Partial<ConnectionStatus> = {}): ConnectionStatus => ({
  hasCredentials: true,
  username: 'd••o',
  hasValidToken: true,
  tokenExpired: false,
  lastVerified: new Date(NOW - hoursAgo * HOUR).toISOString(),
  refused: false,
  problem: null,
  shared: false,
  ...changes,
})
const textFor = (status: ConnectionStatus | undefined) => badgeOf(status, NOW).text

test('The badge shows that it is checking until the status has loaded', () => {
  expect(badgeOf(undefined, NOW)).toEqual({ kind: 'checking', text: 'Checking...' })
})

test('Without a stored login, the badge asks for setup', () => {
  const status = connected(1, { hasCredentials: false, hasValidToken: false, tokenExpired: true })
  expect(badgeOf(status, NOW)).toEqual({ kind: 'setup_required', text: 'Setup required' })
})

test('With a missing or expired token, the badge asks the user to sign in', () => {
  expect(textFor(connected(1, { hasValidToken: false }))).toBe('Auth required')
  expect(textFor(connected(20, { tokenExpired: true }))).toBe('Auth required')
})

test('In the last six of the twenty-four hours after a verification, the badge warns that it expires soon', () => {
  expect(textFor(connected(18))).toBe('Connected')
  expect(textFor(connected(18.001))).toBe('Expires soon')
  expect(textFor(connected(30))).toBe('Expires soon')
})

test('The badge of a login that was never verified does not say connected', () => {
  expect(textFor(connected(0, { lastVerified: null }))).toBe('Expires soon')
})

test('The badge of a recently verified login says connected', () => {
  expect(badgeOf(connected(1), NOW)).toEqual({ kind: 'connected', text: 'Connected' })
})
