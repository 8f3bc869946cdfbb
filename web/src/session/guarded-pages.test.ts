import { expect, test } from 'vitest'
import { guardedPageName } from './guarded-pages.ts'

test.each([
  ['/dashboard', 'your auctions'],
  ['/settings', 'your settings'],
  ['/notifications', 'your alerts'],
  ['/bid-history', 'your bid history'],
  ['/to-pay', 'what you have to pay'],
  ['/bid-history/12', 'your bid history'],
  ['/add', 'your auctions'],
])('The page %s requires signing in, and the request to sign in names it as %s', (path, name) => {
  expect(guardedPageName(path)).toBe(name)
})

test.each(['/', '/dashboards', '/settings-help', '/admin', '/add-on', '/pricing'])(
  'The page %s can be seen without signing in',
  (path) => {
    expect(guardedPageName(path)).toBeNull()
  },
)
