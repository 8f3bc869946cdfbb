import { api, dollarsFromCents, messages } from '@bidwell/contract'
import { type Route, route } from '../http/route.ts'
import { AppError } from '../platform/errors.ts'
import {
  cancelSubscription,
  changeSubscription,
  previewSubscriptionChange,
  resumeSubscription,
} from './change-subscription.ts'
import { openPortal } from './open-portal.ts'
import { presentSubscription } from './present-subscription.ts'
import { syncSubscription } from './reading/read-billing.ts'
import { type CheckoutDeps, startCheckout } from './start-checkout.ts'

/** The calls about the subscription. `given` is null on an installation without plans: there they answer 404. */
export function billingRoutes(given: CheckoutDeps | null): Route[] {
  function require(): CheckoutDeps {
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
      await syncSubscription(require(), caller.accountId)
      return details(caller.accountId)
    }),
    route(api.openBillingPortal, async ({ caller }) => ({
      data: { url: await openPortal(require(), caller.accountId) },
    })),
    route(api.previewChange, async ({ caller, query }) => {
      const { startsAt, dueNowCents, amountCents, nextInvoiceAt } = await previewSubscriptionChange(
        require(),
        caller.accountId,
        query,
      )
      return {
        data: {
          starts_at: startsAt === null ? null : new Date(startsAt).toISOString(),
          due_now: dollarsFromCents(dueNowCents),
          amount: dollarsFromCents(amountCents),
          interval: query.interval,
          next_invoice_at: new Date(nextInvoiceAt).toISOString(),
        },
      }
    }),
    route(api.changePlan, async ({ caller, body }) => {
      await changeSubscription(require(), caller.accountId, { plan: body.new_plan, from: body.from })
      return details(caller.accountId)
    }),
    route(api.changeBillingInterval, async ({ caller, body }) => {
      await changeSubscription(require(), caller.accountId, { interval: body.new_interval, from: body.from })
      return details(caller.accountId)
    }),
    route(api.cancelSubscription, async ({ caller, body }) => {
      await cancelSubscription(require(), caller.accountId, { immediately: body.immediately ?? false })
      return details(caller.accountId)
    }),
    route(api.resumeSubscription, async ({ caller }) => {
      await resumeSubscription(require(), caller.accountId)
      return details(caller.accountId)
    }),
  ]
}
