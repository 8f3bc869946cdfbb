/** The pages that require signing in, and how a sentence calls them. */
const GUARDED_PAGES: readonly [path: string, name: string][] = [
  ['/dashboard', 'your auctions'],
  ['/add', 'your auctions'],
  ['/import', 'your imports'],
  ['/notifications', 'your alerts'],
  ['/bid-history', 'your bid history'],
  ['/to-pay', 'what you have to pay'],
  ['/settings', 'your settings'],
]

/** How a sentence calls the guarded page at a path; null for a page that everybody may see. */
export const guardedPageName = (pathname: string): string | null =>
  GUARDED_PAGES.find(([path]) => pathname === path || pathname.startsWith(`${path}/`))?.[1] ?? null

/*
 * Where the app does not look after the user. The two lists are those of the product's description: they differ in the
 * pages of the operator.
 */

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
const WITHOUT_SIGN_IN_CHECK = new Set([...ON_BOTH_LISTS, '/admin'])
const WITHOUT_BIDS = new Set([...ON_BOTH_LISTS, '/admin/data-deletion'])

/** Whether a page checks neither the stored sign-in nor the login at the auction site. */
export const skipsSignInCheck = (pathname: string): boolean => WITHOUT_SIGN_IN_CHECK.has(pathname)

/** Whether a page does not load the user's current bids. */
export const skipsBids = (pathname: string): boolean => WITHOUT_BIDS.has(pathname)
