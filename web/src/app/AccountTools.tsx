import type { SignedInUser } from '@bidwell/contract'
import { useLocation } from 'react-router'
import { NotificationBell } from '../notifications/NotificationBell.tsx'
import { skipsSignInCheck } from '../session/skip-lists.ts'
import { AccountMenu } from './AccountMenu.tsx'

/** What the header has for a signed-in user, loaded after the page: the bell and the menu of the account. */
export function AccountTools({ user }: { user: SignedInUser }) {
  const { pathname } = useLocation()
  return (
    <>
      {!skipsSignInCheck(pathname) && <NotificationBell />}
      <AccountMenu user={user} />
    </>
  )
}
