import { useEffect, useRef } from 'react'
import { mayBeSeen } from '../../time/ticker.ts'
import { formatDollars } from '../../ui/money.ts'

const CHANGE_TINT_MS = 600

/** A price that flashes a tint when it changes. */
export function Price({ dollars, className = '' }: { dollars: number; className?: string }) {
  const tint = useRef<HTMLSpanElement>(null)
  const shown = useRef(dollars)
  useEffect(() => {
    if (shown.current === dollars) return
    shown.current = dollars
    // Out of sight, nobody sees it. The opacity changes without the page's own thread.
    if (!tint.current || !mayBeSeen(tint.current)) return
    tint.current.animate([{ opacity: 1 }, { opacity: 0 }], { duration: CHANGE_TINT_MS, easing: 'ease-out' })
  }, [dollars])
  return (
    <span className={`relative isolate inline-block font-semibold tabular ${className}`}>
      <span ref={tint} aria-hidden className="absolute inset-0 -z-1 rounded-tag bg-warning-tint opacity-0" />
      {formatDollars(dollars)}
    </span>
  )
}
