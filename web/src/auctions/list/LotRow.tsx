import { memo } from 'react'
import { PartBoundary } from '../../ui/loading/PartBoundary.tsx'
import { LotCard } from '../card/LotCard.tsx'
import type { LotStore } from '../lot/lot-store.ts'
import type { LotCommands } from '../lot/lot.ts'

type LotRowProps = {
  id: number
  lots: LotStore
  siteName: string
  to: string
  open: boolean
  checked: boolean | null
  commands: LotCommands
}

/** The card of one lot. It follows its own lot alone. */
export const LotRow = memo(({ id, lots, ...card }: LotRowProps) => {
  const view = lots.of(id).use()
  if (view === null) return null
  const { lot, state, now } = view
  return (
    <PartBoundary part={lot.auction.title} inList resetKey={lot.auction.updatedAt}>
      <LotCard {...card} {...{ lot, state, now }} />
    </PartBoundary>
  )
})
