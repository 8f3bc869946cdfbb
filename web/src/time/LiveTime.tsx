import { useLayoutEffect, useRef } from 'react'
import { countdownText, fuseShare, sentenceOfAge, showsTenths, timeLeftText, type AgeWords } from './countdown-rules.ts'
import { siteClock } from './site-clock.ts'
import { setText, tick } from './ticker.ts'

const FUSE_STEPS = 200

/**
 * The countdown to an auction's end, as wide as what it is in. It shows tenths of a second only for the focused auction.
 */
export function Countdown({ endsOn, focused = false }: { endsOn: number; focused?: boolean }) {
  const element = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    return tick(current, (now) => {
      const remainingMs = endsOn - now
      const tenths = focused && showsTenths(remainingMs)
      const precision = tenths ? 'tenths' : 'seconds'
      setText(current, countdownText(remainingMs, siteClock.isTrusted() ? precision : 'minutes'))
      const spoken = timeLeftText(endsOn, now)
      if (current.ariaLabel !== spoken) current.ariaLabel = spoken
      return tenths
    })
  }, [endsOn, focused])
  return (
    <span
      ref={element}
      role="timer"
      className="block h-[1lh] whitespace-nowrap contain-strict text-timer font-semibold tabular"
    />
  )
}

/** A line along the top edge of a card that gets shorter as the auction nears its end. */
export function Fuse({ endsOn, className }: { endsOn: number; className: string }) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    let drawnShare = ''
    return tick(current, (now) => {
      // In steps of a few pixels, because each makes the browser put the page's layers together anew.
      const share = (Math.round(fuseShare(endsOn - now) * FUSE_STEPS) / FUSE_STEPS).toFixed(3)
      if (share !== drawnShare) current.style.transform = `scaleX(${share})`
      drawnShare = share
      return false
    })
  }, [endsOn])
  return (
    <div aria-hidden className="absolute inset-x-0 top-0 h-[3px] overflow-hidden">
      <div ref={element} className={`h-full origin-left ${className}`} />
    </div>
  )
}

type AgeProps = { since: number; className?: string } & AgeWords

/** The running age of an instant on the site's clock, as `sentenceOfAge` words it. */
export function Age({ since, prefix, suffix, fromMs, freshText, className }: AgeProps) {
  const element = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    return tick(current, (now) => {
      setText(current, sentenceOfAge(now - since, { prefix, suffix, fromMs, freshText }))
      return false
    })
  }, [since, prefix, suffix, fromMs, freshText])
  return <span ref={element} className={className} />
}
