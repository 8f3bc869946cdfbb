import { useEffect } from 'react'
import { createStore } from '../../state/create-store.ts'

/** Whether a dialog is open that stays above all others. */
const topDialogOpen = createStore(false)

/**
 * Whether a dialog is below the one that stays above all others. Two modal dialogs that open at the same moment hide each
 * other from screen readers: the lower one must not be modal meanwhile.
 */
export function useIsBelow(staysOnTop: boolean): boolean {
  const isTopOpen = topDialogOpen.use()
  useEffect(() => {
    if (!staysOnTop) return undefined
    topDialogOpen.set(true)
    return () => topDialogOpen.set(false)
  }, [staysOnTop])
  return isTopOpen && !staysOnTop
}
