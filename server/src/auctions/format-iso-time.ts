const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const padded = (count: number, digits: number) =>
  Array.from({ length: count }, (_, number) => String(number).padStart(digits, '0'))
const TWO = padded(60, 2)
const THREE = padded(SECOND_MS, 3)

let day = 0
let date = '1970-01-01'

/**
 * Formats epoch ms as `Date.toISOString` does, several times as fast: a list of auctions has a thousand price steps, most of
 * them of few days. Instants outside the years 0 to 9999 are not meant.
 */
export function formatIsoTime(instant: number): string {
  const dayOf = Math.floor(instant / DAY_MS)
  if (dayOf !== day) {
    day = dayOf
    date = new Date(instant).toISOString().slice(0, 10)
  }
  const ms = instant - dayOf * DAY_MS
  const hours = TWO[Math.floor(ms / HOUR_MS)]
  const minutes = TWO[Math.floor((ms % HOUR_MS) / MINUTE_MS)]
  const seconds = TWO[Math.floor((ms % MINUTE_MS) / SECOND_MS)]
  return `${date}T${hours}:${minutes}:${seconds}.${THREE[ms % SECOND_MS]}Z`
}
