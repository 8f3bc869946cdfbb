import type { BillingInterval, Plan } from '@bidwell/contract'

/** A change of a subscription: to another plan, or from months to years and back. */
export type Change = { kind: 'plan'; plan: string } | { kind: 'interval'; interval: BillingInterval }

/** The plan that is offered first to a subscriber who wants another: the next dearer one, and the next cheaper one after the last. */
export function firstOffer(plans: readonly Plan[], present: string): Plan | undefined {
  const paid = plans.filter(({ kind }) => kind === 'paid')
  const place = paid.findIndex(({ id }) => id === present)
  return paid[place + 1] ?? paid[place - 1]
}
