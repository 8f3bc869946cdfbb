import { api, messages } from '@bidwell/contract'
import { type Route, route } from '../http/route.ts'
import { AppError } from '../platform/errors.ts'
import type { BillingCtx } from './billing-ctx.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { changeInterval } from './change-interval.ts'
import { openPortal } from './open-portal.ts'
import { presentSubscription } from './present-subscription.ts'
import { readBilling } from './reading/read-billing.ts'
import { startCheckout } from './start-checkout.ts'

/** The calls about the subscription. `given` is null on an installation without plans: there they answer 404. */
export function billingRoutes(given: BillingCtx | null): Route[] {
  function require(): BillingCtx {
    if (!given) throw new AppError('not_found', messages.plan.noPlans)
    return given
  }
  const details = async (accountId: number) => ({ data: await presentSubscription(require(), accountId) })

  return [
    route(api.readSubscription, ({ caller }) => details(caller.accountId)),
    route(api.startCheckout, async ({ caller, body }) => ({
      data: { url: await startCheckout(require(), caller.accountId, body) },
    })),
    route(api.syncSubscription, async ({ caller }) => {
      await readBilling(require(), caller.accountId)
      return details(caller.accountId)
    }),
    route(api.openBillingPortal, async ({ caller }) => ({
      data: { url: await openPortal(require(), caller.accountId) },
    })),
    route(api.changeBillingInterval, async ({ caller, body }) => {
      await changeInterval(require(), caller.accountId, body.new_interval)
      return details(caller.accountId)
    }),
    route(api.cancelSubscription, async ({ caller, body }) => {
      await cancelSubscription(require(), caller.accountId, { immediately: body.immediately ?? false })
      return details(caller.accountId)
    }),
  ]
}
