import * as z from 'zod'

import type { SiteSession } from '../../marketplace.ts'
import { parseEnvelope } from '../http/parse-response.ts'
import type { SendRequest } from '../site.ts'

/** Only the number of orders is used: the fields of an order are not documented well enough. */
const OpenOrders = z.nullable(z.array(z.unknown()))

/** The number of orders that the user has not paid for. */
export async function countUnpaid(send: SendRequest, { token }: SiteSession, signal?: AbortSignal): Promise<number> {
  const orders = parseEnvelope(
    await send({ method: 'GET', path: 'OpenOrders/GetOpenOrders', token, signal }),
    OpenOrders,
  )
  return orders?.length ?? 0
}
