import type { Generated, Selectable } from 'kysely'

export type AlarmTable = {
  kind:
    | 'journal_unreadable'
    | 'entry_rejected'
    | 'logins_limited'
    | 'retention_failed'
    | 'record_changed'
    | 'two_subscriptions'
    | 'subscription_unknown'
    | 'customer_not_closed'
    | 'payment_disputed'
    | 'stripe_message_refused'
    | 'orders_unreadable'
  subject: string
  raised_at: Generated<Date>
}
export type AlarmRow = Selectable<AlarmTable>
