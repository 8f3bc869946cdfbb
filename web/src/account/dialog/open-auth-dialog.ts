import type { BillingInterval } from '@bidwell/contract'
import { createStore } from '../../state/create-store.ts'

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

/**
 * What the user wants an account for. It is done as soon as the user is signed in, and the address verified if that
 * `needsAddress`.
 */
export type SignInPurpose = { needsAddress: boolean } & (
  | { kind: 'trial' }
  | { kind: 'checkout'; plan: string; planName: string; interval: BillingInterval }
)

const purposeStore = createStore<SignInPurpose | null>(null)

export const { set: setSignInPurpose, use: useSignInPurpose } = purposeStore

/** The address that the forms of the dialog start with. Closing the dialog empties it. */
const emailStore = createStore('')

export const { set: presetEmail, use: usePresetEmail } = emailStore
