import type { ItemReading, ReadOptions } from '../../marketplace.ts'
import { SiteError } from '../../site-error.ts'
import { itemNumber } from '../fields/fields.ts'
import { parseResponse } from '../http/parse-response.ts'
import type { SiteRequest, SiteResponse } from '../site.ts'
import { ItemDetail, presentItem } from './item-detail.ts'

type Session = ReadOptions['session']

/** The item detail carries the site's time to the millisecond. */
export const itemRequest = (auctionId: string, session: Session): SiteRequest => ({
  method: 'GET',
  path: `ItemDetail/GetItemDetailModelByItemId/${itemNumber(auctionId)}`,
  token: session?.token,
})

/** Throws `unexpected_shape` for the page of another item, which a cache or a proxy may mix up. */
export function readingIn(response: SiteResponse, auctionId: string, session: Session): ItemReading {
  const item = parseResponse(response, ItemDetail)
  if (item.itemId !== auctionId) {
    throw new SiteError('unexpected_shape', `The site answered with item ${item.itemId}`, { field: 'itemId' })
  }
  return presentItem(item, response, session !== undefined)
}
