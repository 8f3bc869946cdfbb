import type * as z from 'zod/mini'
import type { Price, Product } from '../records.ts'
import type { Service } from '../service.ts'
import { invalid } from '../stripe-error.ts'
import type * as request from './requests.ts'

type NewPrice = z.infer<typeof request.NewPrice>

function createProduct(service: Service, { name, metadata = {} }: NewPrice['product_data']): Product {
  const product: Product = {
    id: service.newId('prod'),
    object: 'product',
    created: service.now(),
    active: true,
    name,
    metadata,
    livemode: false,
  }
  service.state.products[product.id] = product
  return product
}

export function createPrice(service: Service, input: NewPrice): Price {
  const { state } = service
  const { lookup_key: key = null } = input
  const holder = Object.values(state.prices).find(({ lookup_key }) => key !== null && lookup_key === key)
  if (holder && input.transfer_lookup_key !== true) {
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key')
  }
  if (holder) holder.lookup_key = null
  const price: Price = {
    id: service.newId('price'),
    object: 'price',
    created: service.now(),
    active: true,
    currency: input.currency,
    product: createProduct(service, input.product_data).id,
    unit_amount: input.unit_amount,
    lookup_key: key,
    nickname: input.nickname ?? null,
    recurring: { ...input.recurring, interval_count: 1, usage_type: 'licensed' },
    type: 'recurring',
    metadata: input.metadata ?? {},
    livemode: false,
  }
  state.prices[price.id] = price
  return price
}
