import { useLayoutEffect, useRef } from 'react'
import { timeLeftText } from '../../time/countdown-rules.ts'
import { siteClock } from '../../time/site-clock.ts'
import { setText, tick } from '../../time/ticker.ts'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { lastMinuteText } from './stage.ts'

/** The time to an end in tenths of a second; in whole seconds for a user who asks for less motion. */
export function StageClock({ endsOn, className }: { endsOn: number; className: string }) {
  const element = useRef<HTMLSpanElement>(null)
  const calm = useMediaQuery('(prefers-reduced-motion: reduce)')
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    return tick(current, (now) => {
      const remainingMs = endsOn - now
      const trusted = siteClock.isTrusted()
      setText(current, lastMinuteText(remainingMs, trusted ? (calm ? 'seconds' : 'tenths') : 'minutes'))
      const spoken = timeLeftText(endsOn, now)
      if (current.ariaLabel !== spoken) current.ariaLabel = spoken
      return trusted && !calm && remainingMs > 0
    })
  }, [endsOn, calm])
  return <span ref={element} role="timer" className={`block whitespace-nowrap font-semibold tabular ${className}`} />
}
