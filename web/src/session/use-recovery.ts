import { messages } from '@bidwell/contract'
import { useEffect } from 'react'
import { toastInfo, toastSaved, toastSuccess } from '../ui/toasts/toasts.tsx'
import { takeReloginFlag } from './relogin-flag.ts'

/** By then the page has drawn its forms. */
const FORMS_DRAWN_MS = 1_000

/** After a load that followed signing in again: says so, and puts back what had been typed. */
export function useRecovery() {
  useEffect(() => {
    if (!takeReloginFlag()) return
    toastSaved(messages.session.loggedBackIn)
    void recover()
  }, [])
}

async function recover() {
  const { restoreFields, takeSnapshot } = await import('./recovery-snapshot.ts')
  const snapshot = takeSnapshot()
  if (snapshot === null) return
  toastInfo(messages.session.welcomeBack)
  window.setTimeout(() => {
    window.scrollTo({ top: snapshot.userContext.scrollPosition })
    if (restoreFields(snapshot) > 0) toastSuccess(messages.session.formRestored)
  }, FORMS_DRAWN_MS)
}
