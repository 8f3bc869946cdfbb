const SLIDE_MS = 200

/** Notes the places of the cards in a list; the returned function slides each card from there to its new place. */
export function notePlaces(list: HTMLElement): () => void {
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
  const cards = [...list.querySelectorAll<HTMLElement>('[data-lot]')].filter(isDrawn)
  return new Map(cards.map((card) => [card, card.getBoundingClientRect().top - top]))
}

const isDrawn = (card: HTMLElement): boolean => card.checkVisibility({ contentVisibilityAuto: true })
