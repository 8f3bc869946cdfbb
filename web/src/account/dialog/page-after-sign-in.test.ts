import { expect, test } from 'vitest'
import { pageAfterSignIn } from './page-after-sign-in.ts'

test.each([
  ['/settings', '?tab=credentials&auth=login', '', '/settings?tab=credentials'],
  ['/bid-history/7', '?auth=login', '', '/bid-history/7'],
  ['/dashboard', '', '', '/dashboard'],
])('A sign-in on the page %s%s%s, which needs an account, leads to %s', (pathname, search, hash, page) => {
  expect(pageAfterSignIn({ pathname, search, hash })).toBe(page)
})

test.each(['/', '/pricing', '/reset-password', '/no-such-page', '/dashboards'])(
  'A sign-in on %s, which needs no account, leads to the dashboard',
  (pathname) => expect(pageAfterSignIn({ pathname, search: '?auth=login', hash: '#token' })).toBe('/dashboard'),
)
