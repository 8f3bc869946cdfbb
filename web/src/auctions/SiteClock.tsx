import { TriangleAlert } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { certaintyText, WARN_ABOVE_MS } from './clock-estimate.ts'
import { keepSiteClock, siteClock } from './site-clock.ts'
import { tick } from './ticker.ts'
import { ownTime, siteTimes } from './times.ts'
import { useClockTrusted } from './use-site-clock.ts'

/** The site's time, how sure it is, and the viewer's own time where that differs. Bids go by the server's, not this. */
export function SiteClock() {
  const trusted = useClockTrusted()
  useEffect(keepSiteClock, [])
  const uncertaintyMs = siteClock.uncertaintyMs()
  const unsure = trusted && (uncertaintyMs === null || uncertaintyMs > WARN_ABOVE_MS)
  return (
    <p
      className="text-right text-label whitespace-nowrap text-ink-2 tabular"
      title="The auction site's time. The server alone decides when to bid."
    >
      <ClockFace trusted={trusted} />
      <span className={unsure || !trusted ? 'text-brass' : 'max-sm:sr-only'}>
        {unsure && <TriangleAlert aria-hidden size={14} className="mr-1 inline align-[-2px]" />}
        {trusted ? `clock ${certaintyText(uncertaintyMs)}` : 'checking the clock'}
      </span>
    </p>
  )
}

/** The site's time, and under it the viewer's own where that is another. */
function ClockFace({ trusted }: { trusted: boolean }) {
  const site = useRef<HTMLSpanElement>(null)
  const own = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const { current } = site
    if (!current) return
    return tick(current, (now) => {
      const viewer = ownTime()
      current.textContent = siteTimes[trusted ? 'clock' : 'minute'](now)
      const differs = viewer.offset(now) !== siteTimes.offset(now)
      if (own.current) own.current.textContent = differs ? viewer.minute(now) : ''
      return false
    })
  }, [trusted])
  return (
    <>
      <span ref={site} className="block text-ink" />
      <span ref={own} className="after:content-['_·_'] empty:after:content-none max-sm:after:content-none" />
    </>
  )
}
