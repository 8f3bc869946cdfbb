import { messages } from '@bidwell/contract'
import { toastWarning } from '../ui/toasts/toasts.tsx'

/** Tells a user whose account was to be deleted that signing in has kept it, and what it has lost. */
export const reportKeptAccount = () =>
  toastWarning(messages.privacy.deletionCancelled, { id: 'account-deletion', persistent: true })
