const KEY = 'signed_in_again'

/** Marks that the next load of the page follows from signing in again. */
export const setReloginFlag = () => sessionStorage.setItem(KEY, 'yes')

/** Whether this load does; asking clears the mark. */
export function takeReloginFlag(): boolean {
  const marked = sessionStorage.getItem(KEY) !== null
  sessionStorage.removeItem(KEY)
  return marked
}
