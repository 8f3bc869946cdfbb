import { useEffect, useRef } from 'react'
import { formatDollars } from '../../ui/money.ts'

const TINT_MS = 600

/** A price that shows once, by a passing tint, that it has changed. */
export function Price({ dollars, className = '' }: { dollars: number; className?: string }) {
  const element = useRef<HTMLSpanElement>(null)
  const shown = useRef(dollars)
  useEffect(() => {
    if (shown.current === dollars) return
    shown.current = dollars
    const tinted = { backgroundColor: 'var(--color-warning-tint)' }
    element.current?.animate([tinted, { backgroundColor: 'transparent' }], { duration: TINT_MS, easing: 'ease-out' })
  }, [dollars])
  return (
    <span ref={element} className={`rounded-tag font-semibold tabular ${className}`}>
      {formatDollars(dollars)}
    </span>
  )
}
