import { useLayoutEffect, useRef } from 'react'
import { countdownText } from '../time/countdown-rules.ts'
import { setText } from '../time/set-text.ts'
import { siteClock } from '../time/site-clock.ts'
import { tick } from '../time/ticker.ts'

const HOUR_MS = 3_600_000

/** The running time to a deadline. It is as wide as its text, so that a new second lays out nothing around it. */
export function TimeLeft({ at, prefix = '' }: { at: number; prefix?: string }) {
  const element = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    return tick(current, (now) => {
      const leftMs = at - now
      const precision = siteClock.isTrusted() && leftMs < HOUR_MS ? 'seconds' : 'minutes'
      const text = leftMs > 0 ? `${prefix}${countdownText(leftMs, precision)}` : 'now'
      const width = `${text.length + 0.5}ch`
      if (current.style.width !== width) current.style.width = width
      setText(current, text)
      return false
    })
  }, [at, prefix])
  return <span ref={element} className="inline-block h-[1lh] align-bottom whitespace-nowrap tabular [contain:strict]" />
}
