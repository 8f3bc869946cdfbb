/** The form that the dialog shows. */
export type AuthMode = 'login' | 'register'

export const isAuthMode = (value: unknown): value is AuthMode => value === 'login' || value === 'register'

/** Opens the sign-in dialog over the page. Without a `mode`, it opens in the mode last used. */
export const openAuthDialog = (mode?: AuthMode) =>
  window.dispatchEvent(new CustomEvent('open-auth-modal', { detail: { mode } }))
