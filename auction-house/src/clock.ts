/** Epoch milliseconds with a fraction, that only ever move forward. */
export type Timer = { now(): number }

/** Set to the wall clock once, when the process starts: later steps of the machine's clock do not move it. */
export const monotonicTimer: Timer = { now: () => performance.timeOrigin + performance.now() }

export type ClockSetting = { offsetMs: number; driftPpm: number; frozen: boolean }

export type SiteClock = ReturnType<typeof siteClock>

/** The site's own clock: the timer plus an offset and a drift. Frozen, it stands still and goes on from there. */
export function siteClock(timer: Timer) {
  let setting: ClockSetting = { offsetMs: 0, driftPpm: 0, frozen: false }
  // The line through the last change of setting: site time there, timer reading there, slope since.
  let siteThen = timer.now()
  let timerThen = siteThen
  let rate = 1

  const at = (timerReading: number) => siteThen + (timerReading - timerThen) * rate

  return {
    now: () => at(timer.now()),
    /** What the site's clock showed when the timer read this, given the present setting. */
    at,
    setting: (): ClockSetting & { aheadMs: number } => {
      const reading = timer.now()
      return { ...setting, aheadMs: at(reading) - reading }
    },
    set(change: Partial<ClockSetting>) {
      const reading = timer.now()
      const next = { ...setting, ...change }
      siteThen = at(reading) + next.offsetMs - setting.offsetMs
      timerThen = reading
      rate = next.frozen ? 0 : 1 + next.driftPpm / 1_000_000
      setting = next
    },
  }
}
