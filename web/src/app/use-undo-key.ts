import { useEffect } from 'react'
import { undoLatest } from '../ui/toasts/toasts.tsx'

/** Ctrl+Z takes back the latest thing that can be, except in a field, where it belongs to the typing. */
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
