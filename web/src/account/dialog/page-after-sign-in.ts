import { guardedPageName } from '../../session/pages.ts'

type Address = { pathname: string; search: string; hash: string }

/** Where a sign-in leads: back to the guarded page that the user asked for, from any other page to the dashboard. */
export function pageAfterSignIn({ pathname, search, hash }: Address): string {
  if (guardedPageName(pathname) === null) return '/dashboard'
  const query = new URLSearchParams(search)
  query.delete('auth')
  return (query.size === 0 ? pathname : `${pathname}?${query.toString()}`) + hash
}
