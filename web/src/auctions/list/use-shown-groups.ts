import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { countMoved, type Group, keepOrder } from './lot-groups.ts'

const SLIDE_MS = 200

const isInUse = (list: HTMLElement | null) =>
  list !== null && (list.matches(':hover') || list.contains(document.activeElement))

/**
 * The groups to show. While the pointer or the focus is in the list, its order stays: `movedCount` counts the lots with
 * a new place, and `resort` moves them there. A new `viewKey` is a choice of the user and applies at once.
 */
export function useShownGroups(latest: Group[], viewKey: string, list: RefObject<HTMLElement | null>) {
  const [groups, setGroups] = useState(latest)
  const shownKey = useRef(viewKey)
  useLayoutEffect(() => {
    const sameView = shownKey.current === viewKey
    shownKey.current = viewKey
    setGroups((shown) => (sameView && isInUse(list.current) ? keepOrder(shown, latest) : latest))
  }, [latest, viewKey, list])
  useSlide(list, groups)
  return { groups, movedCount: countMoved(groups, latest), resort: () => setGroups(latest) }
}

/** Slides each card from its previous place to its new one. */
function useSlide(list: RefObject<HTMLElement | null>, groups: Group[]) {
  const tops = useRef(new Map<HTMLElement, number>())
  const shownGroups = useRef(groups)
  useLayoutEffect(() => {
    const reordered = shownGroups.current !== groups
    shownGroups.current = groups
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    const newTops = new Map<HTMLElement, number>()
    for (const card of list.current?.querySelectorAll<HTMLElement>('[data-lot]') ?? []) {
      const top = card.offsetTop
      newTops.set(card, top)
      const shift = (tops.current.get(card) ?? top) - top
      if (reordered && shift !== 0 && !reducedMotion) {
        card.animate([{ transform: `translateY(${shift}px)` }, {}], { duration: SLIDE_MS, easing: 'ease-out' })
      }
    }
    tops.current = newTops
  })
}
