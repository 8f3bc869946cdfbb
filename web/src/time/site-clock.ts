import type { SiteTime } from '@bidwell/contract'
import {
  type ClockEstimate,
  type ClockSample,
  estimateFrom,
  resolvesUncertainty,
  provesBehind,
  detectSleep,
  uncertaintyAt,
} from './clock-estimate.ts'
import { deviceClock } from './device-clock.ts'

const SAMPLES = 5
const SYNC_EVERY_MS = 5 * 60_000

let estimate: ClockEstimate | null = null
let lastLook = { wall: deviceClock.now(), monotonic: deviceClock.monotonic() }
let syncing: Promise<void> | null = null
/** Asks the server for the site's time; null before the clock is kept, and where there was no answer. */
let readSiteTime: () => Promise<SiteTime | null> = async () => null
const listeners = new Set<() => void>()

const tellListeners = () => {
  for (const listener of listeners) listener()
}

/**
 * The auction site's clock as this browser knows it, by the monotonic clock: a change of the computer's time moves
 * nothing. Until it has been asked for, or after the machine has slept, it goes by the computer's clock and says so.
 */
export const siteClock = {
  /** Epoch ms on the site's clock. */
  now: (): number => {
    const look = { wall: deviceClock.now(), monotonic: deviceClock.monotonic() }
    if (estimate && detectSleep(lastLook, look)) distrust()
    lastLook = look
    return estimate ? look.monotonic + estimate.offsetMs : look.wall
  },
  /** Whether seconds may be shown. */
  isTrusted: (): boolean => estimate !== null,
  /** Null while it is not known. */
  uncertaintyMs: (): number | null => estimate && uncertaintyAt(estimate, deviceClock.monotonic()),
  /** Is called when the clock has been set, or is no longer trusted. */
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Takes note of a time that the server sent unasked. */
  observe: (told: SiteTime): void => {
    const heard = {
      siteNow: Date.parse(told.now),
      siteUncertaintyMs: told.uncertainty_ms,
      receivedAt: deviceClock.monotonic(),
    }
    if (!estimate) return
    if (provesBehind(estimate, heard)) distrust()
    else if (resolvesUncertainty(estimate, heard)) void siteClock.sync()
  },
  /** Asks the server a few times over; without an answer the clock stays as it was. */
  sync: (): Promise<void> => {
    syncing ??= askServer().finally(() => {
      syncing = null
    })
    return syncing
  },
}

function distrust() {
  estimate = null
  // Later, because whoever has just asked the time may be in the middle of drawing.
  queueMicrotask(tellListeners)
  void siteClock.sync()
}

async function askServer() {
  const samples: ClockSample[] = []
  for (let n = 0; n < SAMPLES; n += 1) {
    const sample = await askOnce()
    if (sample) samples.push(sample)
  }
  const [first, ...rest] = samples
  if (!first) return
  estimate = estimateFrom([first, ...rest])
  tellListeners()
}

async function askOnce(): Promise<ClockSample | null> {
  const sentAt = deviceClock.monotonic()
  const told = await readSiteTime()
  if (told === null) return null
  return {
    sentAt,
    receivedAt: deviceClock.monotonic(),
    siteNow: Date.parse(told.now),
    siteUncertaintyMs: told.uncertainty_ms,
  }
}

/** Keeps the clock set by what `readServer` answers, until the returned function is called. */
export function keepSiteClock(readServer: () => Promise<SiteTime | null>): () => void {
  readSiteTime = readServer
  const stop = new AbortController()
  const sync = () => {
    if (document.visibilityState === 'visible') void siteClock.sync()
  }
  document.addEventListener('visibilitychange', sync, { signal: stop.signal })
  window.addEventListener('online', sync, { signal: stop.signal })
  const timer = setInterval(sync, SYNC_EVERY_MS)
  void siteClock.sync()
  return () => {
    stop.abort()
    clearInterval(timer)
  }
}
