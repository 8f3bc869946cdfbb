import type { IntegrationStatus } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { badgeOf } from './integration-badge.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const HOUR = 3_600_000

const connected = (hoursAgo: number, changes: Partial<IntegrationStatus> = {}): IntegrationStatus => ({
  hasCredentials: true,
  username: 'd••o',
  hasValidToken: true,
  tokenExpired: false,
  lastVerified: new Date(NOW - hoursAgo * HOUR).toISOString(),
  problem: null,
  ...changes,
})
const says = (status: IntegrationStatus | undefined) => badgeOf(status, NOW).says

test('the badge is checking until the state is known', () => {
  expect(badgeOf(undefined, NOW)).toEqual({ kind: 'checking', says: 'Checking...', needsAct: false })
})

test('without a stored login, setting up comes before anything else', () => {
  const status = connected(1, { hasCredentials: false, hasValidToken: false, tokenExpired: true })
  expect(badgeOf(status, NOW)).toEqual({ kind: 'setup_required', says: 'Setup required', needsAct: true })
})

test('a token that is missing or expired asks for signing in', () => {
  expect(says(connected(1, { hasValidToken: false }))).toBe('Auth required')
  expect(says(connected(20, { tokenExpired: true }))).toBe('Auth required')
})

test('the last six of the twenty-four hours after a verification say that it expires soon', () => {
  expect(says(connected(18))).toBe('Connected')
  expect(says(connected(18.001))).toBe('Expires soon')
  expect(says(connected(30))).toBe('Expires soon')
})

test('a login that was never verified is not called connected', () => {
  expect(says(connected(0, { lastVerified: null }))).toBe('Expires soon')
})

test('a fresh connection needs nothing done', () => {
  expect(badgeOf(connected(1), NOW)).toEqual({ kind: 'connected', says: 'Connected', needsAct: false })
})
