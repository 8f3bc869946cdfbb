import { messages } from '@bidwell/contract'
import { useEffect } from 'react'
import { toastInfo, toastSaved, toastSuccess } from '../ui/toasts/toasts.tsx'
import { takeReloginFlag } from './relogin-flag.ts'

/** The time that a page needs to render its forms. If it is still loading then, recovery waits again. */
const RENDER_TIME_MS = 1_000
const MAX_WAITS = 10

/** When the user has just signed in again, confirms it and restores the values typed before the session ended. */
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
  await waitForForms()
  window.scrollTo({ top: snapshot.userContext.scrollPosition })
  if (restoreFields(snapshot) > 0) toastSuccess(messages.session.formRestored)
}

async function waitForForms() {
  for (let waits = 0; waits < MAX_WAITS; waits += 1) {
    await new Promise((resolve) => setTimeout(resolve, RENDER_TIME_MS))
    if (document.querySelector('[data-loading]') === null) return
  }
}
