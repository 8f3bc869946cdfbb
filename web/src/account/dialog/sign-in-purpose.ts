import type { BillingInterval } from '@bidwell/contract'
import { createStore } from '../../state/create-store.ts'

/** What the user wants an account for. It is done as soon as the user is signed in. */
export type SignInPurpose =
  | { kind: 'trial' }
  | { kind: 'checkout'; plan: string; planName: string; interval: BillingInterval }

const purpose = createStore<SignInPurpose | null>(null)

export const { set: setSignInPurpose, use: useSignInPurpose } = purpose
