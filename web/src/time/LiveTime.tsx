import { useLayoutEffect, useRef } from 'react'
import { countdownText, sentenceOfAge, showsTenths, timeLeftText, type AgeWords } from './countdown-rules.ts'
import { siteClock } from './site-clock.ts'
import { setText, tick } from './ticker.ts'
import { HOUR_MS } from './units.ts'

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

type TimeLeftProps = { at: number; prefix?: string; passed?: string }

/**
 * The running time to an instant, such as `in 5:12`, and the text `passed` after it. Within the last hour it has a width of its
 * own, so that a new second lays out nothing around it.
 */
export function TimeLeft({ at, prefix = '', passed = 'now' }: TimeLeftProps) {
  const element = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    return tick(current, (now) => {
      const leftMs = at - now
      const inSeconds = siteClock.isTrusted() && leftMs < HOUR_MS
      const text = leftMs > 0 ? `${prefix}${countdownText(leftMs, inSeconds ? 'seconds' : 'minutes')}` : passed
      const { style } = current
      const width = inSeconds && leftMs > 0 ? widthOfClock(text) : ''
      if (style.width !== width) Object.assign(style, { width, contain: width && 'size layout style' })
      setText(current, text)
      return false
    })
  }, [at, prefix, passed])
  return <span ref={element} className="inline-block h-[1lh] align-bottom whitespace-nowrap tabular" />
}

/** Tabular digits take 1ch each. In our font, `in ` and a colon take 0.48ch on average; in another, nothing is cut off. */
function widthOfClock(text: string): string {
  const digits = text.replaceAll(/\D/g, '').length
  return `${digits + 0.48 * (text.length - digits)}ch`
}
