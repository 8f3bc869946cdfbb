/** The pages that require signing in, and how a sentence calls them. */
const GUARDED_PAGES: readonly [path: string, name: string][] = [
  ['/dashboard', 'your auctions'],
  ['/add', 'your auctions'],
  ['/notifications', 'your alerts'],
  ['/bid-history', 'your bid history'],
  ['/to-pay', 'what you have to pay'],
  ['/settings', 'your settings'],
]

/** How a sentence calls the guarded page at a path; null for a page that everybody may see. */
export const guardedPageName = (pathname: string): string | null =>
  GUARDED_PAGES.find(([path]) => pathname === path || pathname.startsWith(`${path}/`))?.[1] ?? null
