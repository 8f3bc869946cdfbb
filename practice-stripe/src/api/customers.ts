import type * as z from 'zod/mini'
import type { Customer } from '../records.ts'
import { customerOf, type Service } from '../service.ts'
import { endSubscription } from '../subscriptions.ts'
import type * as request from './requests.ts'

export function createCustomer(service: Service, input: z.infer<typeof request.NewCustomer>): Customer {
  const customer: Customer = {
    id: service.newId('cus'),
    object: 'customer',
    created: service.now(),
    email: input.email ?? null,
    name: input.name ?? null,
    balance: 0,
    currency: null,
    invoice_settings: { default_payment_method: null },
    metadata: input.metadata ?? {},
    livemode: false,
  }
  service.state.customers[customer.id] = customer
  service.emit('customer.created', customer)
  return customer
}

export function deleteCustomer(service: Service, id: string) {
  customerOf(service, id)
  for (const subscription of Object.values(service.state.subscriptions)) {
    if (subscription.customer === id && subscription.status !== 'canceled') endSubscription(service, subscription)
  }
  delete service.state.customers[id]
  return { id, object: 'customer', deleted: true }
}

export function createPortal(service: Service, input: z.infer<typeof request.NewPortal>) {
  const id = service.newId('bps')
  const session = {
    id,
    object: 'billing_portal.session' as const,
    created: service.now(),
    customer: customerOf(service, input.customer, 'customer').id,
    return_url: input.return_url,
    url: `${service.url}/portal/${id}`,
    livemode: false as const,
  }
  service.state.portalSessions[id] = session
  return session
}
