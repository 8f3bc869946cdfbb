import { useEffect, useState } from 'react'

/** How often the command menu's keys were pressed. They count from the start: the menu itself may still be on its way. */
export function useMenuKey(): number {
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'k') return
      // Left alone, it would take the user to the browser's own search.
      event.preventDefault()
      setAsked((times) => times + 1)
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  return asked
}
