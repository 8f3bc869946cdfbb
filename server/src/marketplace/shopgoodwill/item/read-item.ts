import type { ItemReading, ReadOptions } from '../../marketplace.ts'
import { ItemDetail, presentItem } from './item-detail.ts'
import { itemNumber } from './item-number.ts'
import { parseResponse } from '../http/parse-response.ts'
import type { SendRequest } from '../site.ts'

/** The item detail carries the site's time to the millisecond. */
export async function readItem(send: SendRequest, auctionId: string, options: ReadOptions = {}): Promise<ItemReading> {
  const { session, signal } = options
  const path = `ItemDetail/GetItemDetailModelByItemId/${itemNumber(auctionId)}`
  const response = await send({ method: 'GET', path, token: session?.token, signal })
  return presentItem(parseResponse(response, ItemDetail), response, session !== undefined)
}
