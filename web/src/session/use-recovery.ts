import { messages } from '@bidwell/contract'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { toastSaved } from '../ui/toasts/toasts.tsx'
import { notePage } from './previous-page.ts'
import { recoverPage } from './recover-page.ts'
import { takeReloginFlag } from './relogin-flag.ts'
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
    const relogin = takeReloginFlag()
    if (relogin === null) return
    toastSaved(messages.session.loggedBackIn)
    if (relogin.keptAccount) reportKeptAccount()
    void recoverPage()
  }, [])
}
