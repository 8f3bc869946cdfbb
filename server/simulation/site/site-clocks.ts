import type { Chance } from '../world/chance.ts'
import type { VirtualTime } from '../world/virtual-time.ts'

/** `driftPpm`: how fast the clocks gain. */
export type ClockHabits = {
  offsetMs: number
  driftPpm: number
  /** A second server answers this share of the calls. Its clock is ahead of the one that judges the close; null without it. */
  second: { aheadMs: number; share: number } | null
  /** Which share of the answers carries a wrong time, each another one. */
  wrongShare: number
}

/** The time that one answer of the site carries. */
export type Stamp = { siteTime: number; server: 'judging' | 'second'; isWrong: boolean; madeAt: number }

const SITE_EPOCH = 1.8e12
/** Of a cache, of an old header, of a page with another time zone. */
const WRONG_BY_MS = { cached: [-10_000, -2_500], oldHeader: -3_000_000, anHour: 3_600_000 } as const
/** No two wrong times close to the right one are equal, as two servers' would be, and none agrees with a right one of whole seconds. */
const WRONG_STEP_MS = 700

/** The clock by which the site judges closes, and what its answers say. Instants are epoch ms on the judging clock. */
export function siteClocks(time: VirtualTime, chance: Chance, { offsetMs, driftPpm, second, wrongShare }: ClockHabits) {
  const rate = 1 + driftPpm * 1e-6
  /** How far the clock was ahead since when, the latest last. */
  const settings = [{ from: -Infinity, aheadMs: offsetMs }]
  let wrongTimes = 0
  const aheadNow = () => settings.at(-1)?.aheadMs ?? offsetMs
  const siteTime = () => SITE_EPOCH + aheadNow() + time.now() * rate

  function wrongByMs() {
    wrongTimes += 1
    return chance.oneOf([
      chance.between(...WRONG_BY_MS.cached),
      WRONG_BY_MS.oldHeader,
      WRONG_BY_MS.anHour,
      (wrongTimes + 2) * WRONG_STEP_MS,
    ])
  }

  return {
    siteTime,
    /** By how far the servers' clocks differ. */
    apartMs: Math.abs(second?.aheadMs ?? 0),
    hasTwoClocks: second !== null,
    /** The time that an answer carries which is made now. */
    stamp(): Stamp {
      const isSecond = second !== null && chance.happens(second.share)
      const isWrong = chance.happens(wrongShare)
      const rightByMs = isSecond ? second.aheadMs : 0
      const offByMs = isWrong ? wrongByMs() : rightByMs
      const server = isSecond ? 'second' : 'judging'
      return { siteTime: siteTime() + offByMs, server, isWrong, madeAt: time.now() }
    },
    /** The virtual instant of an instant on the site's clock: the first, if the clock was set back or past it. */
    instantOf(siteInstant: number): number {
      const instants = settings.map(({ from, aheadMs }) => Math.max(from, (siteInstant - SITE_EPOCH - aheadMs) / rate))
      return instants.find((instant, index) => instant < (settings[index + 1]?.from ?? Infinity)) ?? Infinity
    },
    /** Sets all clocks of the site. */
    stepClock(byMs: number) {
      settings.push({ from: time.now(), aheadMs: aheadNow() + byMs })
    },
  }
}
