import * as z from 'zod'

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
export const presentRow = ({ itemId, title, currentPrice, numBids, endTime, imageURL }: z.infer<typeof Row>) => ({
  auctionId: itemId,
  title,
  currentPriceCents: currentPrice,
  bidCount: numBids,
  endsAt: endTime[0],
  imageUrl: imageURL,
})
