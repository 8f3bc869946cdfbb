import { useEffect } from 'react'
import { undoLatest } from '../ui/toasts/toasts.tsx'

/** Ctrl+Z undoes the latest action, except in a form field, where the browser undoes typing. */
export function useUndoKey() {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'z') return
      if (event.target instanceof Element && event.target.closest('input, textarea, select')) return
      if (undoLatest()) event.preventDefault()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
