import { messages, type NewSession } from '@bidwell/contract'
import { toastWarning } from '../ui/overlays/toasts.tsx'

/** Without the module of zones, which the sign-in does not need otherwise. */
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

/** Tells a user whose account was to be deleted that signing in has kept it, and what it has lost. */
export const reportKeptAccount = () => report(messages.privacy.deletionCancelled)

/** Tells a user who has signed in what that means for the deletion of the account, if there is one. */
export function reportDeletion({ deletion_cancelled: isKept, deletion_due: due }: NewSession) {
  if (isKept) reportKeptAccount()
  if (due !== null) report(messages.privacy.operatorDeletes(`on ${DAY.format(Date.parse(due))}`))
}

const report = (text: string) => toastWarning(text, { id: 'account-deletion', persistent: true })
