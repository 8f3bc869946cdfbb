import { useLayoutEffect, useRef } from 'react'
import { countdownText, fuseShare, showsTenths, timeLeftText } from './countdown-rules.ts'
import { siteClock } from './site-clock.ts'
import { tick } from './ticker.ts'
import { formatAge } from './zoned-times.ts'

/** What is left, as the largest figure of a lot. Only the one in focus shows tenths. */
export function Countdown({ endsOn, focused = false }: { endsOn: number; focused?: boolean }) {
  const element = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    return tick(current, (now) => {
      const left = endsOn - now
      const tenths = focused && showsTenths(left)
      const precision = tenths ? 'tenths' : 'seconds'
      write(current, countdownText(left, siteClock.isTrusted() ? precision : 'minutes'))
      const spoken = timeLeftText(endsOn, now)
      if (current.ariaLabel !== spoken) current.ariaLabel = spoken
      return tenths
    })
  }, [endsOn, focused])
  return (
    <span
      ref={element}
      role="timer"
      className="inline-block min-w-[7ch] text-timer font-semibold tabular [contain:layout_paint_style]"
    />
  )
}

/** A burning line along a card's top edge. Says nothing that the countdown does not. */
export function Fuse({ endsOn, className }: { endsOn: number; className: string }) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    let drawn = ''
    return tick(current, (now) => {
      const share = fuseShare(endsOn - now).toFixed(4)
      if (share !== drawn) current.style.transform = `scaleX(${share})`
      drawn = share
      return false
    })
  }, [endsOn])
  return (
    <div aria-hidden className="absolute inset-x-0 top-0 h-[3px] overflow-hidden">
      <div ref={element} className={`h-full origin-left ${className}`} />
    </div>
  )
}

/** `in 5:12`, as it runs down; `passed` once it has. */
export function Until({ at, passed }: { at: number; passed: string }) {
  const element = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    return tick(current, (now) => {
      const precision = siteClock.isTrusted() ? 'seconds' : 'minutes'
      write(current, at > now ? `in ${countdownText(at - now, precision)}` : passed)
      return false
    })
  }, [at, passed])
  return <span ref={element} className="whitespace-nowrap" />
}

type AgeProps = {
  since: number
  /** What stands around the age: `checked 12 s ago`. */
  prefix: string
  suffix: string
  /** Until this old, ms, `freshText` stands instead. */
  fromMs?: number
  freshText?: string
}

/** How old something is, as it goes on getting older. */
export function Age({ since, prefix, suffix, fromMs = 0, freshText = '' }: AgeProps) {
  const element = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    return tick(current, (now) => {
      const age = now - since
      write(current, age < fromMs ? freshText : `${prefix}${formatAge(age)}${suffix}`)
      return false
    })
  }, [since, prefix, suffix, fromMs, freshText])
  return <span ref={element} />
}

/** Into the text node itself: a new one would have the browser look for what its coming changes in the styles. */
function write(element: HTMLElement, text: string) {
  const node = element.firstChild
  if (!(node instanceof Text)) element.textContent = text
  else if (node.data !== text) node.data = text
}
