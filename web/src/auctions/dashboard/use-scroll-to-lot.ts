import { type RefObject, useCallback, useEffect, useRef } from 'react'

/** Scrolls to a lot's card, once it is in the list. */
export function useScrollToLot(list: RefObject<HTMLElement | null>) {
  const awaited = useRef<number | null>(null)
  useEffect(() => {
    if (awaited.current === null) return
    const card = list.current?.querySelector(`[data-lot="${awaited.current}"]`)
    if (!card) return
    awaited.current = null
    // A dialog that is just going away still holds the page, and gives the focus back.
    requestAnimationFrame(() => card.scrollIntoView({ block: 'nearest' }))
  })
  return useCallback((id: number) => {
    awaited.current = id
  }, [])
}
