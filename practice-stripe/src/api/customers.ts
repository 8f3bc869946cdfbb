import type * as z from 'zod/mini'
import type { Customer, PortalConfiguration } from '../records.ts'
import { customerOf, type Service } from '../service.ts'
import { missing } from '../stripe-error.ts'
import { endSubscription } from '../subscriptions.ts'
import type * as request from './requests.ts'

export function createCustomer(service: Service, input: z.infer<typeof request.NewCustomer>): Customer {
  const customer: Customer = {
    id: service.newId('cus'),
    object: 'customer',
    created: service.now(),
    email: input.email ?? null,
    name: input.name ?? null,
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

export function createPortalConfiguration(
  service: Service,
  { features, metadata = {} }: z.infer<typeof request.NewPortalConfiguration>,
): PortalConfiguration {
  const configuration: PortalConfiguration = {
    id: service.newId('bpc'),
    object: 'billing_portal.configuration',
    created: service.now(),
    active: true,
    features,
    is_default: false,
    metadata,
    livemode: false,
  }
  service.state.portalConfigurations[configuration.id] = configuration
  return configuration
}

export function createPortal(service: Service, input: z.infer<typeof request.NewPortal>) {
  const { configuration = null } = input
  if (configuration !== null && !service.state.portalConfigurations[configuration]) {
    throw missing('configuration', configuration, 'configuration')
  }
  const id = service.newId('bps')
  const session = {
    id,
    object: 'billing_portal.session' as const,
    created: service.now(),
    customer: customerOf(service, input.customer, 'customer').id,
    configuration,
    return_url: input.return_url,
    url: `${service.url}/portal/${id}`,
    livemode: false as const,
  }
  service.state.portalSessions[id] = session
  return session
}
