import { useCallback, useEffect, useRef } from 'react'
import { lotCard } from '../lot/lot-card.ts'

/** Scrolls to a lot's card as soon as it is in the list. */
export function useScrollToLot() {
  const pendingId = useRef<number | null>(null)
  useEffect(() => {
    if (pendingId.current === null) return
    const card = lotCard(pendingId.current)
    if (!card) return
    pendingId.current = null
    // A closing dialog blocks scrolling and moves the focus until the next frame.
    requestAnimationFrame(() => card.scrollIntoView({ block: 'nearest' }))
  })
  return useCallback((id: number) => {
    pendingId.current = id
  }, [])
}
