import { SITE_ZONE } from '@bidwell/contract'
import type { NewNotification } from '../notifying/notifications/notify.ts'
import { dueReminder } from './decide-payment.ts'
import type { Win } from './win-queries.ts'

/** The instant, epoch ms, and the owner's time zone. */
type Moment = { at: number; zone: string }

/** The reminders of an account that are due. Pure. Each has a key of its own, so that `notify` stores it once. */
export function remindersOf(wins: readonly Win[], accountId: number, { at, zone }: Moment): NewNotification[] {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  const now = { at, day: local.toPlainDate().toString(), hour: local.hour, siteDay: siteDay(at) }
  return wins.flatMap(({ bidId, trackedAuctionId, auctionId, facts, payment }) => {
    const { payBy } = facts
    const due = dueReminder(payment, facts, now)
    if (due === null || payBy === null) return []
    const values = { payBy, until: endOfSiteDay(payBy), isConfirmed: payment.state === 'to_pay' }
    const key = `pay ${auctionId} by ${payBy}: ${due}`
    return [{ kind: 'payment_due', values, accountId, key, bidId, trackedAuctionId }]
  })
}

/** The day at the site, such as `2026-11-26`. The site's clock is measured in parts of milliseconds. */
export const siteDay = (at: number): string =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(SITE_ZONE).toPlainDate().toString()

/** When a day ends at the site, epoch ms. */
const endOfSiteDay = (day: string): number =>
  Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(SITE_ZONE).epochMilliseconds
