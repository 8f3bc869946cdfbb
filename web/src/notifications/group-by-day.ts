import type { WireNotification } from '@bidwell/contract'
import { HOUR_MS } from '../time/units.ts'
import type { Times } from '../time/zoned-times.ts'

const DAY = { weekday: 'long', month: 'long', day: 'numeric' } as const
const OLDER_DAY = { ...DAY, year: 'numeric' } as const

export type Day = { heading: string; notifications: WireNotification[] }

/**
 * Groups notifications that stand latest first by the viewer's day. `timeZone` is the viewer's, by default the browser's
 * own; `now` is epoch ms.
 */
export function groupByDay(notifications: readonly WireNotification[], now: number, viewer: Times, timeZone?: string) {
  const zone = timeZone === undefined ? {} : { timeZone }
  const isOfThisYear = new Intl.DateTimeFormat('en-US', { year: 'numeric', ...zone })
  // A day has 23 or 25 hours where the clocks change.
  let yesterday = now
  while (viewer.isSameDay(yesterday, now)) yesterday -= HOUR_MS
  const headingOf = (at: number) => {
    if (viewer.isSameDay(at, now)) return 'Today'
    if (viewer.isSameDay(at, yesterday)) return 'Yesterday'
    const format = isOfThisYear.format(at) === isOfThisYear.format(now) ? DAY : OLDER_DAY
    return new Intl.DateTimeFormat('en-US', { ...format, ...zone }).format(at)
  }
  const days: Day[] = []
  for (const notification of notifications) {
    const heading = headingOf(Date.parse(notification.at))
    const latest = days.at(-1)
    if (latest?.heading === heading) latest.notifications.push(notification)
    else days.push({ heading, notifications: [notification] })
  }
  return days
}
