import type Stripe from 'stripe'
import type { Ctx } from '../context/ctx.ts'
import type { Plans } from '../plans/load-plans.ts'

/** What reads and changes subscriptions. */
export type BillingCtx = Ctx & {
  stripe: Stripe
  plans: Plans
  /** Payments are only practised: no money moves, and the practised service may have forgotten its customers. */
  isTest: boolean
}
