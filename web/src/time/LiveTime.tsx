import { useLayoutEffect, useRef } from 'react'
import { countdownText, fuseShare, sentenceOfAge, showsTenths, timeLeftText, type AgeWords } from './countdown-rules.ts'
import { setText } from './set-text.ts'
import { siteClock } from './site-clock.ts'
import { tick } from './ticker.ts'

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
    <span ref={element} role="timer" className="block h-[1lh] whitespace-nowrap text-timer font-semibold tabular" />
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
      // A step is about a pixel.
      const share = fuseShare(endsOn - now).toFixed(3)
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

/** A running `in 5:12`, and the text `passed` after that instant. Each new text lays out what is around it, up to the page. */
export function Until({ at, passed }: { at: number; passed: string }) {
  const element = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    return tick(current, (now) => {
      const precision = siteClock.isTrusted() ? 'seconds' : 'minutes'
      setText(current, at > now ? `in ${countdownText(at - now, precision)}` : passed)
      return false
    })
  }, [at, passed])
  return <span ref={element} className="whitespace-nowrap" />
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
