import { LEASE_MS } from '../../src/engine/core/lease.ts'
import type { ModelBid } from '../store/model-database.ts'
import type { World } from '../world/world.ts'

/** An engine may trust for a whole lease what the database has lost. */
export const hasJustFailedOver = ({ time, failovers }: World): boolean =>
  failovers.some(({ at }) => time.now() < at + LEASE_MS)

/**
 * Whether the database lost that the bid was sent, or that an engine held it: its owner may change or stop it then. A
 * sending may have been recorded long after it.
 */
export const isUnknownToDatabase = ({ failovers, sendings }: World, { bidId, auctionId }: ModelBid): boolean =>
  sendings
    .filter((sending) => sending.auctionId === auctionId)
    .some(({ sentAt }) =>
      failovers.some(({ at, backTo, bidIds }) => (sentAt > backTo || bidIds.includes(bidId)) && sentAt < at + LEASE_MS),
    )
