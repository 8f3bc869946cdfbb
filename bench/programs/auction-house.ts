import { startAuctionHouse } from '../../auction-house/src/index.ts'

/*
 * An auction house without sample auctions, in a process that ends with the bench. It opens auctions on a message instead of over
 * HTTP, so many auctions can end in the same millisecond.
 */
await using auctionHouse = await startAuctionHouse({ port: 0, sampleItems: false })
const over = new Promise((resolve) => process.once('disconnect', resolve))

process.on('message', (endings: number[]) => {
  process.send?.(
    endings.map((endsAt) => {
      const endsInSeconds = (endsAt - auctionHouse.control.readClock().now) / 1_000
      return auctionHouse.control.createListing({ title: 'Brass lamp', endsInSeconds }).itemId
    }),
  )
})
process.send?.({ url: auctionHouse.url })
await over
