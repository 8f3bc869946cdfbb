import type { SiteTime } from '@bidwell/contract'
import { createEmitter } from '../state/create-store.ts'
import {
  type ClockEstimate,
  type ClockReading,
  type ClockSample,
  detectSleep,
  estimateFrom,
  provesBehind,
  resolvesUncertainty,
  uncertaintyAt,
} from './clock-estimate.ts'
import { deviceClock } from './device-clock.ts'

const SAMPLE_COUNT = 5
const SYNC_INTERVAL_MS = 5 * 60_000

/** Fetches the site's time from the server; null when the server does not respond. */
type FetchSiteTime = () => Promise<SiteTime | null>

let estimate: ClockEstimate | null = null
let lastReading = readDeviceClock()
let syncing: Promise<void> | null = null
let fetchSiteTime: FetchSiteTime = async () => null
const { emit: emitChange, subscribe } = createEmitter()

/**
 * The auction site's clock, estimated from the server's time and the monotonic clock, so that setting the computer's
 * clock changes nothing. Without an estimate (before the first sync and after sleep) it returns the computer's time and
 * is not trusted.
 */
export const siteClock = {
  /** Epoch ms on the site's clock. */
  now: (): number => {
    const reading = readDeviceClock()
    if (estimate && detectSleep(lastReading, reading)) discardEstimate()
    lastReading = reading
    return estimate ? reading.monotonic + estimate.offsetMs : reading.wall
  },
  /** Whether the time is exact enough to show seconds. */
  isTrusted: (): boolean => estimate !== null,
  /** Null when unknown. */
  uncertaintyMs: (): number | null => estimate && uncertaintyAt(estimate, deviceClock.monotonic()),
  /** Calls a listener after each sync and when the clock is no longer trusted, until the returned function is called. */
  subscribe,
  /** Checks the estimate against a time that the server has pushed, and syncs again if needed. */
  observe: (pushed: SiteTime): void => {
    if (!estimate) return
    const serverTime = { receivedAt: deviceClock.monotonic(), ...parseSiteTime(pushed) }
    if (provesBehind(estimate, serverTime)) discardEstimate()
    else if (resolvesUncertainty(estimate, serverTime)) void siteClock.sync()
  },
  /** Makes a new estimate from several samples. Keeps the old one when the server does not respond. */
  sync: (): Promise<void> => {
    syncing ??= takeEstimate().finally(() => {
      syncing = null
    })
    return syncing
  },
}

function readDeviceClock(): ClockReading {
  return { wall: deviceClock.now(), monotonic: deviceClock.monotonic() }
}

function discardEstimate() {
  estimate = null
  // Not synchronously: the caller of `now` may be rendering, and listeners change state.
  queueMicrotask(emitChange)
  void siteClock.sync()
}

async function takeEstimate() {
  const samples: ClockSample[] = []
  for (let n = 0; n < SAMPLE_COUNT; n += 1) {
    const sample = await takeSample()
    if (sample) samples.push(sample)
  }
  const [first, ...rest] = samples
  if (!first) return
  estimate = estimateFrom([first, ...rest])
  emitChange()
}

async function takeSample(): Promise<ClockSample | null> {
  const sentAt = deviceClock.monotonic()
  const siteTime = await fetchSiteTime()
  return siteTime && { sentAt, receivedAt: deviceClock.monotonic(), ...parseSiteTime(siteTime) }
}

const parseSiteTime = ({ now, uncertainty_ms }: SiteTime) => ({
  siteNow: Date.parse(now),
  siteUncertaintyMs: uncertainty_ms,
})

/** Keeps the site clock in sync with the server until the returned function is called. */
export function startSiteClock(fetchTime: FetchSiteTime): () => void {
  fetchSiteTime = fetchTime
  const stop = new AbortController()
  const sync = () => {
    if (document.visibilityState === 'visible') void siteClock.sync()
  }
  document.addEventListener('visibilitychange', sync, { signal: stop.signal })
  window.addEventListener('online', sync, { signal: stop.signal })
  const timer = setInterval(sync, SYNC_INTERVAL_MS)
  void siteClock.sync()
  return () => {
    stop.abort()
    clearInterval(timer)
  }
}
