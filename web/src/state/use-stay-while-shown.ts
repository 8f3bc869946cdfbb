import { useEffect } from 'react'
import { NavigationType, useBlocker } from 'react-router'

/**
 * Keeps the page of a dialog that shows what is shown once: Back does nothing until the dialog is closed, and the browser asks
 * before it closes the page.
 */
export function useStayWhileShown() {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
  useBlocker(({ historyAction }) => historyAction === NavigationType.Pop)
}
