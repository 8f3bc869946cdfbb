import { type RefObject, useCallback, useEffect, useRef } from 'react'

/** Scrolls to a lot's card as soon as it is in the list. */
export function useScrollToLot(list: RefObject<HTMLElement | null>) {
  const pendingId = useRef<number | null>(null)
  useEffect(() => {
    if (pendingId.current === null) return
    const card = list.current?.querySelector(`[data-lot="${pendingId.current}"]`)
    if (!card) return
    pendingId.current = null
    // A closing dialog blocks scrolling and moves the focus until the next frame.
    requestAnimationFrame(() => card.scrollIntoView({ block: 'nearest' }))
  })
  return useCallback((id: number) => {
    pendingId.current = id
  }, [])
}
