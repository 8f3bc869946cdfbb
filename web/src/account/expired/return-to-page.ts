import type { NewSession, SignedInUser } from '@bidwell/contract'
import { claimsOf, storeToken } from '../../api/session-token.ts'
import { setReloginFlag } from '../../session/relogin-flag.ts'
import { signOut } from '../../session/session.ts'

/**
 * Stores the new session and loads the page again. When another user has signed in, it first deletes all
 * that the browser keeps of the former one, whose page it leaves.
 */
export function returnToPage({ token, deletion_cancelled }: NewSession, former: SignedInUser) {
  const isSameUser = claimsOf(token)?.sub === former.id
  if (!isSameUser) signOut()
  storeToken(token)
  setReloginFlag({ keptAccount: deletion_cancelled })
  if (isSameUser) window.location.reload()
  else window.location.assign('/dashboard')
}
