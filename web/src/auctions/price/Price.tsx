import { AUCTION } from '@bidwell/contract'
import { useEffect, useRef } from 'react'
import { siteClock } from '../../time/site-clock.ts'
import { mayBeSeen, tick } from '../../time/ticker.ts'
import { formatDollars } from '../../ui/money.ts'

const MIN_TINT_MS = 600

type PriceProps = {
  dollars: number
  /** When it was read, epoch ms; absent for a final price. */
  readAt?: number
  className?: string
}

/**
 * A price with a tint for a moment when it changes, and another one when it was old and was read again. The tint does not
 * fade: a fade draws the layers of the page anew.
 */
export function Price({ dollars, readAt = 0, className = '' }: PriceProps) {
  const price = useRef<HTMLSpanElement>(null)
  const shown = useRef({ dollars, readAt })
  useEffect(() => {
    const { current } = price
    const before = shown.current
    shown.current = { dollars, readAt }
    const isChanged = before.dollars !== dollars
    const wasOld = readAt - before.readAt > AUCTION.stalePriceMs
    // Out of sight, nobody sees it.
    if (!(isChanged || wasOld) || !current || !mayBeSeen(current)) return undefined
    return tintFor(current, isChanged ? 'changed' : 'read')
  }, [dollars, readAt])
  return (
    <span
      ref={price}
      className={`inline-block rounded-tag font-semibold tabular data-[tint=changed]:bg-warning-tint data-[tint=read]:bg-accent-tint ${className}`}
    >
      {formatDollars(dollars)}
    </span>
  )
}

/** The tint goes with a step of the clocks, which draws the page anyway. */
function tintFor(price: HTMLElement, tint: 'changed' | 'read'): () => void {
  const until = siteClock.now() + MIN_TINT_MS
  price.dataset['tint'] = tint
  const stop = tick(price, (now) => {
    if (now >= until && price.hasAttribute('data-tint')) price.removeAttribute('data-tint')
    return false
  })
  return () => {
    stop()
    price.removeAttribute('data-tint')
  }
}
