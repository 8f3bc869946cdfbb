import { memo, useMemo, useRef, useState } from 'react'
import { siteClock } from '../../time/site-clock.ts'
import { Sheet } from '../../ui/overlays/Dialog.tsx'
import { AuctionDetail } from '../detail/AuctionDetail.tsx'
import { LastMinute } from '../last-minute/LastMinute.tsx'
import { AuctionNotes } from '../notes/AuctionNotes.tsx'
import { useAuctions } from '../tracked/use-auctions.ts'
import { useDashboardView } from './use-dashboard-view.ts'
import type { OpenAuction } from './use-open-auction.ts'

/** The detail where the window is too narrow for it beside the list. */
export const DetailSheet = memo(({ onClose, ...detail }: OpenAuction & { onClose: () => void }) => {
  // Focuses the top: the first control is the chart's, which few users want first. An element without height scrolls nothing.
  const start = useRef<HTMLDivElement>(null)
  const { id } = detail.tracked.auction
  return (
    <Sheet onClose={onClose} title={detail.tracked.auction.title} initialFocus={start}>
      <div ref={start} tabIndex={-1} className="outline-none" />
      {/* The sheet covers the one of the page. Of its own auction, the detail shows the last minute itself. */}
      <div className="sticky top-0 z-20 mb-3 empty:hidden">
        <LastMinuteOfOthers id={id} />
      </div>
      <AuctionDetail
        {...detail}
        notes={<AuctionNotes key={id} tracked={detail.tracked} focus={detail.focusNote} />}
        inSheet
      />
    </Sheet>
  )
})

function LastMinuteOfOthers({ id }: { id: number }) {
  const [openedAt] = useState(siteClock.now)
  const { auctions } = useAuctions()
  const others = useMemo(() => auctions.filter(({ auction }) => auction.id !== id), [auctions, id])
  const { detailBase } = useDashboardView()
  return <LastMinute auctions={others} {...{ openedAt, detailBase }} inSheet />
}
