import { startAuctionHouse } from '../../auction-house/src/index.ts'

/*
 * The auction house without sample lots, in a process of its own that ends with the bench. Lots are opened here rather
 * than over HTTP, so that many of them can end in the very same millisecond.
 */
await using house = await startAuctionHouse({ port: 0, sampleLots: false })
const over = new Promise((resolve) => process.once('disconnect', resolve))

process.on('message', (endings: number[]) => {
  process.send?.(
    endings.map((endsAt) => {
      const endsInSeconds = (endsAt - house.control.readClock().now) / 1_000
      return house.control.createListing({ title: 'Brass lamp', endsInSeconds }).itemId
    }),
  )
})
process.send?.({ url: house.url })
await over
