import * as z from 'zod'

import type { SiteSession } from '../marketplace.ts'
import { readEnvelope } from './read-answer.ts'
import type { Api } from './site.ts'

/** Only their number is read: what the site tells of each is not known well enough to be relied on. */
const OpenOrders = z.nullable(z.array(z.unknown()))

/** How many orders the user has yet to pay for. */
export async function countUnpaid({ ask }: Api, { token }: SiteSession, signal?: AbortSignal): Promise<number> {
  const orders = readEnvelope(await ask({ method: 'GET', path: 'OpenOrders/GetOpenOrders', token, signal }), OpenOrders)
  return orders?.length ?? 0
}
