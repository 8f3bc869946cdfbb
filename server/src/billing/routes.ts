import * as contract from '@bidwell/contract'
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
    if (!given) throw new AppError('not_found', contract.messages.plan.noPlans)
    return given
  }
  const details = async (accountId: number) => ({ data: await presentSubscription(require(), accountId) })

  return [
    route(contract.readSubscription, ({ caller }) => details(caller.accountId)),
    route(contract.startCheckout, async ({ caller, body }) => ({
      data: { url: await startCheckout(require(), caller.accountId, body) },
    })),
    route(contract.syncSubscription, async ({ caller }) => {
      await syncSubscription(require(), caller.accountId)
      return details(caller.accountId)
    }),
    route(contract.openBillingPortal, async ({ caller }) => ({
      data: { url: await openPortal(require(), caller.accountId) },
    })),
    route(contract.previewChange, async ({ caller, query }) => {
      const { startsAt, dueNowCents, amountCents, nextInvoiceAt } = await previewSubscriptionChange(
        require(),
        caller.accountId,
        query,
      )
      return {
        data: {
          starts_at: startsAt === null ? null : new Date(startsAt).toISOString(),
          due_now: contract.dollarsFromCents(dueNowCents),
          amount: contract.dollarsFromCents(amountCents),
          interval: query.interval,
          next_invoice_at: new Date(nextInvoiceAt).toISOString(),
        },
      }
    }),
    route(contract.changePlan, async ({ caller, body }) => {
      await changeSubscription(require(), caller.accountId, { plan: body.new_plan, from: body.from })
      return details(caller.accountId)
    }),
    route(contract.changeBillingInterval, async ({ caller, body }) => {
      await changeSubscription(require(), caller.accountId, { interval: body.new_interval, from: body.from })
      return details(caller.accountId)
    }),
    route(contract.cancelSubscription, async ({ caller, body }) => {
      await cancelSubscription(require(), caller.accountId, { immediately: body.immediately ?? false })
      return details(caller.accountId)
    }),
    route(contract.resumeSubscription, async ({ caller }) => {
      await resumeSubscription(require(), caller.accountId)
      return details(caller.accountId)
    }),
  ]
}
