import { memo } from 'react'
import { PartBoundary } from '../../ui/loading/PartBoundary.tsx'
import { AuctionCard } from '../card/AuctionCard.tsx'
import type { AuctionStore } from '../tracked/auction-store.ts'
import type { AuctionCommands } from '../tracked/tracked-auction.ts'

type AuctionRowProps = {
  id: number
  auctions: AuctionStore
  siteName: string
  to: string
  open: boolean
  checked: boolean | null
  commands: AuctionCommands
}

/** The card of one auction. It follows its own auction alone. */
export const AuctionRow = memo(({ id, auctions, ...card }: AuctionRowProps) => {
  const view = auctions.of(id).use()
  if (view === null) return null
  const { tracked, state, now } = view
  return (
    <PartBoundary part={tracked.auction.title} inList resetKey={tracked.auction.updatedAt}>
      <AuctionCard {...card} {...{ tracked, state, now }} />
    </PartBoundary>
  )
})
