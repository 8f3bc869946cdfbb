const NAMES: readonly [start: string, name: string][] = [
  ['/dashboard', 'your auctions'],
  ['/add', 'your auctions'],
  ['/bid-history', 'your bid history'],
  ['/settings', 'your settings'],
]

/** A guarded page, as it is named to somebody who must sign in first. */
export const pageNameOf = (pathname: string): string =>
  NAMES.find(([start]) => pathname.startsWith(start))?.[1] ?? 'this page'
