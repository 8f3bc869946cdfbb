const KEY = 'signed_in_again'

/** `keptAccount`: signing in has cancelled the deletion of the account. */
type Relogin = { keptAccount: boolean }

/** Set before the page reloads after the user has signed in again. */
export const setReloginFlag = ({ keptAccount }: Relogin) => sessionStorage.setItem(KEY, keptAccount ? 'kept' : 'yes')

/** Whether the user has just signed in again, and what that did; null otherwise. Clears the flag. */
export function takeReloginFlag(): Relogin | null {
  const flag = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return flag === null ? null : { keptAccount: flag === 'kept' }
}
