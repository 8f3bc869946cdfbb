import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { readSiteTime } from '../api/installation-queries.ts'
import { uncertaintyText, WARN_ABOVE_MS } from '../time/clock-estimate.ts'
import { siteClock, startSiteClock } from '../time/site-clock.ts'
import { setText, tick } from '../time/ticker.ts'
import { isInSiteZone, siteTimes, viewerTimes } from '../time/zoned-times.ts'
import { classNames } from '../ui/class-names.ts'
import { TriangleAlert } from '../ui/icons.tsx'

/**
 * The site's time, the viewer's own time in another zone, and how wrong the clock may be, where that is much. It is for display
 * only: the server decides when to bid.
 */
export function SiteClock() {
  const trusted = useClockTrusted()
  useEffect(() => startSiteClock(readSiteTime), [])
  const uncertaintyMs = siteClock.uncertaintyMs()
  const isUncertain = !trusted || uncertaintyMs === null || uncertaintyMs > WARN_ABOVE_MS
  return (
    <p
      className="text-right text-label whitespace-nowrap text-ink-2 tabular sm:min-w-32"
      title="The auction site's time. The server alone decides when to bid."
    >
      {/* On a narrow screen, a warning about the clock replaces the viewer's own time. */}
      <ClockFace trusted={trusted} viewerClass={isUncertain ? 'max-lg:hidden' : ''} />
      {isUncertain && (
        <>
          <span aria-hidden className="peer-empty:hidden max-lg:hidden">
            {' · '}
          </span>
          <span className="text-warning">
            {trusted && <TriangleAlert aria-hidden size={14} className="mr-1 inline align-[-2px]" />}
            {trusted ? (
              <>
                <span className="max-[22rem]:sr-only">this page's </span>
                clock {uncertaintyText(uncertaintyMs)}
              </>
            ) : (
              'checking the clock'
            )}
          </span>
        </>
      )}
    </p>
  )
}

/** The site's time and, below it, the viewer's time if the zones differ. */
function ClockFace({ trusted, viewerClass }: { trusted: boolean; viewerClass: string }) {
  const site = useRef<HTMLSpanElement>(null)
  const viewer = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const { current } = site
    if (!current) return
    return tick(current, (now) => {
      setText(current, siteTimes[trusted ? 'clock' : 'minute'](now))
      if (viewer.current) setText(viewer.current, isInSiteZone(now) ? '' : viewerTimes().minute(now))
      return false
    })
  }, [trusted])
  return (
    <>
      <span ref={site} className="block h-5 w-28 text-ink [contain:strict] sm:w-auto" />
      <span ref={viewer} className={classNames('peer', viewerClass)} />
    </>
  )
}

/** Whether the site's clock can be trusted. */
const useClockTrusted = (): boolean => useSyncExternalStore(siteClock.subscribe, siteClock.isTrusted)
