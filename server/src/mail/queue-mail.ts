import type { NotificationContent } from '@bidwell/contract'
import { queueDelivery } from '../deliveries/queue-delivery.ts'
import { notify } from '../notifications/notify.ts'
import type { Tx } from '../platform/database/tables.ts'
import type { Mail } from './mail.ts'

const DAY_MS = 86_400_000

type Options = {
  /** Epoch ms. */
  now: number
  /** The mail is not sent after this long: a day, or less for a link that ends earlier. */
  usefulForMs?: number
}

/**
 * Writes a mail into the outbox. The jobs send it soon after the transaction commits, and never if it does not: a mail
 * reports only what happened. Some news stands in the app too: see `notificationOfMail`.
 */
export async function queueMail(tx: Tx, mail: Mail, { now, usefulForMs = DAY_MS }: Options): Promise<void> {
  const { kind, to, accountId, ...content } = mail
  const giveUpAt = now + usefulForMs
  const id = await queueDelivery(tx, { channel: 'email', recipient: to, kind, content, accountId, now, giveUpAt })
  const notification = notificationOfMail(mail)
  if (notification && accountId !== null) await notify(tx, [{ ...notification, accountId, key: `mail ${id}` }])
}

/** Writes as much as `queueMail`, and nothing is sent: its time does not reveal whether somebody gets a mail. */
export async function queueNothing(tx: Tx, now: number): Promise<void> {
  const giveUpAt = now
  await queueDelivery(tx, {
    channel: 'email',
    recipient: '',
    kind: 'nothing',
    content: {},
    accountId: null,
    now,
    giveUpAt,
  })
}

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
function notificationOfMail<K extends Kind>(mail: Extract<Mail, { kind: K }>): NotificationContent | null {
  const write: ((mail: Extract<Mail, { kind: K }>) => NotificationContent) | undefined = NOTIFICATIONS[mail.kind]
  return write?.(mail) ?? null
}
