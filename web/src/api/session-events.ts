import { classifyAction, type RecoveryAction } from '@bidwell/contract'

export type SessionExpiredDetail = {
  /** What the user was doing, by the page. */
  action: RecoveryAction
  /** What the server said. */
  message: string
}

/** The session is over: the page is kept, and a dialog asks to sign in again. */
export const emitSessionExpired = (message: string) =>
  window.dispatchEvent(
    new CustomEvent<SessionExpiredDetail>('session-expired', {
      detail: { action: classifyAction(window.location.pathname + window.location.search), message },
    }),
  )
