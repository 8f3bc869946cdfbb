import * as z from 'zod'

import type { SearchItem } from '../marketplace.ts'
import { Cents, Count, Id, Line, Pacific, PictureUrl } from './fields.ts'

/** What the rows of search, favourites and open auctions have in common. */
export const ROW = {
  itemId: Id,
  title: Line,
  currentPrice: Cents,
  numBids: Count,
  endTime: Pacific,
  imageURL: PictureUrl,
}

const Row = z.object(ROW)

/** Ends in the repeated hour are the earlier instant here: nothing is decided from a row. */
export function presentRow(row: z.infer<typeof Row>): Omit<SearchItem, 'startingPriceCents'> {
  return {
    auctionId: row.itemId,
    title: row.title,
    currentPriceCents: row.currentPrice,
    bidCount: row.numBids,
    endsAt: row.endTime[0],
    imageUrl: row.imageURL,
  }
}
