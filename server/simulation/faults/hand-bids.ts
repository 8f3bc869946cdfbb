import type { Planner } from './planner.ts'

/** Bids made by hand differ from every snipe's maximum. */
const HALF_A_DOLLAR = 50

/** Owners bid by hand: before their snipe is armed, while it waits, and just before it is sent. */
export function planHandBids({ world, chance, bids }: Planner) {
  const { time, site, trace } = world
  for (const { accountId, auctionId, fireAt, maxBidCents } of bids) {
    const most = maxBidCents / 100 - 1
    const bidByHand = () => {
      const amountCents =
        HALF_A_DOLLAR + 100 * (chance.happens(0.7) ? chance.whole(10, most) : most + chance.whole(1, 10))
      const { kind } = site.place(site.userOf(accountId), auctionId, amountCents)
      trace.note('owner', `bids ${amountCents} on ${auctionId} by hand: ${kind}`)
    }
    if (!chance.happens(0.7)) continue
    const beforeMs = chance.oneOf([
      () => chance.between(20_000, 110_000),
      () => chance.between(1_000, 20_000),
      () => chance.between(-1_000, 1_000),
    ])
    for (let left = chance.whole(1, 2); left > 0; left--)
      time.at(Math.max(0, site.instantOf(fireAt) - beforeMs()), bidByHand)
  }
}
