/** Epoch milliseconds with a fraction, which never go back. */
export type Timer = { now(): number }

/** Follows the wall clock as of the start of the process: later changes of the machine's clock do not affect it. */
export const monotonicTimer: Timer = { now: () => performance.timeOrigin + performance.now() }

export type ClockSetting = { offsetMs: number; driftPpm: number; frozen: boolean }

export type SiteClock = ReturnType<typeof siteClock>

/** The site's clock: the timer plus an offset and a drift. A frozen clock stands still, and later continues from there. */
export function siteClock(timer: Timer) {
  let setting: ClockSetting = { offsetMs: 0, driftPpm: 0, frozen: false }
  // Site time and timer reading at the last change of setting, and the rate since then.
  let siteTimeAtChange = timer.now()
  let timerAtChange = siteTimeAtChange
  let rate = 1

  const at = (timerReading: number) => siteTimeAtChange + (timerReading - timerAtChange) * rate

  return {
    now: () => at(timer.now()),
    /** The site's time at a timer reading, under the present setting. */
    at,
    setting: (): ClockSetting & { aheadMs: number } => {
      const reading = timer.now()
      return { ...setting, aheadMs: at(reading) - reading }
    },
    set(change: Partial<ClockSetting>) {
      const reading = timer.now()
      const next = { ...setting, ...change }
      siteTimeAtChange = at(reading) + next.offsetMs - setting.offsetMs
      timerAtChange = reading
      rate = next.frozen ? 0 : 1 + next.driftPpm / 1_000_000
      setting = next
    },
  }
}
