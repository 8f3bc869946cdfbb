import { expect, test } from 'vitest'
import { skipsBids, skipsSignInCheck } from './skip-lists.ts'

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
