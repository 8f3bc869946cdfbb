import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { recoverPage } from './recover-page.ts'
import { notePage } from './recovery-snapshot.ts'
import { reportKeptAccount } from './report-kept-account.ts'
import { noteTypedFields } from './typed-fields.ts'

/**
 * Notes what the user types and where, in case the session ends. When the user has just signed in again, confirms it
 * and restores the values typed before the session ended.
 */
export function useRecovery() {
  const { pathname, search } = useLocation()
  useEffect(() => notePage({ pathname, search }), [pathname, search])
  useEffect(noteTypedFields, [])
  useEffect(() => {
    const relogin = takeSignInAgainFlag()
    if (relogin === null) return
    if (relogin.keptAccount) reportKeptAccount()
    void recoverPage()
  }, [])
}

const SIGN_IN_AGAIN_KEY = 'signed_in_again'

/** `keptAccount`: signing in has cancelled the deletion of the account. */
type Relogin = { keptAccount: boolean }

/** Set before the page reloads after the user has signed in again. */
export const setSignInAgainFlag = ({ keptAccount }: Relogin) =>
  sessionStorage.setItem(SIGN_IN_AGAIN_KEY, keptAccount ? 'kept' : 'yes')

/** Whether the user has just signed in again, and what that did; null otherwise. Clears the flag. */
function takeSignInAgainFlag(): Relogin | null {
  const flag = sessionStorage.getItem(SIGN_IN_AGAIN_KEY)
  sessionStorage.removeItem(SIGN_IN_AGAIN_KEY)
  return flag === null ? null : { keptAccount: flag === 'kept' }
}
