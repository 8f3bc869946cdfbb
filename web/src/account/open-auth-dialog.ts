/** The dialog's modes that exist. The address carries the mode, so that Back closes it. */
export type AuthMode = 'login' | 'register'

export const isAuthMode = (value: unknown): value is AuthMode => value === 'login' || value === 'register'

/** Opens the sign-in dialog over the page; without a mode, in the one last used. */
export const openAuthDialog = (mode?: AuthMode) =>
  window.dispatchEvent(new CustomEvent('open-auth-modal', { detail: { mode } }))
