import * as z from 'zod/mini'
import { endWithPeriod } from './cancel-subscription.ts'
import { closeCustomers } from './close-customers.ts'
import { type BillingDeps, readBilling } from './reading/read-billing.ts'
import { readDueBilling } from './reading/read-due-billing.ts'

const OneAccount = z.object({ accountId: z.int() })

/** The tasks of the jobs process that talk to Stripe. Without plans they do nothing. */
export function billingTasks(deps: BillingDeps | null): Record<string, (payload: unknown) => Promise<void>> {
  const task = (run: (deps: BillingDeps, payload: unknown) => Promise<unknown>) => async (payload: unknown) => {
    if (deps) await run(deps, payload)
  }
  return {
    'read-billing': task((given, payload) => readBilling(given, OneAccount.parse(payload).accountId)),
    'end-with-period': task((given, payload) => endWithPeriod(given, OneAccount.parse(payload).accountId)),
    'read-due-billing': task(readDueBilling),
    'close-customers': task(closeCustomers),
  }
}
