/** The window events by which the parts of the application, and the product's other scripts, tell of the session. */

export type SessionExpiredDetail = {
  /** What the server said. */
  message: string
}

/** The session is over: the page is kept, and a dialog asks to sign in again. */
export const announceSessionExpired = (message: string) =>
  window.dispatchEvent(new CustomEvent<SessionExpiredDetail>('session-expired', { detail: { message } }))

/** The stored token has changed in this tab: whoever shows the user looks again. */
export const announceAuthCheck = () => window.dispatchEvent(new Event('auth-check-required'))
