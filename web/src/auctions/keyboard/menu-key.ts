import { useEffect } from 'react'

/** The menu comes after the page: a press that nobody hears yet is kept for it. */
let listen: (() => void) | null = null
let isAsked = false

/** Takes the command menu's keys from the browser while mounted. */
export function useMenuKey() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'k') return
      // Left alone, it would take the user to the browser's own search.
      event.preventDefault()
      if (listen) listen()
      else isAsked = true
    }
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('keydown', press)
      isAsked = false
    }
  }, [])
}

/** Calls back at each press from now on, and for one that came before; answers how to stop. */
export function onMenuKey(callBack: () => void): () => void {
  listen = callBack
  if (isAsked) callBack()
  isAsked = false
  return () => {
    listen = null
  }
}
