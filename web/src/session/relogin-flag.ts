const KEY = 'signed_in_again'

/** Set before the page reloads after the user has signed in again. */
export const setReloginFlag = () => sessionStorage.setItem(KEY, 'yes')

/** Whether the user has just signed in again. Clears the flag. */
export function takeReloginFlag(): boolean {
  const isSet = sessionStorage.getItem(KEY) !== null
  sessionStorage.removeItem(KEY)
  return isSet
}
