import { AUCTION, messages } from '@bidwell/contract'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const twoDigits = (n: number) => String(n).padStart(2, '0')

/** The remaining time in whole units; zero when it is negative. */
function unitsOf(remainingMs: number) {
  const remaining = Math.max(0, remainingMs)
  return {
    days: Math.floor(remaining / DAY),
    hours: Math.floor((remaining % DAY) / HOUR),
    minutes: Math.floor((remaining % HOUR) / MINUTE),
    seconds: Math.floor((remaining % MINUTE) / SECOND),
  }
}

/** The smallest unit that a countdown shows. Tenths appear in the last ten seconds only. */
export type Precision = 'tenths' | 'seconds' | 'minutes'

/** The countdown on a card: `3d 4h`, `5:12:09`, `34:02`, `0:48`, and `0:04.3` with tenths. */
export function countdownText(remainingMs: number, precision: Precision): string {
  if (remainingMs <= 0) return messages.auction.ended
  const { days, hours, minutes, seconds } = unitsOf(remainingMs)
  if (days > 0) return `${days}d ${hours}h`
  if (precision === 'minutes') return textToTheMinute(hours, minutes)
  if (hours > 0) return `${hours}:${twoDigits(minutes)}:${twoDigits(seconds)}`
  if (precision === 'tenths' && showsTenths(remainingMs)) {
    return `0:${twoDigits(seconds)}.${Math.floor((remainingMs % SECOND) / 100)}`
  }
  return `${minutes}:${twoDigits(seconds)}`
}

const textToTheMinute = (hours: number, minutes: number): string => {
  if (hours > 0) return `${hours}h ${minutes}m`
  return minutes > 0 ? `${minutes} min` : '< 1 min'
}

export const showsTenths = (remainingMs: number): boolean => remainingMs > 0 && remainingMs < 10 * SECOND

/** The remaining time for reading aloud: `1d 4h 5m`, `5h 12m`, `34m 2s`. */
export function timeLeftText(endsOn: number | null, now: number): string {
  if (endsOn === null || Number.isNaN(endsOn)) return messages.auction.notAvailable
  if (endsOn <= now) return messages.auction.ended
  const { days, hours, minutes, seconds } = unitsOf(endsOn - now)
  if (days > 0) return `${days}d ${hours}h ${minutes}m`
  return hours > 0 ? `${hours}h ${minutes}m` : `${minutes}m ${seconds}s`
}

export type AuctionPhase = 'active' | 'endingSoon' | 'ended'

/** The phase that follows from the end time alone. An auction without a known end is active. */
export function auctionPhase(endsOn: number | null, now: number): AuctionPhase {
  if (endsOn === null || Number.isNaN(endsOn)) return 'active'
  if (endsOn <= now) return 'ended'
  return endsOn - now <= AUCTION.endingSoonMs ? 'endingSoon' : 'active'
}

/** `12 s`, `3 min`, `2 h`, `4 days`. */
export function ageText(ageMs: number): string {
  const age = Math.max(0, ageMs)
  if (age < MINUTE) return `${Math.floor(age / SECOND)} s`
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`
  if (age < DAY) return `${Math.floor(age / HOUR)} h`
  const days = Math.floor(age / DAY)
  return days === 1 ? '1 day' : `${days} days`
}

export type AgeWords = {
  /** The texts before and after the age: `checked 12 s ago`. */
  prefix: string
  suffix: string
  /** Below this age, `freshText` takes the sentence's place. */
  fromMs?: number | undefined
  freshText?: string | undefined
}

/** `checked 12 s ago`. The age is below zero while the estimated clock is a moment behind the server's. */
export function sentenceOfAge(ageMs: number, { prefix, suffix, fromMs = 0, freshText = '' }: AgeWords): string {
  return Math.max(0, ageMs) < fromMs ? freshText : `${prefix}${ageText(ageMs)}${suffix}`
}
