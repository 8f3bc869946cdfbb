import { messages } from '@bidwell/contract'
import { AppError } from '../platform/errors.ts'
import type { BillingCtx } from './billing-ctx.ts'
import { customerOf } from './billing-queries.ts'
import { callStripe, isMissing } from './call-stripe.ts'
import { ensurePortal } from './catalog.ts'

/** Opens Stripe's page on which customers change plan and card and see their invoices, and answers its address. */
export async function openPortal({ db, stripe, plans, publicUrl }: BillingCtx, accountId: number): Promise<string> {
  const customer = await customerOf(db, accountId)
  if (customer === null) throw nothing()
  const opened = callStripe(async () => {
    const configuration = await ensurePortal(stripe, plans)
    const return_url = `${publicUrl}/settings?tab=subscription&checkout=portal`
    return stripe.billingPortal.sessions.create({ customer, configuration, return_url })
  })
  const { url } = await opened.catch((error: unknown) => {
    throw isMissing(error) ? nothing() : error
  })
  return url
}

const nothing = () => new AppError('conflict', messages.billing.noInvoices)
