import * as z from 'zod/mini'
import type { BillingCtx } from './billing-ctx.ts'
import { endWithPeriod } from './cancel-subscription.ts'
import { closeCustomers } from './close-customers.ts'
import { readBilling } from './reading/read-billing.ts'
import { readDueBilling } from './reading/read-due-billing.ts'

const OneAccount = z.object({ accountId: z.int() })

/** The tasks of the jobs process that talk to Stripe. Without plans they do nothing. */
export function billingTasks(ctx: BillingCtx | null): Record<string, (payload: unknown) => Promise<void>> {
  const task = (run: (ctx: BillingCtx, payload: unknown) => Promise<unknown>) => async (payload: unknown) => {
    if (ctx) await run(ctx, payload)
  }
  return {
    'read-billing': task((given, payload) => readBilling(given, OneAccount.parse(payload).accountId)),
    'end-with-period': task((given, payload) => endWithPeriod(given, OneAccount.parse(payload).accountId)),
    'read-due-billing': task(readDueBilling),
    'close-customers': task(closeCustomers),
  }
}
