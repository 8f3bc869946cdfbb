import type { Invoice } from '../records.ts'
import { checkoutOf, customerOf, invoiceOf, itemOf, priceOf, scheduleOf, subscriptionOf } from '../service.ts'
import { missing } from '../stripe-error.ts'
import { createSubscription, endSubscription, previewChange } from '../subscriptions.ts'
import { call, pageOf } from './call.ts'
import { createPrice } from './catalog.ts'
import { changeSubscription, readSwitch } from './change-subscription.ts'
import { createCheckout, expireCheckout } from './checkout-sessions.ts'
import { createCustomer, createPortal, createPortalConfiguration, deleteCustomer } from './customers.ts'
import { createRefund } from './refunds.ts'
import * as request from './requests.ts'
import { changeSchedule, createSchedule, releaseSchedule } from './subscription-schedules.ts'

const isAbout = (subscription: string | undefined) => (invoice: Invoice) =>
  subscription === undefined || invoice.parent.subscription_details.subscription === subscription

/** Every call that this service answers. */
export const CALLS = [
  call('POST', '/customers', request.NewCustomer, createCustomer),
  call('GET', '/customers/:id', request.Nothing, (service, _input, id) => customerOf(service, id)),
  call('POST', '/customers/:id', request.NewCustomer, (service, { expand: _expand, ...input }, id) =>
    Object.assign(customerOf(service, id), input),
  ),
  call('DELETE', '/customers/:id', request.Nothing, (service, _input, id) => deleteCustomer(service, id)),

  call('POST', '/prices', request.NewPrice, createPrice),
  call('GET', '/prices', request.ListPrices, ({ state }, { active, lookup_keys: keys, product, ...input }) => {
    const found = Object.values(state.prices).filter(
      (price) =>
        (active === undefined || price.active === active) &&
        (product === undefined || price.product === product) &&
        (keys === undefined || (price.lookup_key !== null && keys.includes(price.lookup_key))),
    )
    return pageOf(found, input, '/v1/prices')
  }),
  call('POST', '/checkout/sessions', request.NewCheckout, createCheckout),
  call(
    'GET',
    '/checkout/sessions',
    request.ListCheckouts,
    ({ state }, { customer, subscription, status, ...input }) => {
      const found = Object.values(state.checkoutSessions).filter(
        (session) =>
          (customer === undefined || session.customer === customer) &&
          (subscription === undefined || session.subscription === subscription) &&
          (status === undefined || session.status === status),
      )
      return pageOf(found, input, '/v1/checkout/sessions')
    },
  ),
  call('GET', '/checkout/sessions/:id', request.Nothing, (service, _input, id) => checkoutOf(service, id)),
  call('POST', '/checkout/sessions/:id/expire', request.Nothing, (service, _input, id) => expireCheckout(service, id)),

  call('POST', '/subscriptions', request.NewSubscription, (service, { customer, items, metadata = {} }) => {
    const price = priceOf(service, items[0]?.price ?? '', 'items[0][price]')
    return createSubscription(service, { customer: customerOf(service, customer, 'customer').id, price, metadata })
  }),
  call('GET', '/subscriptions', request.ListSubscriptions, ({ state }, { customer, price, status, ...input }) => {
    const found = Object.values(state.subscriptions).filter(
      (subscription) =>
        (customer === undefined || subscription.customer === customer) &&
        (price === undefined || itemOf(subscription).price.id === price) &&
        (status === 'all' ||
          (status === undefined ? subscription.status !== 'canceled' : subscription.status === status)),
    )
    return pageOf(found, input, '/v1/subscriptions')
  }),
  call('GET', '/subscriptions/:id', request.Nothing, (service, _input, id) => subscriptionOf(service, id)),
  call('POST', '/subscriptions/:id', request.ChangedSubscription, changeSubscription),
  call('DELETE', '/subscriptions/:id', request.EndedSubscription, (service, _input, id) => {
    const subscription = subscriptionOf(service, id)
    // Stripe treats a subscription that has ended as gone for this call.
    if (subscription.status === 'canceled') throw missing('subscription', id)
    endSubscription(service, subscription)
    return subscription
  }),

  call('POST', '/subscription_schedules', request.NewSchedule, createSchedule),
  call('GET', '/subscription_schedules/:id', request.Nothing, (service, _input, id) => scheduleOf(service, id)),
  call('POST', '/subscription_schedules/:id', request.ChangedSchedule, changeSchedule),
  call('POST', '/subscription_schedules/:id/release', request.Nothing, (service, _input, id) =>
    releaseSchedule(service, id),
  ),

  call('GET', '/invoices', request.ListInvoices, ({ state }, { customer, subscription, status, ...input }) => {
    const found = Object.values(state.invoices).filter(
      (invoice) =>
        (customer === undefined || invoice.customer === customer) &&
        (status === undefined || invoice.status === status),
    )
    return pageOf(found.filter(isAbout(subscription)), input, '/v1/invoices')
  }),
  call(
    'POST',
    '/invoices/create_preview',
    request.PreviewedInvoice,
    (service, { subscription: id, subscription_details }) => {
      const price = readSwitch(service, id, subscription_details)
      return {
        ...previewChange(service, subscriptionOf(service, id), price),
        id: undefined,
        hosted_invoice_url: null,
      }
    },
  ),
  call('GET', '/invoices/:id', request.Nothing, (service, _input, id) => invoiceOf(service, id)),
  call('GET', '/charges', request.ListCharges, ({ state }, { customer, payment_intent, ...input }) => {
    const found = Object.values(state.charges).filter(
      (charge) =>
        (customer === undefined || charge.customer === customer) &&
        (payment_intent === undefined || charge.payment_intent === payment_intent),
    )
    return pageOf(found, input, '/v1/charges')
  }),
  call('GET', '/charges/:id', request.Nothing, ({ state }, _input, id) => {
    const charge = state.charges[id]
    if (!charge) throw missing('charge', id)
    return charge
  }),
  call('GET', '/disputes', request.ListDisputes, ({ state }, { charge, payment_intent, ...input }) => {
    const found = Object.values(state.disputes).filter(
      (dispute) =>
        (charge === undefined || dispute.charge === charge) &&
        (payment_intent === undefined || dispute.payment_intent === payment_intent),
    )
    return pageOf(found, input, '/v1/disputes')
  }),
  call('POST', '/refunds', request.NewRefund, createRefund),
  call('POST', '/billing_portal/configurations', request.NewPortalConfiguration, createPortalConfiguration),
  call('GET', '/billing_portal/configurations', request.ListPortalConfigurations, ({ state }, input) =>
    pageOf(Object.values(state.portalConfigurations), input, '/v1/billing_portal/configurations'),
  ),
  call('POST', '/billing_portal/sessions', request.NewPortal, createPortal),
]
