import { type api, type Data, formatWait, SITE_ZONE } from '@bidwell/contract'
import { HOUR_MS } from '../../time/units.ts'

export type ReadUse = Data<typeof api.listReadUse>
export type HourOfUse = ReadUse['hours'][number]

/** Hours as full as this belong to one peak. */
const FULL = 0.8
const HOUR = new Intl.DateTimeFormat('en-US', { timeZone: SITE_ZONE, hour: 'numeric' })
const WEEKDAY = new Intl.DateTimeFormat('en-US', { timeZone: SITE_ZONE, weekday: 'short' })

/** `6 PM`, in the time zone of the site. */
const hourOf = (at: number) => HOUR.format(at).replaceAll('\u202f', ' ')
/** `Fri 6 PM`, in the time zone of the site. */
export const labelOf = ({ begins_at }: HourOfUse): string => {
  const at = Date.parse(begins_at)
  return `${WEEKDAY.format(at)} ${hourOf(at)}`
}

export const readsOf = ({ people, schedule, bids }: HourOfUse): number => people + schedule + bids
/** How much of the budget was used within an hour: 1 is all of it. Reads for bids may take more. */
export const shareOf = (hour: HourOfUse, readsPerHour: number): number => readsOf(hour) / readsPerHour
/** `92%`, and `under 1%` of what is not nothing. */
export const percent = (share: number): string =>
  share > 0 && share < 0.01 ? 'under 1%' : `${Math.round(share * 100)}%`

/**
 * When the most reads were used, in a sentence, and how long the site's failures paused them. The hours around the fullest one
 * belong to it while they are nearly full too. The last hour, which is not over, is left out.
 */
export function peakSentence({ hours, reads_per_hour: readsPerHour }: ReadUse): string {
  const ended = hours.slice(0, -1)
  const shares = ended.map((hour) => shareOf(hour, readsPerHour))
  const highest = Math.max(0, ...shares)
  if (highest === 0) return `No reads were used in the last two days. ${pauseSentence(hours)}`
  const isPeak = (index: number) => (shares[index] ?? 0) >= (highest >= FULL ? FULL : highest)
  let first = shares.indexOf(highest)
  let last = first
  while (isPeak(first - 1)) first -= 1
  while (isPeak(last + 1)) last += 1
  const peak = shares.slice(first, last + 1)
  const mean = peak.reduce((sum, share) => sum + share, 0) / peak.length
  const begins = Date.parse(ended[first]?.begins_at ?? '')
  const ends = Date.parse(ended[last]?.begins_at ?? '') + HOUR_MS
  const when = `on ${WEEKDAY.format(begins)} between ${hourOf(begins)} and ${hourOf(ends)}`
  return `Reads ${percent(mean)} used ${when}${highest >= FULL ? '' : ', the fullest hour'}. ${pauseSentence(hours)}`
}

function pauseSentence(hours: readonly HourOfUse[]): string {
  const ms = hours.reduce((sum, { paused_ms }) => sum + paused_ms, 0)
  return ms === 0 ? 'The site has paused none.' : `Failures of the site paused them for ${formatWait(ms)}.`
}
