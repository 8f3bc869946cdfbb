import type { NotificationContent } from '@bidwell/contract'
import type { Mail } from './mail.ts'

type Kind = Mail['kind']
type ByKind = { [K in Kind]?: (mail: Extract<Mail, { kind: K }>) => NotificationContent }

/** The mails whose news the app shows too. The security log has the others. */
const NOTIFICATIONS: ByKind = {
  'new-sign-in': ({ device, ipAddress }) => ({ kind: 'new_sign_in', values: { device, ipAddress } }),
  'deletion-requested': ({ dueAt, reason }) => ({
    kind: 'deletion_requested',
    values: { dueAt, byOperator: reason !== null },
  }),
  'deletion-cancelled': () => ({ kind: 'deletion_cancelled', values: {} }),
  'trial-ending': ({ daysLeft, endsAt, nextPlan }) => ({
    kind: 'trial_ending',
    values: { daysLeft, endsAt, nextPlan },
  }),
  'trial-ended': ({ nextPlan }) => ({ kind: 'trial_ended', values: { nextPlan } }),
  'payment-receipt': ({ plan, amountCents, isTest }) => ({
    kind: 'payment_received',
    values: { plan, amountCents, isTest },
  }),
  'payment-failed': ({ plan, amountCents, until }) => ({
    kind: 'payment_failed',
    values: { plan, amountCents, until },
  }),
  'payment-disputed': ({ plan, amountCents, until }) => ({
    kind: 'payment_disputed',
    values: { plan, amountCents, until },
  }),
  'payment-returned': ({ plan }) => ({ kind: 'plan_ended', values: { plan } }),
  'subscription-changes': ({ next, startsAt }) => ({
    kind: 'plan_changes',
    values: { plan: next.plan, interval: next.interval, startsAt },
  }),
  'subscription-ends': ({ plan, endsAt }) => ({ kind: 'plan_ends', values: { plan, endsAt } }),
  'subscription-ended': ({ plan }) => ({ kind: 'plan_ended', values: { plan } }),
  'second-subscription': ({ plan }) => ({ kind: 'second_plan_returned', values: { plan } }),
}

/** What the app tells the owner of the account about the news of a mail; null for news that it does not show. */
export function notificationOfMail<K extends Kind>(mail: Extract<Mail, { kind: K }>): NotificationContent | null {
  const write: ((mail: Extract<Mail, { kind: K }>) => NotificationContent) | undefined = NOTIFICATIONS[mail.kind]
  return write?.(mail) ?? null
}
