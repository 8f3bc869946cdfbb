import * as z from 'zod/mini'
import { PAST_ORDERS, PastOrder } from '../auctions/past-order.ts'
import { Sale } from '../auctions/sale.ts'
import { type Endpoint, IdParams, NoData } from '../endpoint.ts'

/** `id` is the item's number at the site. */
export const saveSale = {
  method: 'PUT',
  path: '/sales/:id',
  access: 'signed-in',
  scope: 'people',
  summary: 'Note what a won item was sold for and what was refunded; null takes a value back',
  params: IdParams,
  body: Sale,
  data: NoData,
} as const satisfies Endpoint

export const listPastOrders = {
  method: 'GET',
  path: '/past-orders',
  access: 'signed-in',
  scope: 'read',
  summary: 'The numbers of the items that were read in from the site’s file of orders, and of those that a bid has won',
  data: z.object({ read_in: z.array(z.string()), won: z.array(z.string()) }),
} as const satisfies Endpoint

export const readInOrders = {
  method: 'POST',
  path: '/past-orders',
  access: 'signed-in',
  scope: 'people',
  summary:
    'Put items of the site’s own file of orders into the history; those that were read in before get what it says now',
  maxBytes: PAST_ORDERS.maxCallBytes,
  body: z.strictObject({ orders: z.array(PastOrder).check(z.minLength(1), z.maxLength(PAST_ORDERS.perCall)) }),
  data: NoData,
} as const satisfies Endpoint

export const takeOutOrders = {
  method: 'DELETE',
  path: '/past-orders',
  access: 'signed-in',
  scope: 'people',
  summary: 'Take all items out of the history that were read in from the site’s file',
  data: z.object({ taken_out: z.int() }),
} as const satisfies Endpoint
