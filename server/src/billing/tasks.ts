import * as z from 'zod/mini'
import { closeCustomers } from './close-customers.ts'
import { endExtraSubscriptions } from './end-extra-subscriptions.ts'
import { endWithPeriod } from './end-with-period.ts'
import { type BillingDeps, readBilling } from './read-billing.ts'
import { readDueBilling } from './read-due-billing.ts'

const OneAccount = z.object({ accountId: z.int() })

/** The tasks of the jobs process that talk to Stripe. Without plans they do nothing. */
export function billingTasks(deps: BillingDeps | null): Record<string, (payload: unknown) => Promise<void>> {
  const forAccount = (run: (deps: BillingDeps, accountId: number) => Promise<unknown>) => async (payload: unknown) => {
    if (deps) await run(deps, OneAccount.parse(payload).accountId)
  }
  return {
    'read-billing': forAccount(readBilling),
    'end-extra-subscriptions': forAccount(endExtraSubscriptions),
    'end-with-period': forAccount(endWithPeriod),
    'read-due-billing': async () => {
      if (deps) await readDueBilling(deps)
    },
    'close-customers': async () => {
      if (deps) await closeCustomers(deps)
    },
  }
}
