import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useTransition,
} from 'react'
import { useKept } from '../../state/use-kept.ts'
import { itemReferencesIn } from '../add/item-references.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'
import type { ListView } from './auction-filters.ts'
import { type Group, groupAuctions, isSameList, keepOrder } from './auction-groups.ts'

/** The auctions that the view shows, grouped and in order. A search text that names items to add does not filter. */
export function useAuctionList(
  auctions: readonly TrackedAuction[],
  { filter, sort, search: searchText, label }: ListView,
  now: number,
  list: RefObject<HTMLElement | null>,
) {
  const search = itemReferencesIn(searchText).length > 0 ? '' : searchText.trim()
  const found = useMemo(
    () => groupAuctions(auctions, { filter, sort, search, label }, now),
    [auctions, filter, sort, search, label, now],
  )
  const latest = useKept(found, isSameList)
  const shown = useShownGroups(latest, `${filter} ${sort} ${label ?? ''},${search}`, list)
  const order = useMemo(() => shown.groups.flatMap((group) => group.ids), [shown.groups])
  return { ...shown, order, search }
}

/**
 * How many rows of each group are drawn at first, about what a phone shows. Twice as many follow, and later a step more each
 * time until all are there: many at once take longer than a click may.
 */
const FIRST_ROWS = 5
const STEP_ROWS = 20

/** So long the list keeps its order while nobody moves the pointer or types. */
const IDLE_MS = 15_000

const isInUse = (list: HTMLElement | null) =>
  list !== null && (list.matches(':hover') || list.contains(document.activeElement))

/**
 * The groups to show. While the pointer or the focus is in the list, its order stays: `outdated` says so, and moves the
 * auctions with a new place there. A new `viewKey` is a choice of the user and applies at once.
 */
function useShownGroups(latest: Group[], viewKey: string, list: RefObject<HTMLElement | null>) {
  const [{ groups, view, rows }, setShown] = useState({ groups: latest, view: viewKey, rows: FIRST_ROWS })
  // Many rows take a while to draw: what the user does next does not wait for them.
  const [isDrawing, startDrawing] = useTransition()
  const rememberPlaces = useSlide(list, groups)
  const show = useCallback(
    (next: (shown: Group[], view: string) => Group[]) => {
      rememberPlaces()
      startDrawing(() =>
        setShown((shown) => ({
          groups: next(shown.groups, shown.view),
          view: viewKey,
          rows: shown.view === viewKey ? shown.rows : FIRST_ROWS,
        })),
      )
    },
    [rememberPlaces, viewKey],
  )
  const applied = useRef({ latest, viewKey })
  useLayoutEffect(() => {
    // Already drawn by the first rendering: to start drawing it again would make all that is pending run at once.
    if (applied.current.latest === latest && applied.current.viewKey === viewKey) return
    applied.current = { latest, viewKey }
    show((shown, view) => (view === viewKey && isInUse(list.current) ? keepOrder(shown, latest) : latest))
  }, [latest, viewKey, list, show])
  const resort = useCallback(() => show(() => latest), [show, latest])
  const nextRows = groups.some(({ ids }) => ids.length > rows) ? rows + Math.min(rows, STEP_ROWS) : null
  useEffect(() => {
    if (nextRows !== null) startTransition(() => setShown((shown) => ({ ...shown, rows: nextRows })))
  }, [nextRows])
  const isOutdated = groups !== latest && !isDrawing
  useWhenIdle(isOutdated, resort)
  return { groups, view, rows, outdated: isOutdated ? { shown: groups, latest, onClick: resort } : null }
}

/** Calls `act` once the user has done nothing for a while, counted from when `isWaiting` became true. */
function useWhenIdle(isWaiting: boolean, act: () => void) {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    if (!isWaiting) return undefined
    let timer: ReturnType<typeof setTimeout>
    const start = () => {
      clearTimeout(timer)
      timer = setTimeout(() => latest.current(), IDLE_MS)
    }
    start()
    const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const
    for (const sign of signs) window.addEventListener(sign, start, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, start)
    }
  }, [isWaiting])
}

/** Slides each card, with the next groups, from its place at the call of the returned function to its new one. */
function useSlide(list: RefObject<HTMLElement | null>, groups: readonly Group[]) {
  const slide = useRef<() => void>(undefined)
  const drawn = useRef(groups)
  useLayoutEffect(() => {
    if (drawn.current === groups) return
    drawn.current = groups
    slide.current?.()
    slide.current = undefined
  })
  return useCallback(() => {
    if (list.current) slide.current = notePlaces(list.current)
  }, [list])
}

const SLIDE_MS = 200

/** Notes the places of the cards in a list; the returned function slides each card from there to its new place. */
function notePlaces(list: HTMLElement): () => void {
  const before = placesIn(list)
  return () => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const [card, top] of placesIn(list)) {
      const shift = (before.get(card) ?? top) - top
      if (shift === 0) continue
      card.animate([{ transform: `translateY(${shift}px)` }, {}], { duration: SLIDE_MS, easing: 'ease-out' })
    }
  }
}

/** The places of the cards that the browser does not skip, from the top of the list: those of the others cost a layout. */
function placesIn(list: HTMLElement): Map<HTMLElement, number> {
  const { top } = list.getBoundingClientRect()
  const cards = [...list.querySelectorAll<HTMLElement>('[data-auction-card]')].filter(isDrawn)
  return new Map(cards.map((card) => [card, card.getBoundingClientRect().top - top]))
}

const isDrawn = (card: HTMLElement): boolean => card.checkVisibility({ contentVisibilityAuto: true })
