import { useMemo, useRef, useState } from 'react'
import { siteClock } from '../../time/site-clock.ts'
import { Sheet } from '../../ui/overlays/Dialog.tsx'
import { LotDetail, type LotDetailProps } from '../lot/LotDetail.tsx'
import { useLots } from '../lot/use-lots.ts'
import { LastMinuteStage } from '../stage/LastMinuteStage.tsx'
import { useDashboardView } from './use-dashboard-view.ts'

/** The detail where the window is too narrow for it beside the list. */
export function DetailSheet({ onClose, ...detail }: LotDetailProps & { onClose: () => void }) {
  // Focuses the top: the first control is the chart's, which few users want first. An element without height scrolls nothing.
  const start = useRef<HTMLDivElement>(null)
  const [openedAt] = useState(siteClock.now)
  const { lots } = useLots()
  const { id } = detail.lot.auction
  const others = useMemo(() => lots.filter(({ auction }) => auction.id !== id), [lots, id])
  const { detailBase } = useDashboardView()
  return (
    <Sheet onClose={onClose} title={detail.lot.auction.title} initialFocus={start}>
      <div ref={start} tabIndex={-1} className="outline-none" />
      {/* The sheet covers the one of the page. Of its own auction, the detail shows the last minute itself. */}
      <div className="sticky top-0 z-20 mb-3 empty:hidden">
        <LastMinuteStage lots={others} {...{ openedAt, detailBase }} startsCollapsed />
      </div>
      <LotDetail {...detail} inSheet />
    </Sheet>
  )
}
