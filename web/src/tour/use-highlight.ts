import { type RefObject, useLayoutEffect } from 'react'
import { MARGIN_PX, placeCard } from './place-card.ts'

type TourElements = {
  /** Holds everything that the tour shows. */
  layer: RefObject<HTMLElement | null>
  outline: RefObject<HTMLElement | null>
  card: RefObject<HTMLElement | null>
}

/**
 * Outlines the element that `selector` finds, scrolls it into view, and places the card beside it; both follow as the
 * page scrolls, is resized or changes. An element that is still missing is outlined once it is there. Everything else
 * on the page is inert; the outlined element stays usable.
 */
export function useHighlight({ layer, outline, card }: TourElements, selector: string | undefined) {
  useLayoutEffect(() => {
    let target: Element | null = null
    let undoInert = () => {}

    const place = () => showAround(target, outline.current, card.current)
    const sizes = new ResizeObserver(place)
    const find = () => {
      const found = selector === undefined ? null : document.querySelector(selector)
      undoInert()
      undoInert = makeInertExcept([layer.current, found].filter((element) => element !== null))
      const isNew = found !== null && found !== target
      target = found
      place()
      if (!isNew) return
      sizes.observe(found)
      scrollTo(found)
    }

    const resize = () => {
      target?.scrollIntoView({ block: 'nearest' })
      place()
    }

    find()
    sizes.observe(document.body)
    if (card.current) sizes.observe(card.current)
    const changes = new MutationObserver(find)
    changes.observe(document.body, { childList: true, subtree: true })
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', resize)
    return () => {
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', resize)
      changes.disconnect()
      sizes.disconnect()
      undoInert()
      keepClear(null)
    }
  }, [layer, outline, card, selector])
}

function showAround(target: Element | null, outline: HTMLElement | null, card: HTMLElement | null) {
  if (outline === null || card === null) return
  const box = target?.getBoundingClientRect() ?? null
  outline.hidden = box === null
  if (box !== null) setBox(outline, { left: box.left, top: box.top, width: box.width, height: box.height })
  const { clientWidth, clientHeight } = document.documentElement
  const size = { width: card.offsetWidth, height: card.offsetHeight }
  setBox(card, placeCard(size, { width: clientWidth, height: clientHeight }, box))
  keepClear(box === null ? null : size.height + 2 * MARGIN_PX)
}

/** Leaves room to scroll the end of the page, and what gets the focus, out from under the card. */
function keepClear(heightPx: number | null) {
  const height = heightPx === null ? '' : `${heightPx}px`
  document.body.style.paddingBottom = height
  document.documentElement.style.scrollPaddingBottom = height
}

function setBox(element: HTMLElement, box: Record<string, number>) {
  for (const [side, px] of Object.entries(box)) element.style.setProperty(side, `${px}px`)
}

function scrollTo(target: Element) {
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  target.scrollIntoView({ block: 'start', behavior: reducedMotion ? 'auto' : 'smooth' })
}

/**
 * Makes the page inert except for the given elements, their content, and what speaks or opens beside the page: toasts,
 * announcements and dialogs. Calling the returned function undoes it.
 */
function makeInertExcept(kept: readonly Element[]): () => void {
  const beside = document.querySelectorAll('body > :not(#root):is([aria-live], :has([aria-live], [role=dialog]))')
  const exempt = [...kept, ...beside]
  const changed: Element[] = []
  const visit = (parent: Element) => {
    for (const child of parent.children) {
      if (exempt.includes(child)) continue
      if (exempt.some((element) => child.contains(element))) visit(child)
      else if (!child.hasAttribute('inert')) {
        child.setAttribute('inert', '')
        changed.push(child)
      }
    }
  }
  visit(document.body)
  return () => {
    for (const element of changed) element.removeAttribute('inert')
  }
}
