import { classifyAction, type RecoveryAction } from '@bidwell/contract'

export type SessionExpiredDetail = {
  /** What the user was doing, derived from the page's address. */
  action: RecoveryAction
  message: string
}

/** Reports that the session has ended: the page stays, and a dialog asks the user to sign in again. */
export const emitSessionExpired = (message: string) =>
  window.dispatchEvent(
    new CustomEvent<SessionExpiredDetail>('session-expired', {
      detail: { action: classifyAction(window.location.pathname + window.location.search), message },
    }),
  )
