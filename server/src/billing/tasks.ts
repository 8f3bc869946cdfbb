import * as z from 'zod/mini'
import { closeCustomers } from './close-customers.ts'
import { endSubscriptions, endWithPeriod } from './end-subscriptions.ts'
import { type BillingDeps, readBilling, readBillingOfCharge } from './reading/read-billing.ts'
import { readDueBilling } from './reading/read-due-billing.ts'

const OneAccount = z.object({ accountId: z.int() })
const OneCharge = z.object({ charge: z.string() })

/** The tasks of the jobs process that talk to Stripe. Without plans they do nothing. */
export function billingTasks(deps: BillingDeps | null): Record<string, (payload: unknown) => Promise<void>> {
  const forAccount = (run: (deps: BillingDeps, accountId: number) => Promise<unknown>) => async (payload: unknown) => {
    if (deps) await run(deps, OneAccount.parse(payload).accountId)
  }
  return {
    'read-billing': forAccount(readBilling),
    'end-subscriptions': forAccount(endSubscriptions),
    'read-billing-of-charge': async (payload) => {
      if (deps) await readBillingOfCharge(deps, OneCharge.parse(payload).charge)
    },
    'end-with-period': forAccount(endWithPeriod),
    'read-due-billing': async () => {
      if (deps) await readDueBilling(deps)
    },
    'close-customers': async () => {
      if (deps) await closeCustomers(deps)
    },
  }
}
