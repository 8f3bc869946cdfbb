import { type ComponentProps, Suspense } from 'react'
import { lazyOptional } from '../../ui/lazy-optional.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { PasteField } from '../add/PasteField.tsx'

const AuctionRoom = lazyOptional(async () => (await import('../../plans/limits/AuctionRoom.tsx')).AuctionRoom)

type DashboardHeaderProps = {
  /** How many auctions are not over; absent until they are loaded. */
  openCount: number | undefined
  paste: ComponentProps<typeof PasteField>
}

export const DashboardHeader = ({ openCount, paste }: DashboardHeaderProps) => (
  <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
    <div className="flex flex-wrap items-baseline gap-x-3">
      <PageTitle tab="Auctions">Auctions</PageTitle>
      {openCount !== undefined && <span className="text-lead text-ink-2 tabular">{openCount} open</span>}
      <Suspense>
        <AuctionRoom />
      </Suspense>
    </div>
    <PasteField {...paste} />
  </div>
)
