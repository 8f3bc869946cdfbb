import { useEffect } from 'react'

/** The menu's code loads after the page: a key press before then is remembered for it. */
let listener: (() => void) | null = null
let pressPending = false

/** Handles the command menu's keys in the browser's place while mounted. */
export function useMenuKey() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'k') return
      // The browser's default is to focus its own search.
      event.preventDefault()
      if (listener) listener()
      else pressPending = true
    }
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('keydown', press)
      pressPending = false
    }
  }, [])
}

/** Calls back at each press, and at once for a pending one. The returned function stops it. */
export function onMenuKey(callBack: () => void): () => void {
  listener = callBack
  if (pressPending) callBack()
  pressPending = false
  return () => {
    listener = null
  }
}
