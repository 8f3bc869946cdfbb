import type { BillingInterval } from '@bidwell/contract'

/** A change of a subscription: to another plan, or from months to years and back. */
export type Change = { kind: 'plan'; plan: string } | { kind: 'interval'; interval: BillingInterval }
