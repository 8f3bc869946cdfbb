import { messages } from '@bidwell/contract'
import type { SignInPurpose } from './sign-in-purpose.ts'

/** What the dialog says about the purpose below its title. */
export function purposeText(mode: 'login' | 'register', purpose: SignInPurpose | null): string | undefined {
  if (purpose === null) return undefined
  if (purpose.kind === 'checkout') return `Next comes the checkout for ${purpose.planName}.`
  return mode === 'login' ? messages.subscription.signInForTrial : 'Your free trial starts with it. No card is needed.'
}
