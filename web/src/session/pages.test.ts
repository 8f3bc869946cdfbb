import { expect, test } from 'vitest'
import { guardedPageName, skipsBids, skipsSignInCheck } from './pages.ts'

test.each([
  ['/dashboard', 'your auctions'],
  ['/settings', 'your settings'],
  ['/notifications', 'your alerts'],
  ['/bid-history', 'your bid history'],
  ['/to-pay', 'what you have to pay'],
  ['/bid-history/12', 'your bid history'],
  ['/add', 'your auctions'],
  ['/import', 'your imports'],
])('The page %s requires signing in, and the request to sign in names it as %s', (path, name) => {
  expect(guardedPageName(path)).toBe(name)
})

test.each(['/', '/dashboards', '/settings-help', '/admin', '/add-on', '/pricing'])(
  'The page %s can be seen without signing in',
  (path) => {
    expect(guardedPageName(path)).toBeNull()
  },
)

const ON_BOTH_LISTS = [
  '/',
  '/privacy',
  '/about',
  '/help',
  '/reset-password',
  '/email-verification',
  '/verify-email',
  '/test-palette',
  '/test-bid-scheduler',
]

test.each(ON_BOTH_LISTS)('The page %s checks no sign-in and loads no bids', (path) => {
  expect([skipsSignInCheck(path), skipsBids(path)]).toEqual([true, true])
})

test('The page /admin checks no sign-in, and the page /admin/data-deletion loads no bids', () => {
  expect([skipsSignInCheck('/admin'), skipsBids('/admin')]).toEqual([true, false])
  expect([skipsSignInCheck('/admin/data-deletion'), skipsBids('/admin/data-deletion')]).toEqual([false, true])
})

test.each(['/dashboard', '/settings', '/pricing', '/features', '/terms', '/bid-scheduler-test', '/help/more'])(
  'The page %s checks the sign-in and loads the bids',
  (path) => {
    expect([skipsSignInCheck(path), skipsBids(path)]).toEqual([false, false])
  },
)
