import { AUCTION, messages } from '@bidwell/contract'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY

const two = (n: number) => String(n).padStart(2, '0')

/** Whole units of what is left; never less than nothing. */
function unitsOf(leftMs: number) {
  const left = Math.max(0, leftMs)
  return {
    days: Math.floor(left / DAY),
    hours: Math.floor((left % DAY) / HOUR),
    minutes: Math.floor((left % HOUR) / MINUTE),
    seconds: Math.floor((left % MINUTE) / SECOND),
  }
}

/** How closely a countdown is told: tenths for the one in focus, no seconds while the clock is not trusted. */
export type Precision = 'tenths' | 'seconds' | 'minutes'

/** The figure on a card: `3d 4h`, `5:12:09`, `34:02`, `0:48`, and `0:04.3` at the very end of the one in focus. */
export function countdownText(leftMs: number, precision: Precision): string {
  if (leftMs <= 0) return messages.auction.ended
  const { days, hours, minutes, seconds } = unitsOf(leftMs)
  if (days > 0) return `${days}d ${hours}h`
  if (precision === 'minutes') return roughText(hours, minutes)
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds)}`
  if (precision === 'tenths' && showsTenths(leftMs)) return `0:${two(seconds)}.${Math.floor((leftMs % SECOND) / 100)}`
  return `${minutes}:${two(seconds)}`
}

const roughText = (hours: number, minutes: number): string => {
  if (hours > 0) return `${hours}h ${minutes}m`
  return minutes > 0 ? `${minutes} min` : 'under 1 min'
}

export const showsTenths = (leftMs: number): boolean => leftMs > 0 && leftMs < 10 * SECOND

/** What is left as one reads it out: `1d 4h 5m`, `5h 12m`, `34m 2s`. */
export function timeLeftText(endsOn: number | null, now: number): string {
  if (endsOn === null || Number.isNaN(endsOn)) return messages.auction.notKnown
  if (endsOn <= now) return messages.auction.ended
  const { days, hours, minutes, seconds } = unitsOf(endsOn - now)
  if (days > 0) return `${days}d ${hours}h ${minutes}m`
  return hours > 0 ? `${hours}h ${minutes}m` : `${minutes}m ${seconds}s`
}

export type AuctionPhase = 'active' | 'endingSoon' | 'ended'

/** How an auction shows by its end alone; without a usable end it counts as active. */
export function auctionPhase(endsOn: number | null, now: number): AuctionPhase {
  if (endsOn === null || Number.isNaN(endsOn)) return 'active'
  if (endsOn <= now) return 'ended'
  return endsOn - now <= AUCTION.endingSoonMs ? 'endingSoon' : 'active'
}

/** The share of the fuse that is left: on a log scale a week is all of it, an hour about 56 %, a minute about 22 %. */
export function fuseShare(leftMs: number): number {
  const share = Math.log1p(Math.max(0, leftMs) / (5 * SECOND)) / Math.log1p(WEEK / (5 * SECOND))
  return Math.min(1, share)
}

/** `m:ss` for a lead: when, on the countdown, the bid goes out. */
export const leadText = (seconds: number): string => `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
