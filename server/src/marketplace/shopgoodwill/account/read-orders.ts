import { shareOrderCosts } from '@bidwell/contract'
import * as z from 'zod'
import type { Order, SiteSession } from '../../marketplace.ts'
import { SiteError } from '../../site-error.ts'
import { Cents, decorative, DecorativeLine, Id } from '../fields/fields.ts'
import { parseEnvelope } from '../http/parse-response.ts'
import { shapeOf } from '../http/shape-of.ts'
import type { SendRequest } from '../site.ts'

/** A row without its item's number is an error: the list could then not show that an item is absent. */
const OrderRow = z.object({
  itemId: Id,
  /** A zero means that no order is made yet. */
  orderId: decorative(z.coerce.string().regex(/^[1-9]\d{0,15}$/)),
  price: decorative(Cents),
  /** A date and time of which only the date means something. */
  pastDueEndDate: decorative(z.string().regex(/^\d{4}-\d{2}-\d{2}/)),
  shippingPrice: decorative(Cents),
  handlingPrice: decorative(Cents),
  tax: decorative(Cents),
  trackingNumber: DecorativeLine,
  shipperName: DecorativeLine,
})

/** The named list may be null or absent. Another list in its place is a shape that is not understood. */
const listIn = <Row extends z.ZodType>(name: string, row: Row) =>
  z
    .nullable(
      z
        .looseObject({ [name]: z.nullish(z.array(row)) })
        .refine((data) => name in data || !Object.values(data).some(Array.isArray), {
          path: [name],
          message: 'absent',
        }),
    )
    // The schema has just checked the rows under this name.
    .transform((data) => (data?.[name] ?? []) as z.output<Row>[])

const Rows = listIn('orderItems', OrderRow)
const Groups = listIn('details', Rows)

/** The user's orders that are not paid for. */
export async function readOpenOrders(send: SendRequest, session: SiteSession, signal?: AbortSignal): Promise<Order[]> {
  const rows = await readList(send, 'OpenOrders/GetOpenOrders', Rows, { session, signal })
  const orders = rows.map((row) => presentOrder(row, false))
  return [...Map.groupBy(orders, (order) => order.orderId ?? order).values()].flatMap((rows) => shareOrderCosts(rows))
}

/** The user's paid orders, of all time. The site groups the items of one order. */
export const readShippedOrders = async (send: SendRequest, session: SiteSession, signal?: AbortSignal) =>
  (await readList(send, 'ShippedOrders/GetAll', Groups, { session, signal })).flatMap((rows) =>
    shareOrderCosts(rows.map((row) => presentOrder(row, true))),
  )

async function readList<T>(
  send: SendRequest,
  path: string,
  schema: z.ZodType<T>,
  { session, signal }: { session: SiteSession; signal: AbortSignal | undefined },
): Promise<T> {
  const response = await send({ method: 'GET', path, token: session.token, signal })
  try {
    return parseEnvelope(response, schema)
  } catch (error) {
    if (!(error instanceof SiteError) || error.kind !== 'unexpected_shape') throw error
    const shape = shapeOf(path, JSON.parse(response.body))
    throw new SiteError('unexpected_shape', error.message, { field: error.field, shape })
  }
}

const presentOrder = (row: z.output<typeof OrderRow>, paid: boolean): Order => ({
  auctionId: row.itemId,
  orderId: row.orderId,
  itemsInOrder: 1,
  paid,
  priceCents: row.price,
  payBy: row.pastDueEndDate?.slice(0, 10) ?? null,
  shippingCents: row.shippingPrice,
  handlingCents: row.handlingPrice,
  taxCents: row.tax,
  trackingNumber: row.trackingNumber,
  shipper: row.shipperName,
})
