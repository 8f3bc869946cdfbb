import * as z from 'zod/mini'
import { PAST_ORDERS, PastOrder } from '../auctions/past-order.ts'
import { Sale } from '../auctions/sale.ts'
import { OrderReadings, WireWin } from '../bids/win.ts'
import { type Endpoint, IdParams, NoData } from '../endpoint.ts'

export const listWins = {
  method: 'GET',
  path: '/wins',
  access: 'signed-in',
  scope: 'read',
  summary: 'What the user has won in the last 60 days, latest first, and what became of its payment',
  data: z.object({
    wins: z.array(WireWin),
    readings: OrderReadings,
    /** The site's page on which its users pay. */
    pay_url: z.string(),
    /** The day at the site, such as `2026-11-26`. */
    today: z.iso.date(),
  }),
} as const satisfies Endpoint

/** `id` is the bid that won. */
export const readWin = {
  method: 'GET',
  path: '/wins/:id',
  access: 'signed-in',
  scope: 'read',
  summary: 'What a won item costs, and what became of its payment',
  params: IdParams,
  data: z.object({ win: WireWin, pay_url: z.string(), today: z.iso.date() }),
} as const satisfies Endpoint

export const sayPaid = {
  method: 'PUT',
  path: '/wins/:id/paid',
  access: 'signed-in',
  scope: 'people',
  summary: 'Tick a won item as paid, or take the tick back; the site’s own lists outweigh it',
  params: IdParams,
  body: z.strictObject({ paid: z.boolean() }),
  data: z.object({ win: WireWin }),
} as const satisfies Endpoint

export const askForOrders = {
  method: 'POST',
  path: '/wins/check',
  access: 'signed-in',
  scope: 'people',
  summary: 'Read the site’s lists of orders now; the event `orders_changed` tells when that is done',
  body: z.strictObject({}),
  data: z.object({ readings: OrderReadings }),
} as const satisfies Endpoint

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
