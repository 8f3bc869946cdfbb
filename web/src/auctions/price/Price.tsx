import { useEffect, useRef } from 'react'
import { formatDollars } from '../../ui/money.ts'

const CHANGE_TINT_MS = 600

/** A price that flashes a tint when it changes. */
export function Price({ dollars, className = '' }: { dollars: number; className?: string }) {
  const element = useRef<HTMLSpanElement>(null)
  const shown = useRef(dollars)
  useEffect(() => {
    if (shown.current === dollars) return
    shown.current = dollars
    const tint = { backgroundColor: 'var(--color-warning-tint)' }
    element.current?.animate([tint, { backgroundColor: 'transparent' }], {
      duration: CHANGE_TINT_MS,
      easing: 'ease-out',
    })
  }, [dollars])
  return (
    <span ref={element} className={`rounded-tag font-semibold tabular ${className}`}>
      {formatDollars(dollars)}
    </span>
  )
}
