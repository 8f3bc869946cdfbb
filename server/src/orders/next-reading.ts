import { WIN } from '@bidwell/contract'
import { isOwed, type Payment, type PaymentFacts, REMINDER_HOUR } from './decide-payment.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const AFTER_SUCCESS_MS = DAY_MS
const AFTER_FAILURE_MS = HOUR_MS
const REMINDED_DAYS_BEFORE = [2, 1]

type Followed = { facts: Pick<PaymentFacts, 'wonAt' | 'payBy'>; payment: Payment }

/**
 * When an account's lists of orders are read next, epoch ms; null: not any more, since every won item is shipped or was won
 * weeks ago. Daily, an hour after a failure, and when a reminder falls due in the owner's `zone`. Pure.
 */
export function nextReading(
  wins: readonly Followed[],
  { now, zone, hasFailed }: { now: number; zone: string; hasFailed: boolean },
): number | null {
  const followed = wins.filter(
    ({ facts, payment }) => payment.state !== 'shipped' && now < facts.wonAt + WIN.followedDays * DAY_MS,
  )
  if (followed.length === 0) return null
  const reminders = followed
    .filter(({ payment }) => isOwed(payment))
    .flatMap(({ facts: { payBy } }) => (payBy === null ? [] : remindersOf(payBy, zone)))
    .filter((at) => at > now)
  return Math.min(now + (hasFailed ? AFTER_FAILURE_MS : AFTER_SUCCESS_MS), ...reminders)
}

const remindersOf = (payBy: string, zone: string): number[] =>
  REMINDED_DAYS_BEFORE.map(
    (days) =>
      Temporal.PlainDate.from(payBy)
        .subtract({ days })
        .toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from({ hour: REMINDER_HOUR }) })
        .epochMilliseconds,
  )
