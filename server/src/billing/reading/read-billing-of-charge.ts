import { accountOfCustomer } from '../billing-queries.ts'
import { callStripe, isMissing } from '../call-stripe.ts'
import { StripeCharge } from '../stripe-objects.ts'
import { type BillingDeps, readBilling } from './read-billing.ts'

/** Reads the billing of the account that a charge is of. A message about a dispute names only the charge. */
export async function readBillingOfCharge(deps: BillingDeps, charge: string): Promise<void> {
  const found = await callStripe(() => deps.stripe.charges.retrieve(charge)).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (!found) return
  const { customer } = StripeCharge.parse(found)
  const accountId = customer ? await accountOfCustomer(deps.db, customer) : null
  if (accountId !== null) await readBilling(deps, accountId)
}
