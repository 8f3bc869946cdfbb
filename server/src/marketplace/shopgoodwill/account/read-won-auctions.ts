import * as z from 'zod'

import type { SiteSession } from '../../marketplace.ts'
import { Id } from '../fields/fields.ts'
import { parseEnvelope } from '../http/parse-response.ts'
import type { SendRequest } from '../site.ts'

/** A row without its item's number is an error: the list could then not show that an item is absent. */
const OpenOrders = z.nullable(z.array(z.object({ itemId: Id })))

/** The ids of the items that the user has won and not paid for. */
export async function readWonAuctions(
  send: SendRequest,
  { token }: SiteSession,
  signal?: AbortSignal,
): Promise<string[]> {
  const response = await send({ method: 'GET', path: 'OpenOrders/GetOpenOrders', token, signal })
  return (parseEnvelope(response, OpenOrders) ?? []).map(({ itemId }) => itemId)
}
