import { useEffect, useRef } from 'react'
import { siteClock } from '../../time/site-clock.ts'
import { mayBeSeen, tick } from '../../time/ticker.ts'
import { formatDollars } from '../../ui/money.ts'

const MIN_TINT_MS = 600

/** A price with a tint for a moment when it changes. The tint does not fade: a fade draws the layers of the page anew. */
export function Price({ dollars, className = '' }: { dollars: number; className?: string }) {
  const price = useRef<HTMLSpanElement>(null)
  const shown = useRef(dollars)
  useEffect(() => {
    const { current } = price
    if (shown.current === dollars) return undefined
    shown.current = dollars
    // Out of sight, nobody sees it.
    if (!current || !mayBeSeen(current)) return undefined
    return tintFor(current)
  }, [dollars])
  return (
    <span
      ref={price}
      className={`inline-block rounded-tag font-semibold tabular data-changed:bg-warning-tint ${className}`}
    >
      {formatDollars(dollars)}
    </span>
  )
}

/** The tint goes with a step of the clocks, which draws the page anyway. */
function tintFor(price: HTMLElement): () => void {
  const until = siteClock.now() + MIN_TINT_MS
  return tick(price, (now) => {
    const isOver = now >= until
    if (price.hasAttribute('data-changed') === isOver) price.toggleAttribute('data-changed', !isOver)
    return false
  })
}
