import { setSignInPurpose, type SignInPurpose } from './sign-in-purpose.ts'

/** The forms of the dialog. */
const AUTH_MODES = ['login', 'register', 'verifyEmail', 'forgotPassword', 'resetPassword', 'googleTerms'] as const
export type AuthMode = (typeof AUTH_MODES)[number]

export const isAuthMode = (value: unknown): value is AuthMode => AUTH_MODES.some((mode) => mode === value)

/** Modes that follow a mailed link or lead to one: they open for a signed-in user too. The others sign in. */
export const isForEverybody = (mode: AuthMode): boolean =>
  mode === 'verifyEmail' || mode === 'forgotPassword' || mode === 'resetPassword'

/** Opens the dialog over the page. Without a `mode`, it opens in the mode last used. */
export function openAuthDialog(mode?: AuthMode, purpose: SignInPurpose | null = null) {
  setSignInPurpose(purpose)
  window.dispatchEvent(new CustomEvent('open-auth-modal', { detail: { mode } }))
}
