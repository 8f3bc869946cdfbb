import type { ItemReading, ReadOptions } from '../marketplace.ts'
import { ItemDetail, presentItem } from './item-detail.ts'
import { itemNumber } from './item-number.ts'
import { readAnswer } from './read-answer.ts'
import type { Api } from './site.ts'

/** Everything about an item, and the site's clock to the millisecond along with it. */
export async function readItem({ ask }: Api, auctionId: string, options: ReadOptions = {}): Promise<ItemReading> {
  const { session, signal } = options
  const path = `ItemDetail/GetItemDetailModelByItemId/${itemNumber(auctionId)}`
  const answer = await ask({ method: 'GET', path, token: session?.token, signal })
  return presentItem(readAnswer(answer, ItemDetail), answer, session !== undefined)
}
