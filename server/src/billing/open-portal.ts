import { messages } from '@bidwell/contract'
import { AppError } from '../platform/errors.ts'
import { customerOf } from './billing-queries.ts'
import { callStripe, isMissing } from './call-stripe.ts'
import type { CheckoutDeps } from './start-checkout.ts'

/** Marks our configuration among others of the same Stripe account. A new one gets another name. */
const NAME = 'Bidwell: cards and invoices, 1'

/** Opens Stripe's page for cards and invoices, and answers its address. Plans are changed in the app alone. */
export async function openPortal(deps: CheckoutDeps, accountId: number): Promise<string> {
  const { db, stripe, publicUrl } = deps
  const customer = await customerOf(db, accountId)
  if (customer === null) throw nothing()
  const configuration = await ensureConfiguration(deps)
  const session = await callStripe(() =>
    stripe.billingPortal.sessions.create({
      customer,
      configuration,
      return_url: `${publicUrl}/settings?tab=subscription&checkout=portal`,
    }),
  ).catch((error: unknown) => {
    throw isMissing(error) ? nothing() : error
  })
  return session.url
}

const nothing = () => new AppError('conflict', messages.billing.noInvoices)

/** What the page offers. Without a configuration of our own, an operator would have to make one by hand. */
async function ensureConfiguration({ stripe }: CheckoutDeps): Promise<string> {
  const { data } = await callStripe(() => stripe.billingPortal.configurations.list({ active: true, limit: 100 }))
  const found = data.find(({ metadata }) => metadata?.['name'] === NAME)
  if (found) return found.id
  const created = await callStripe(() =>
    stripe.billingPortal.configurations.create(
      {
        features: { payment_method_update: { enabled: true }, invoice_history: { enabled: true } },
        metadata: { name: NAME },
      },
      { idempotencyKey: `portal:${NAME}` },
    ),
  )
  return created.id
}
