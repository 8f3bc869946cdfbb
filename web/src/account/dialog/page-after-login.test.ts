import { expect, test } from 'vitest'
import { pageAfterLogin } from './page-after-login.ts'

test.each([
  ['/settings', '?tab=credentials&auth=login', '/settings?tab=credentials'],
  ['/bid-history/7', '?auth=login', '/bid-history/7'],
  ['/dashboard', '', '/dashboard'],
])('A login on the guarded page %s%s leads to %s', (pathname, search, page) => {
  expect(pageAfterLogin({ pathname, search })).toBe(page)
})

test.each(['/', '/pricing', '/reset-password', '/no-such-page', '/dashboards'])(
  'A login on %s, which needs no account, leads to the dashboard',
  (pathname) => expect(pageAfterLogin({ pathname, search: '?auth=login' })).toBe('/dashboard'),
)
