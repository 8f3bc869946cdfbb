import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
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
  const rememberPlaces = useSlide(list)
  const show = useCallback(
    (next: (shown: Group[]) => Group[]) => {
      rememberPlaces()
      setGroups(next)
    },
    [rememberPlaces],
  )
  useLayoutEffect(() => {
    const sameView = shownKey.current === viewKey
    shownKey.current = viewKey
    show((shown) => (sameView && isInUse(list.current) ? keepOrder(shown, latest) : latest))
  }, [latest, viewKey, list, show])
  const movedCount = useMemo(() => (groups === latest ? 0 : countMoved(groups, latest)), [groups, latest])
  const resort = useCallback(() => show(() => latest), [show, latest])
  return { groups, movedCount, resort }
}

const cardsIn = (list: HTMLElement | null) => list?.querySelectorAll<HTMLElement>('[data-lot]') ?? []

/** Slides each card, with the next render, from its place at the call of the returned function to its new one. */
function useSlide(list: RefObject<HTMLElement | null>) {
  const tops = useRef(new Map<HTMLElement, number>())
  useLayoutEffect(() => {
    const before = tops.current
    if (before.size === 0) return
    tops.current = new Map()
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const card of cardsIn(list.current)) {
      const top = card.offsetTop
      const shift = (before.get(card) ?? top) - top
      if (shift === 0) continue
      card.animate([{ transform: `translateY(${shift}px)` }, {}], { duration: SLIDE_MS, easing: 'ease-out' })
    }
  })
  return useCallback(() => {
    tops.current = new Map(Array.from(cardsIn(list.current), (card) => [card, card.offsetTop]))
  }, [list])
}
