import { useEffect } from 'react'
import { NavigationType, useBlocker } from 'react-router'

/** While it is on, the browser asks before it closes the page or loads it again. */
export function useWarningOnLeaving(isOn: boolean) {
  useEffect(() => {
    if (!isOn) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isOn])
}

/**
 * Keeps the page of a dialog that shows what is shown once: Back does nothing until the dialog is closed, and the browser asks
 * before it closes the page.
 */
export function useStayWhileShown() {
  useWarningOnLeaving(true)
  useBlocker(({ historyAction }) => historyAction === NavigationType.Pop)
}
