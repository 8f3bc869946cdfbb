import { type api, API_BASE, type MetricName } from '@bidwell/contract'
import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import { deviceClock } from '../time/device-clock.ts'

// The endpoint itself would bring its schemas into the app.
const PATH: typeof api.reportMetric.path = '/performance-metrics'
const MAX_USER_AGENT_LENGTH = 500
/** A page that is still busy after so long is not measured any further. */
const MAX_WAIT_MS = 60_000

/** Measures this visit and reports each figure once, when it is final. Failures are ignored. */
export function reportMetrics() {
  if (!isMeasured(window.location)) return
  for (const observe of [onLCP, onCLS, onFCP, onTTFB, onINP]) observe(({ name, value }) => report(name, value))
  reportFirstInput()
  reportNavigation()
  reportTimeToInteractive()
}

function report(metric: MetricName, value: number) {
  const body = {
    metric,
    value: Math.round(value * 1_000) / 1_000,
    // A query may hold an address or the token of a mailed link.
    url: window.location.origin + window.location.pathname,
    timestamp: deviceClock.now(),
    userAgent: navigator.userAgent.slice(0, MAX_USER_AGENT_LENGTH),
  }
  // A beacon is delivered even when the page closes.
  navigator.sendBeacon(API_BASE + PATH, new Blob([JSON.stringify(body)], { type: 'application/json' }))
}

/** The delay of the first click, touch or key, which web-vitals no longer measures. */
function reportFirstInput() {
  const observer = observe('first-input', (entries) => {
    const [first] = entries
    if (!(first instanceof PerformanceEventTiming)) return
    observer?.disconnect()
    report('FID', first.processingStart - first.startTime)
  })
}

function reportNavigation() {
  const [navigation] = performance.getEntriesByType('navigation')
  if (!navigation) return
  if (navigation.loadEventEnd === 0) {
    setTimeout(reportNavigation, 1_000)
    return
  }
  report('LOAD_TIME', navigation.loadEventEnd)
  report('DOM_CONTENT_LOADED', navigation.domContentLoadedEventEnd)
}

function reportTimeToInteractive() {
  const tasks: PerformanceEntry[] = []
  const observer = observe('longtask', (entries) => tasks.push(...entries))
  if (!observer) return
  const timer = setInterval(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    const [painted] = performance.getEntriesByName('first-contentful-paint')
    const now = deviceClock.monotonic()
    if (navigation && painted) {
      const readyAt = Math.max(painted.startTime, navigation.domContentLoadedEventEnd)
      const interactiveAt = timeToInteractive(tasks, readyAt, now)
      if (interactiveAt !== null) report('TIME_TO_INTERACTIVE', interactiveAt)
      else if (now < MAX_WAIT_MS) return
    } else if (now < MAX_WAIT_MS) return
    clearInterval(timer)
    observer.disconnect()
  }, QUIET_MS / 5)
}

/** Observes entries of a type from the start of the visit on; null where the browser does not know the type. */
function observe(type: string, onEntries: (entries: PerformanceEntryList) => void): PerformanceObserver | null {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return null
  const observer = new PerformanceObserver((list) => onEntries(list.getEntries()))
  observer.observe({ type, buffered: true })
  return observer
}

const DEVELOPMENT_PORT = '5173'

/** Whether visits to this address are measured: not those of development, on localhost or at an IP address. */
export function isMeasured({ hostname, port }: { hostname: string; port: string }): boolean {
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isIpAddress = /^\d+(\.\d+){3}$/.test(hostname) || hostname.startsWith('[')
  return hostname !== '' && !isLocal && !isIpAddress && port !== DEVELOPMENT_PORT
}

type Task = { startTime: number; duration: number }

/** So long without a long task, and the page counts as interactive. */
const QUIET_MS = 5_000

/**
 * When the page was interactive: at the end of the last long task before the first five seconds without one, but not
 * before the first paint and the end of the document's scripts (`readyAt`). Null while no such five seconds have passed.
 * All times are ms since the visit began; `tasks` are in order. https://web.dev/articles/tti
 */
export function timeToInteractive(tasks: readonly Task[], readyAt: number, now: number): number | null {
  let interactiveAt = readyAt
  for (const { startTime, duration } of tasks) {
    const endsAt = startTime + duration
    if (endsAt <= interactiveAt) continue
    if (startTime - interactiveAt >= QUIET_MS) return interactiveAt
    interactiveAt = endsAt
  }
  return now - interactiveAt >= QUIET_MS ? interactiveAt : null
}
