import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type Group, keepOrder, countMoved } from './lot-groups.ts'

const FLIP_MS = 200

/** Nothing moves under a pointer or a focus. */
const isHeld = (list: HTMLElement | null) =>
  list !== null && (list.matches(':hover') || list.contains(document.activeElement))

/**
 * The groups as shown: as wanted, but while the list is in use its order holds and `moved` says how much has changed
 * meanwhile. A change of `viewKey` is the user's own, and takes effect at once.
 */
export function useShownGroups(wanted: Group[], viewKey: string, list: RefObject<HTMLElement | null>) {
  const [shown, setShown] = useState(wanted)
  const shownKey = useRef(viewKey)
  useLayoutEffect(() => {
    const sameView = shownKey.current === viewKey
    shownKey.current = viewKey
    setShown((was) => (sameView && isHeld(list.current) ? keepOrder(was, wanted) : wanted))
  }, [wanted, viewKey, list])
  useFlip(list, shown)
  return { shown, moved: countMoved(shown, wanted), resort: () => setShown(wanted) }
}

/** Cards that have moved slide to where they are now. */
function useFlip(list: RefObject<HTMLElement | null>, order: Group[]) {
  const tops = useRef(new Map<HTMLElement, number>())
  const shownOrder = useRef(order)
  useLayoutEffect(() => {
    const reordered = shownOrder.current !== order
    shownOrder.current = order
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const now = new Map<HTMLElement, number>()
    for (const card of list.current?.querySelectorAll<HTMLElement>('[data-lot]') ?? []) {
      const top = card.offsetTop
      now.set(card, top)
      const moved = (tops.current.get(card) ?? top) - top
      if (reordered && moved !== 0 && !still) {
        card.animate([{ transform: `translateY(${moved}px)` }, {}], { duration: FLIP_MS, easing: 'ease-out' })
      }
    }
    tops.current = now
  })
}
