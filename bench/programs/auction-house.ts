import { startAuctionHouse } from '../../auction-house/src/index.ts'
import type { Rival } from '../support/start-auction-house.ts'

/*
 * An auction house without sample auctions, in a process that ends with the bench. It opens auctions on a message instead of over
 * HTTP, so many auctions can end in the same millisecond.
 */
await using auctionHouse = await startAuctionHouse({ port: 0, sampleItems: false })
const over = new Promise((resolve) => process.once('disconnect', resolve))

process.on('message', (auctions: { endsAt: number; rivals: Rival[] }[]) => {
  process.send?.(
    auctions.map(({ endsAt, rivals }) => {
      const endsInSeconds = (endsAt - auctionHouse.control.readClock().now) / 1_000
      return auctionHouse.control.createListing({ title: 'Brass lamp', endsInSeconds, rivals }).itemId
    }),
  )
})
process.send?.({ url: auctionHouse.url })
await over
