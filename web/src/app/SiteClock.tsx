import { TriangleAlert } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { classNames } from '../ui/class-names.ts'
import { uncertaintyText, WARN_ABOVE_MS } from '../time/clock-estimate.ts'
import { readSiteTime } from '../api/read-site-time.ts'
import { startSiteClock, siteClock } from '../time/site-clock.ts'
import { tick } from '../time/ticker.ts'
import { viewerTimes, siteTimes } from '../time/zoned-times.ts'
import { useClockTrusted } from '../time/use-clock-trusted.ts'

/** The site's time, how sure it is, and the viewer's own time where that differs. Bids go by the server's, not this. */
export function SiteClock() {
  const trusted = useClockTrusted()
  useEffect(() => startSiteClock(readSiteTime), [])
  const uncertaintyMs = siteClock.uncertaintyMs()
  const unsure = !trusted || uncertaintyMs === null || uncertaintyMs > WARN_ABOVE_MS
  return (
    <p
      className="text-right text-label whitespace-nowrap text-ink-2 tabular sm:min-w-32"
      title="The auction site's time. The server alone decides when to bid."
    >
      {/* Where there is room for one thing only, a doubt about the clock comes before the viewer's own time. */}
      <ClockFace trusted={trusted} ownClass={unsure ? 'max-lg:hidden' : ''} />
      <span aria-hidden className={classNames('peer-empty:hidden', unsure ? 'max-lg:hidden' : 'max-sm:hidden')}>
        {' · '}
      </span>
      <span className={unsure ? 'text-warning' : 'max-sm:sr-only'}>
        {trusted && unsure && <TriangleAlert aria-hidden size={14} className="mr-1 inline align-[-2px]" />}
        {trusted ? `clock ${uncertaintyText(uncertaintyMs)}` : 'checking the clock'}
      </span>
    </p>
  )
}

/** The site's time, and under it the viewer's own where that is another. */
function ClockFace({ trusted, ownClass }: { trusted: boolean; ownClass: string }) {
  const site = useRef<HTMLSpanElement>(null)
  const own = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const { current } = site
    if (!current) return
    return tick(current, (now) => {
      const viewer = viewerTimes()
      current.textContent = siteTimes[trusted ? 'clock' : 'minute'](now)
      const differs = viewer.offset(now) !== siteTimes.offset(now)
      if (own.current) own.current.textContent = differs ? viewer.minute(now) : ''
      return false
    })
  }, [trusted])
  return (
    <>
      <span ref={site} className="block text-ink" />
      <span ref={own} className={classNames('peer', ownClass)} />
    </>
  )
}
