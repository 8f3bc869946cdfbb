import { useEffect, useRef } from 'react'
import { isTyping } from '../../ui/is-typing.ts'
import { itemReferencesIn } from './item-references.ts'

/** Calls back with the item links and numbers that are pasted outside of any field. */
export function usePasteAnywhere(onItems: (references: readonly string[]) => void) {
  const latest = useRef(onItems)
  useEffect(() => {
    latest.current = onItems
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent) => {
      if (isTyping(event.target)) return
      const references = itemReferencesIn(event.clipboardData?.getData('text') ?? '')
      if (references.length === 0) return
      event.preventDefault()
      latest.current(references)
    }
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [])
}
